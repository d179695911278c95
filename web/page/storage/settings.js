/** The user's settings, which this browser keeps. */
import { recall, remember } from "./store.js";

/** Values without a choice of the user. */
const FIRST = {
  /** `system`, `light` or `dark`. */
  theme: "system",
  /** The look of the board and its pieces: `wood`, `flat` or `contrast`. */
  board: "wood",
  /** Whether files and ranks have names. */
  names: true,
  /** Whether moves are animated. */
  motion: true,
  sounds: false,
  /** Whether the player confirms moves. */
  asks: false,
  /** Whether shortcuts have one character. */
  shortcuts: true,
  /** Threads of searches; 0 for as many as are useful. */
  threads: 0,
  /** MiB of the transposition table; 0 for the engine's default. */
  hash: 0,
  /** The user's name in games. */
  name: "",
};

/** @typedef {typeof FIRST} Settings */

/** @returns {Settings} */
export function recallSettings() {
  const saved = recall();
  // Earlier versions had three settings in other places.
  const earlier = { theme: saved.theme ?? FIRST.theme, asks: Boolean(saved.asks), shortcuts: saved.hasShortcuts ?? true };
  const settings = { ...FIRST, ...earlier, ...saved.settings };
  rememberSettings(settings);
  return settings;
}

/** @param {Settings} settings */
export const rememberSettings = (settings) => remember({ settings });
