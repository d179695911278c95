/** What is remembered from one visit to the next, in this browser alone. */

const KEY = "stonefall";

/** @returns {Record<string, any>} */
export function recall() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {Record<string, any>} change */
export function remember(change) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...recall(), ...change }));
  } catch {
    // A browser that keeps nothing: the game goes on without.
  }
}
