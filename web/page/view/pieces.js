/**
 * Pictures of stones on a square of 100 by 100. Raised ones are seen a little from the front: the top stone shows its
 * face, the others their edges. Flat ones are seen from above: the stones under the top are bars at its side, the
 * lowest at the bottom. So the order of a stack is visible.
 */

import { make } from "./dom.js";

const NS = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element[]} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes, children = []) {
  const element = /** @type {SVGElement} */ (document.createElementNS(NS, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** How stones are drawn. @type {"raised" | "flat"} */
let look = "raised";

/** Changes how stones are drawn from now on. @param {"raised" | "flat"} name */
export const usePieces = (name) => {
  look = name;
};

/** Place of the number of stones in a stack, beside its other stones. */
export const countPlace = () => (look === "flat" ? -16 : 40);

/** A flat: half its width, half its depth, and its full thickness. */
const WIDE = 32;
const DEEP = 27;
const THICK = 10;
/** Maximum height of a stack without its top stone. */
const RISE = 46;

/** @param {string} letter `w` or `b` */
const side = (letter) => (letter === "w" ? "white" : "black");

/** @param {string} color @param {number} y @param {number} thick @param {boolean} isTop */
function flat(color, y, thick, isTop) {
  const edge = svg("rect", { class: `edge ${color}`, x: -WIDE, y: y - DEEP, width: 2 * WIDE, height: 2 * DEEP + thick, rx: 9 });
  if (!isTop) return [edge];
  const face = svg("rect", { class: `face ${color}`, x: -WIDE, y: y - DEEP, width: 2 * WIDE, height: 2 * DEEP, rx: 9 });
  const shine = svg("rect", { class: `shine ${color}`, x: -WIDE + 5, y: y - DEEP + 5, width: 2 * WIDE - 10, height: 2 * DEEP - 10, rx: 6 });
  return [edge, face, shine];
}

/** @param {string} color @param {number} y */
function wall(color, y) {
  const bar = (/** @type {string} */ name, /** @type {number} */ at) =>
    svg("rect", { class: `${name} ${color}`, x: -37, y: -11, width: 74, height: 22, rx: 7, transform: `translate(0 ${at}) rotate(-38)` });
  return [bar("edge", y + 4), bar("edge", y), bar("edge bare", y - 5), bar("face", y - 10)];
}

/** @param {string} color @param {number} y */
function capstone(color, y) {
  const body = `M -25 ${y - 16} V ${y + 6} A 25 19 0 0 0 25 ${y + 6} V ${y - 16} Z`;
  return [
    svg("path", { class: `edge ${color}`, d: body }),
    svg("ellipse", { class: `face ${color}`, cx: 0, cy: y - 16, rx: 25, ry: 19 }),
    svg("ellipse", { class: `shine ${color}`, cx: 0, cy: y - 17, rx: 14, ry: 10 }),
  ];
}

/**
 * A stack, its lowest stone in the middle of the square.
 * @param {string} stones `w` and `b`, the lowest first
 * @param {string} top `flat`, `wall` or `capstone`
 * @param {number} [moved] number of upper stones that have just moved; they get a group of their own
 */
export function stack(stones, top, moved = 0) {
  const drawn = look === "flat" ? flatStack(stones, top) : raisedStack(stones, top);
  const stays = drawn.slice(0, stones.length - moved).flat();
  const moves = drawn.slice(stones.length - moved).flat();
  return svg("g", { class: "stack" }, moved > 0 ? [...stays, svg("g", { class: "moved" }, moves)] : stays);
}

/** Bars at the side of a stack seen from above: their place, width, and the height of all. */
const BARS = { x: 36, width: 10, bottom: 42, height: 84 };

/** The shapes of each stone, from above. @param {string} stones @param {string} top */
function flatStack(stones, top) {
  const step = Math.min(9, BARS.height / Math.max(1, stones.length));
  return [...stones].map((letter, index) => {
    const color = `face ${side(letter)}`;
    if (index < stones.length - 1) {
      return [svg("rect", { class: `${color} bar`, x: BARS.x, y: BARS.bottom - (index + 1) * step, width: BARS.width, height: step - 1.5, rx: 2 })];
    }
    if (top === "wall") return [svg("rect", { class: color, x: -36, y: -10, width: 72, height: 20, rx: 4, transform: "rotate(-45)" })];
    if (top === "capstone") return [svg("circle", { class: color, r: 27 }), svg("circle", { class: `shine ${side(letter)}`, r: 13 })];
    return [svg("rect", { class: color, x: -31, y: -31, width: 62, height: 62, rx: 6 })];
  });
}

/** The shapes of each stone, raised. @param {string} stones @param {string} top */
function raisedStack(stones, top) {
  const height = stones.length;
  const thick = height > 1 ? Math.min(THICK, RISE / (height - 1)) : THICK;
  const base = 4 + Math.min(12, ((height - 1) * thick) / 3);
  const isStanding = top !== "flat";
  const shadow = svg("ellipse", { class: "shadow", cx: 3, cy: base + 16, rx: isStanding && height === 1 ? 30 : 38, ry: isStanding && height === 1 ? 17 : 24 });
  return [...stones].map((letter, index) => {
    const y = base - index * thick;
    const under = index === 0 ? [shadow] : [];
    if (index < height - 1) return [...under, ...flat(side(letter), y, thick, isStanding && index === height - 2)];
    if (top === "wall") return [...under, ...wall(side(letter), y + (height > 1 ? thick : 4))];
    if (top === "capstone") return [...under, ...capstone(side(letter), y + (height > 1 ? thick - 4 : 4))];
    return [...under, ...flat(side(letter), y, thick, true)];
  });
}

/**
 * A small picture of one piece.
 * @param {string} color `white` or `black`
 * @param {string} piece
 */
export function picture(color, piece) {
  const box = svg("svg", { viewBox: "-44 -42 88 88", class: "piece", "aria-hidden": "true" });
  box.append(stack(color[0], piece));
  return box;
}

/**
 * A stone from the side.
 * @param {string} stone
 * @param {string} piece
 * @param {string} more
 */
export const slab = (stone, piece, more) =>
  make("i", { class: `slab ${stone === "w" ? "white" : "black"} ${piece} ${more}`, "aria-hidden": "true" });
