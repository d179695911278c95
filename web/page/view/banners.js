/** The notes above the page: what is wrong with the engine or with the browser. */
import { goneWords } from "../model/words.js";
import { the } from "./dom.js";

/** Says that there is no engine, and why; or that it is back. @param {boolean} isThere @param {string} reason @param {boolean} isRefused */
export function showGone(isThere, reason, isRefused) {
  document.body.classList.toggle("gone", !isThere);
  the("gone").hidden = isThere;
  the("gone").textContent = isThere ? "" : goneWords(reason, isRefused);
}

/** Says that the network of the board size is missing, or that it is not. @param {string} note */
export function showWeakness(note) {
  the("weaker").hidden = note === "";
  the("weaker").textContent = note && "Stonefall plays weaker: its network for this board size cannot be loaded. The next game tries again.";
  the("weaker").title = note;
}

/** What the browser refuses to keep. @type {Set<string>} */
const refused = new Set();

/** Says that the browser refuses to keep something, or that it does not. @param {string} what @param {boolean} isKept */
export function showKept(what, isKept) {
  if (isKept) refused.delete(what);
  else refused.add(what);
  the("refused").hidden = refused.size === 0;
}
