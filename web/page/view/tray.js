/** The tray: the pieces to place, the controls of a stack in the hand, or the next steps after a game. */
import { button, make } from "./dom.js";
import { picture, slab } from "./pieces.js";
import { PIECES } from "../model/moves.js";

/** @typedef {import("./table.js").Table} Table */

/** What is in the tray. @param {Table} table */
export function trayOf(table) {
  if (table.builder.from) return hand(table);
  const next = table.scene?.next ?? [];
  return next.length > 0 ? next.map(({ id, text, isBest, work, title }) => button(text, work, { id, title, class: isBest ? "strong" : null })) : selector(table);
}

/** The pieces of this board; the disabled ones keep their places. @param {Table} table */
function selector(table) {
  const { builder, facts } = table;
  const keys = { flat: "1", wall: "2", capstone: "3" };
  const possible = builder.pieces();
  const chosen = builder.placement ? builder.placement.piece : table.piece;
  const hasCapstones = facts.white.capstones + facts.black.capstones > 0 || facts.stacks.some(({ top }) => top === "capstone");
  /** @type {HTMLElement[]} */
  const pieces = PIECES.filter((piece) => piece !== "capstone" || hasCapstones).map((piece) => {
    // These buttons can be pressed or dragged to the board.
    const choose = button("", () => table.choose(piece), {
      id: `piece-${piece}`,
      class: "choose",
      "data-piece": piece,
      disabled: !possible.includes(piece),
      "aria-pressed": String(piece === chosen),
      title: `${piece} (${keys[/** @type {"flat"} */ (piece)]})`,
    });
    choose.append(picture(table.places(piece), piece), make("span", { text: piece }));
    return choose;
  });
  pieces.push(make("span", { class: "note", text: table.scene?.mayMove && !builder.placement ? opening(table) : "" }));
  if (builder.placement && !table.drags) {
    pieces.push(button("Play", () => table.finish(), { id: "confirm", class: "strong" }), button("Cancel", () => table.cancel(), { id: "cancel" }));
  }
  return pieces;
}

/** What the opening wants. @param {Table} table */
function opening(table) {
  if (table.facts.opening_plies === 0) return "";
  const whose = table.facts.places === table.facts.to_move ? "own" : table.facts.places;
  return table.facts.opening === "double black stack" && table.facts.to_move === "white"
    ? "Place two black flats on one square."
    : `Place a flat: ${whose === "own" ? "one of your own" : `a ${whose} one`} this time.`;
}

/** The controls of a spread. @param {Table} table */
function hand(table) {
  const { builder } = table;
  if (table.drags) return [inHand(table)];
  const step = (/** @type {number} */ index, /** @type {number} */ change, /** @type {string} */ sign) =>
    button(sign, () => {
      builder.change(index, change);
      table.after(table.scene?.asks ? null : builder.finish());
    }, {
      id: `drop-${index}-${change}`,
      class: "step",
      disabled: !builder.canChange(index, change),
      "aria-label": `${change > 0 ? "One more" : "One less"} on ${builder.path[index]}`,
    });
  const drops = builder.path.map((square, index) =>
    make("span", { class: "dropped" }, [step(index, -1, "−"), make("span", { text: `${square} ${builder.drops[index]}` }), step(index, 1, "+")]),
  );
  const counts = builder.carries(builder.from ?? "");
  const carry = make("select", { id: "carry", "aria-label": "Stones to take", change: () => {
    builder.carry(Number(carry.value));
    table.draw();
  } });
  for (const count of counts) carry.append(make("option", { value: count, text: String(count), selected: count === builder.carried }));
  const whole = builder.whole();
  const parts = [
    make("label", { class: "take" }, ["Take ", carry]),
    ...drops,
    inHand(table),
  ];
  if (builder.canDropAll()) {
    parts.push(button(`All on ${builder.path.at(-1)}`, () => {
      builder.dropAll();
      table.after(table.scene?.asks ? null : builder.finish());
    }, { id: "all", class: "strong" }));
  }
  if (whole) parts.push(button(`Play ${whole}`, () => table.finish(), { id: "confirm", class: "strong" }));
  parts.push(button("Cancel", () => table.cancel(), { id: "cancel" }));
  return parts;
}

/** The carried stones; the first to drop is on the left. @param {Table} table */
function inHand(table) {
  const { hand } = table.builder.preview(table.facts.stacks);
  const stones = [...(hand?.stones ?? "")];
  const slabs = stones.map((stone, index) => slab(stone, index === stones.length - 1 && hand ? hand.top : "flat", ""));
  return make("span", { class: "inhand", title: "Carried stones; the left one is dropped first" }, [
    make("span", { class: "unseen", text: `${stones.length} carried: ${stones.map((stone) => (stone === "w" ? "white" : "black")).join(", ")}` }),
    ...slabs,
  ]);
}
