/** The dialog with what the hands and the keys do. */
import { make, openDialog } from "./dom.js";

const HANDS = [
  ["Press a square", "place the chosen piece; take a stack, again for fewer stones, then drop a stone with each press"],
  ["Drag a piece", "place it"],
  ["Drag a stack", "drop a stone on each square of the way, and the rest at the end; wait on a square, or press the space bar, for another stone there"],
  ["Point at a stack, or hold a finger on it", "show its stones"],
  ["Right button", "draw an arrow, or a circle; a press on the board clears them"],
  ["Wheel over the board", "go through the game"],
];

const KEYS = [
  ["Arrows on the board", "go from square to square"],
  ["Enter or Space", "choose a square; Enter plays a complete move"],
  ["1, 2, 3", "flat, wall, capstone"],
  ["Backspace, Esc", "undo one step of a move; cancel it, and remove arrows"],
  ["←, →, Home, End", "go through the game (outside the board)"],
  [", and .", "go through the game (everywhere)"],
  ["A", "begin an arrow on a square, and end it; twice on a square: a circle"],
  ["U, R", "undo, redo"],
  ["H", "hint"],
  ["E", "say the evaluation"],
  ["S", "say the state of the game"],
  ["B", "go to the board"],
  ["X", "turn the board"],
  ["N", "new game; the next task of a lesson"],
  ["M, C", "mark the shown move of an analysis; comment on it"],
  ["P, Delete", "promote a variation of an analysis; delete the shown move and those behind it"],
  ["?", "this help"],
];

/** @param {import("../app.js").App} app */
export function openHelp(app) {
  const table = (/** @type {string} */ name, /** @type {string[][]} */ rows) =>
    make("table", { class: "keys" }, [make("caption", { text: name }), ...rows.map(([key, what]) => make("tr", {}, [make("th", { text: key, scope: "row" }), make("td", { text: what })]))]);
  openDialog("Help", [
    table("Mouse, touch and pen", HANDS),
    table("Keys", KEYS),
    make("p", { class: "note", text: `${app.engine.name}, ${app.threads === 1 ? "one thread" : `${app.threads} threads`} at full strength. The page loads nothing from other servers and sends nothing to them.` }),
  ]);
}
