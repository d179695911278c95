/** The theme, light or dark: the user's choice, or the system's. */
import { recall, remember } from "../storage/store.js";

/** @param {string | undefined} theme */
function paint(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
}

/** Shows the stored choice. */
export function showTheme() {
  paint(recall().theme);
}

export function switchTheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (isDark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  remember({ theme: next });
  paint(next);
}
