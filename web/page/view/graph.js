/** The graph of a game: White's chance after every move, and the mistakes. */
import { make } from "./dom.js";
import { numberOf } from "./movelist.js";
import { svg } from "./pieces.js";
import { marksOf } from "../model/tree.js";

const WIDTH = 360;
const HEIGHT = 110;
/** Number of move numbers below the graph. */
const NUMBERS = 6;

/**
 * @typedef {import("../model/tree.js").Node} Node
 * @typedef {import("../model/game.js").Game} Game
 */

/**
 * Draws the graph with its axes; positions without a chance stay empty.
 * @param {Game} game
 * @param {(ply: number) => void} go shows a position
 */
export function graph(game, go) {
  const nodes = [game.root, ...game.line];
  const moves = nodes.length - 1;
  const name = make("span", { class: "name", "aria-hidden": "true" });
  const pointer = svg("line", { class: "pointer", y1: 0, y2: HEIGHT, visibility: "hidden" });
  const picture = draw(nodes, game.ply);
  picture.append(pointer);
  const plyAt = (/** @type {MouseEvent} */ { clientX }) => {
    const { left, width } = picture.getBoundingClientRect();
    return Math.max(0, Math.min(moves, Math.round(((clientX - left) / width) * moves)));
  };
  const area = make("div", {
    class: "area",
    click: (/** @type {MouseEvent} */ event) => go(plyAt(event)),
    pointermove: (/** @type {MouseEvent} */ event) => {
      const ply = plyAt(event);
      name.textContent = nameOf(game, nodes[ply]);
      name.classList.toggle("left", ply > moves / 2);
      for (const end of ["x1", "x2"]) pointer.setAttribute(end, String(place(ply, moves)));
      pointer.setAttribute("visibility", "visible");
    },
    pointerleave: () => {
      name.textContent = "";
      pointer.setAttribute("visibility", "hidden");
    },
  }, [picture, name]);
  const percent = ["100 %", "50", "0"].map((text) => make("span", { text }));
  return make("div", { class: "chart" }, [
    make("div", { class: "percent", "aria-hidden": "true", title: "White's chance" }, percent),
    area,
    make("div", { class: "numbers", "aria-hidden": "true", title: "Moves" }, numbers(game, moves)),
  ]);
}

/** Place of a position on the axis. @param {number} ply @param {number} moves */
const place = (ply, moves) => (Math.max(0, Math.min(ply, moves)) / Math.max(1, moves)) * WIDTH;

/** The numbers of some moves at their places. @param {Game} game @param {number} moves */
function numbers(game, moves) {
  const step = Math.max(2, 2 * Math.ceil(moves / 2 / NUMBERS));
  const labels = [];
  for (let ply = 1; ply <= moves; ply += step) {
    const label = make("span", { text: String(game.moveAt(ply - 1).number) });
    label.style.setProperty("left", `${(100 * ply) / Math.max(1, moves)}%`);
    labels.push(label);
  }
  return labels;
}

/** A position for people: its last move and White's chance. @param {Game} game @param {Node} node */
function nameOf(game, node) {
  const move = node === game.root ? "Start" : `${numberOf({ game }, node, true)} ${node.ptn}`;
  return node.chance === null ? move : `${move}: ${Math.round(node.chance)} %`;
}

/** @param {Node[]} nodes @param {number} ply the position on the board */
function draw(nodes, ply) {
  const chances = nodes.map(({ chance }) => chance);
  const moves = nodes.length - 1;
  const x = (/** @type {number} */ at) => place(at, moves);
  const picture = svg("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label(chances) });
  for (const { start, values } of runs(chances)) {
    const points = values.map((chance, index) => [start + index, HEIGHT - (chance / 100) * HEIGHT]);
    // A single position has half a ply on both sides.
    if (points.length === 1) points.splice(0, 1, [start - 0.5, points[0][1]], [start + 0.5, points[0][1]]);
    const [left, right] = [x(points[0][0]), x(points[points.length - 1][0])];
    const line = points.map(([at, y]) => `${x(at).toFixed(1)} ${y.toFixed(1)}`).join(" L ");
    picture.append(
      svg("rect", { class: "black", x: left, y: 0, width: right - left, height: HEIGHT }),
      svg("path", { class: "white", d: `M ${left} ${HEIGHT} L ${line} L ${right} ${HEIGHT} Z` }),
      svg("path", { class: "line", d: `M ${line}` }),
    );
  }
  for (const [at, node] of nodes.entries()) {
    const { judgement } = marksOf(node);
    if (judgement === "?" || judgement === "??") picture.append(svg("line", { class: judgement === "??" ? "blunder" : "mistake", x1: x(at), y1: 0, x2: x(at), y2: HEIGHT }));
  }
  picture.append(svg("line", { class: "even", x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2 }));
  picture.append(svg("line", { class: "now", x1: x(ply), y1: 0, x2: x(ply), y2: HEIGHT }));
  return picture;
}

/** Ranges of consecutive positions with a chance. @param {(number | null)[]} chances */
function runs(chances) {
  /** @type {{start: number, values: number[]}[]} */
  const found = [];
  for (const [at, chance] of chances.entries()) {
    if (chance === null) continue;
    const run = found.at(-1);
    if (run && run.start + run.values.length === at) run.values.push(chance);
    else found.push({ start: at, values: [chance] });
  }
  return found;
}

/** @param {(number | null)[]} chances */
function label(chances) {
  const known = chances.filter((chance) => chance !== null);
  if (known.length === 0) return "The graph of the game is empty";
  return `White's chance, from ${Math.round(known[0] ?? 50)} to ${Math.round(known[known.length - 1] ?? 50)} percent`;
}
