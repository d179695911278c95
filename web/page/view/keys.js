/** Keyboard shortcuts. Fields and dialogs keep their keys. */
import { announce, the } from "./dom.js";
import { openHelp } from "./help.js";
import { askForGame } from "./new-game.js";
import { deleteShown, openComment, promoteShown } from "./move-tools.js";
import { stateWords } from "../model/speech.js";

/** @param {import("../app.js").App} app @returns {Record<string, () => unknown>} */
function keysOf(app) {
  const choose = (/** @type {string} */ piece) => {
    app.table.choose(piece);
    announce(`${app.table.piece}.`);
  };
  const previous = () => app.go(app.game.ply - 1);
  const next = () => app.go(app.game.ply + 1);
  return {
    ArrowLeft: previous,
    ArrowRight: next,
    ",": previous,
    ".": next,
    Home: () => app.go(0),
    End: () => app.go(app.game.moves.length),
    Escape: () => app.table.cancel(),
    Backspace: () => app.table.stepBack(),
    a: () => app.table.sketchByKey(),
    1: () => choose("flat"),
    2: () => choose("wall"),
    3: () => choose("capstone"),
    u: () => app.mode.undo(),
    r: () => app.mode.redo(),
    h: () => app.mode.hint(),
    e: () => app.mode.evaluate(),
    s: () => app.shown && announce(stateWords(app.facts, app.mode.scene())),
    b: () => app.table.board.focus(),
    x: () => app.flip(),
    n: () => (app.mode === app.learn ? app.learn.forward() : app.mode === app.play && askForGame(app.play)),
    m: () => app.mode === app.analysis && the("mark").focus(),
    c: () => openComment(app),
    p: () => promoteShown(app),
    Delete: () => deleteShown(app),
    "?": () => openHelp(app),
  };
}

/** @param {import("../app.js").App} app */
export function listen(app) {
  const keys = keysOf(app);
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const types = target.matches("input:not([type=checkbox]), textarea, select") || document.querySelector("dialog[open]");
    if (types || event.ctrlKey || event.metaKey || event.altKey) return;
    // Users of speech input turn off shortcuts with one character.
    if (event.key.length === 1 && !app.settings.shortcuts) return;
    const work = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!work) return;
    event.preventDefault();
    app.safely(Promise.resolve(work()));
  });
}
