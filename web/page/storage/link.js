/** Games in links: after the #, which the browser sends to no server. */

/** @param {string} ptn */
export function linkTo(ptn) {
  const url = new URL(document.location.href);
  url.hash = `ptn=${encodeURIComponent(ptn)}`;
  return url.href;
}

/** The game in the address bar, if there is one. @returns {string | null} */
export function linkedGame() {
  const hash = document.location.hash;
  if (!hash.startsWith("#ptn=")) return null;
  // Links written by hand may be encoded only in part: other text stays unchanged.
  return hash.slice(5).replaceAll(/(%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

/** Whether the address asks for the puzzles of the server's player. */
export const wantsPuzzles = () => document.location.hash === "#puzzles";

/** Removes the game from the address bar: further moves change the game. */
export function forgetLink() {
  if (document.location.hash) history.replaceState(null, "", document.location.pathname + document.location.search);
}

/** The address of a game in PTN Ninja, with the PTN in the path. @param {string} ptn */
export const ninjaLink = (ptn) => `https://ptn.ninja/${encodeURIComponent(ptn)}`;
