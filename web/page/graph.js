/** The graph of a game: White's chance after every move, and where mistakes were made. */
import { svg } from "./pieces.js";

const WIDTH = 360;
const HEIGHT = 110;

/**
 * Draws the graph; gaps are where nothing is known.
 * @param {(number | null)[]} chances in percent, for every position from the first
 * @param {(string | null)[]} marks `??` and the like, of the move that led to each position
 * @param {number} ply the position that is looked at
 */
export function graph(chances, marks, ply) {
  const last = Math.max(1, chances.length - 1);
  const x = (/** @type {number} */ at) => (at / last) * WIDTH;
  const y = (/** @type {number} */ chance) => HEIGHT - (chance / 100) * HEIGHT;
  const known = chances.flatMap((chance, at) => (chance === null ? [] : [[x(at), y(chance)]]));
  const picture = svg("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label(chances) });
  picture.append(svg("rect", { class: "black", x: 0, y: 0, width: WIDTH, height: HEIGHT }));
  if (known.length > 1) {
    const line = known.map(([atX, atY]) => `${atX.toFixed(1)} ${atY.toFixed(1)}`).join(" L ");
    const [first, end] = [known[0][0], known[known.length - 1][0]];
    picture.append(
      svg("path", { class: "white", d: `M ${first} ${HEIGHT} L ${line} L ${end} ${HEIGHT} Z` }),
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

/**
 * The position of a game of so many moves that somebody points at in the graph.
 * @param {HTMLElement} box what the graph fills
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
