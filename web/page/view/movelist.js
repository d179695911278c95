/** The moves of a game: the main line in rows, and below its moves their comments and variations. */
import { button, fill, make, the } from "./dom.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../model/tree.js").Node} Node
 */

/** The id of the shown move when the list was scrolled last. */
let revealed = "";

/** @param {App} app */
export function renderMoves(app) {
  const { game } = app;
  const list = the("moves");
  /** @type {HTMLElement[]} */
  const rows = remarks(app, game.root, []);
  /** @type {HTMLLIElement | null} */
  let row = null;
  for (const [ply, node] of game.root.rest.entries()) {
    const { number, color } = game.moveAt(ply);
    if (row === null || color === "white") {
      row = make("li", { class: "turn" }, [make("span", { class: "number", text: `${number}.` })]);
      if (color === "black") row.append(make("span", { class: "ply", text: "…" }));
      rows.push(row);
    }
    row?.append(moveButton(app, node, "main"));
    // The better move is the answer of another try.
    const isTried = node === app.analysis.review.attempt?.node;
    const others = isTried ? [] : (node.parent?.children ?? []).slice(1);
    const notes = remarks(app, node, others);
    rows.push(...notes);
    if (notes.length > 0) row = null;
  }
  const end = game.result?.code ?? (game.isAtMainEnd ? app.shown?.outcome?.code : null);
  if (end) rows.push(make("li", { class: "result", text: end }));
  if (rows.length === 0) rows.push(make("li", { class: "note", text: "No move yet." }));
  fill(list, rows);
  const now = list.querySelector(".now");
  if (now instanceof HTMLElement && now.id !== revealed) reveal(list, now);
  revealed = now?.id ?? "";
}

/** Scrolls a list if an element is outside of its visible part. @param {HTMLElement} list @param {HTMLElement} element */
function reveal(list, element) {
  const [box, part] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  if (part.top < box.top || part.bottom > box.bottom) list.scrollTop += part.top - box.top - list.clientHeight / 2;
}

/** The row with the comments of a move and the variations instead of it. @param {App} app @param {Node} node @param {Node[]} others */
function remarks(app, node, others) {
  const parts = [...node.comments.map((text) => make("p", { class: "comment", text }))];
  if (others.length === 0 && parts.length === 0) return [];
  return [make("li", { class: "remarks" }, [...parts, ...variations(app, others)])];
}

/** @param {App} app @param {Node[]} nodes the first moves */
function variations(app, nodes) {
  return nodes.length === 0 ? [] : [make("ol", { class: "variations" }, nodes.map((node) => variation(app, node)))];
}

/** A variation with its own variations. @param {App} app @param {Node} first */
function variation(app, first) {
  const { isFolded } = first;
  const title = `variation ${numberOf(app, first, true)} ${first.ptn}`;
  const fold = button(isFolded ? "▸" : "▾", () => {
    first.isFolded = !isFolded;
    app.save();
    app.draw();
  }, { id: `fold-${first.id}`, class: "fold", "aria-expanded": String(!isFolded), "aria-label": `${isFolded ? "Unfold" : "Fold"} ${title}` });
  const item = make("li", {}, [fold]);
  if (first.name) item.append(make("b", { text: `${first.name}: ` }));
  item.append(...first.before.comments.map(comment));
  let isNumbered = true;
  for (const node of isFolded ? [first] : [first, ...first.rest]) {
    item.append(moveButton(app, node, "", numberOf(app, node, isNumbered)));
    isNumbered = false;
    if (isFolded) continue;
    item.append(...node.comments.map(comment));
    const others = node === first ? [] : (node.parent?.children ?? []).slice(1);
    item.append(...variations(app, others));
    isNumbered = node.comments.length > 0 || others.length > 0;
  }
  if (isFolded && (first.rest.length > 0 || first.comments.length > 0)) item.append("…");
  if (!isFolded && first.rest.at(-1)?.result) item.append(make("b", { text: first.rest.at(-1)?.result }));
  return item;
}

/** @param {string} text */
const comment = (text) => make("span", { class: "comment", text: ` ${text} ` });

/** The number before a move: always before White's, and before Black's where it is asked for. @param {{game: import("../model/game.js").Game}} app @param {Node} node @param {boolean} isNumbered */
export function numberOf(app, node, isNumbered) {
  const { number, color } = app.game.moveAt(node.ply - 1);
  return color === "white" ? `${number}.` : isNumbered ? `${number}…` : "";
}

/** @param {App} app @param {Node} node @param {string} kind @param {string} [number] */
function moveButton(app, node, kind, number = "") {
  const isNow = node === app.game.shown;
  const more = { id: `move-${node.id}`, class: `ply ${kind}${isNow ? " now" : ""}`, "aria-current": isNow ? "true" : null };
  const move = button("", () => app.select(node), more);
  if (number) move.append(make("span", { class: "number", text: number }));
  move.append(node.ptn);
  return move;
}
