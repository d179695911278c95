/** The user's own games, finished and unfinished, which this browser keeps. */

const KEY = "stonefall-games";
/** Number of games that are kept. */
const MOST = 200;

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {number} time of the last move, in milliseconds
 * @property {number} plies
 * @property {string} result a code; empty for an unfinished game
 * @property {any} state of the mode Play
 */

/** The games, the newest first. @returns {Kept[]} */
export function keptGames() {
  try {
    const games = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} games */
function store(games) {
  // A browser with little room keeps fewer games.
  for (let most = MOST; most > 0; most = Math.floor(most / 2)) {
    try {
      return localStorage.setItem(KEY, JSON.stringify(games.slice(0, most)));
    } catch {
      continue;
    }
  }
}

/** Keeps a game, or its newer state. @param {Kept} game */
export const keepGame = (game) => store([game, ...keptGames().filter(({ id }) => id !== game.id)]);

/** @param {string} id */
export const deleteGame = (id) => store(keptGames().filter((game) => game.id !== id));
