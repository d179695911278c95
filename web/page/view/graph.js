/** The graph of a game: White's chance after every move, and the mistakes. */
import { svg } from "./pieces.js";

const WIDTH = 360;
const HEIGHT = 110;

/**
 * Draws the graph; positions without a chance stay empty.
 * @param {(number | null)[]} chances in percent, for every position from the first
 * @param {(string | null)[]} marks `??` and the like, of the move that led to each position
 * @param {number} ply the position on the board
 */
export function graph(chances, marks, ply) {
  const last = Math.max(1, chances.length - 1);
  const x = (/** @type {number} */ at) => (Math.max(0, Math.min(at, last)) / last) * WIDTH;
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
  const mistakes = marks.flatMap((mark, at) => (mark === "?" || mark === "??" ? [{ mark, at: x(at) }] : []));
  for (const { mark, at } of mistakes) {
    picture.append(svg("line", { class: mark === "??" ? "blunder" : "mistake", x1: at, y1: 0, x2: at, y2: HEIGHT }));
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

/**
 * The number of moves before the position under the pointer.
 * @param {HTMLElement} box the element that the graph fills
 * @param {MouseEvent} event
 * @param {number} moves
 */
export function plyAt(box, event, moves) {
  const { left, width } = box.getBoundingClientRect();
  return Math.round(((event.clientX - left) / width) * moves);
}

/** @param {(number | null)[]} chances */
function label(chances) {
  const known = chances.filter((chance) => chance !== null);
  if (known.length === 0) return "The graph of the game is empty";
  return `White's chance, from ${Math.round(known[0] ?? 50)} to ${Math.round(known[known.length - 1] ?? 50)} percent`;
}
