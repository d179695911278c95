/** Games in links: the whole game stands behind the #, which no server gets to see. */

/** @param {string} ptn */
export function linkTo(ptn) {
  const url = new URL(document.location.href);
  url.hash = `ptn=${encodeURIComponent(ptn)}`;
  return url.href;
}

/** The game of the address bar, if there is one. @returns {string | null} */
export function linkedGame() {
  const hash = document.location.hash;
  if (!hash.startsWith("#ptn=")) return null;
  // Not everybody who writes a link encodes what has to be: the rest is taken as it is.
  return hash.slice(5).replaceAll(/(%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

/** Takes the game out of the address bar: what is played from now on is another one. */
export function forgetLink() {
  if (document.location.hash) history.replaceState(null, "", document.location.pathname + document.location.search);
}

/**
 * The address of a game in PTN Ninja, which reads PTN that is encoded as a part of its path. It takes what
 * is behind an ampersand for something else.
 * @param {string} ptn
 */
export const ninjaLink = (ptn) => `https://ptn.ninja/${encodeURIComponent(ptn.replaceAll("&", "+"))}`;
