/** State that this browser keeps between visits. */

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
    // A browser without storage forgets the game at the end of the visit.
  }
}
