/** The user's own games, finished and unfinished: each is an item of this browser, and another item lists them. */
import { erase, read, write } from "./store.js";

const LIST = "stonefall-games";
const GAME = "stonefall-game:";
/** Number of games that are kept. */
const MOST = 200;

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {number} time of the last move, in milliseconds
 * @property {number} plies
 * @property {string} result a code; empty for an unfinished game
 * @property {import("../modes/own-games.js").PlayState} state
 */

/** The ids of the games, the newest first. @returns {string[]} */
function listed() {
  const list = read(LIST);
  if (!Array.isArray(list)) return [];
  // Earlier versions had the games themselves in the list.
  if (list.some((entry) => typeof entry !== "string")) {
    const games = list.filter((entry) => typeof entry !== "string");
    const kept = games.filter((game) => write(GAME + game.id, game));
    if (kept.length < games.length) return kept.map(({ id }) => id);
    write(LIST, kept.map(({ id }) => id));
    return kept.map(({ id }) => id);
  }
  return list;
}

/** A game that is kept. @param {string} id @returns {Kept | null} */
export const keptGame = (id) => read(GAME + id);

/** The games, the newest first. @returns {Kept[]} */
export const keptGames = () => listed().map(keptGame).filter((game) => game !== null);

/** Keeps a game, or its newer state; returns false if the browser refuses it. @param {Kept} game */
export function keepGame(game) {
  const ids = [game.id, ...listed().filter((id) => id !== game.id)];
  for (const id of ids.splice(MOST)) erase(GAME + id);
  return write(GAME + game.id, game) && write(LIST, ids);
}

/** @param {string} id */
export function deleteGame(id) {
  erase(GAME + id);
  write(LIST, listed().filter((one) => one !== id));
}
