/**
 * Goals of the tasks in the lessons. The engine's facts before and after a move decide, so every move that reaches a goal
 * counts.
 *
 * @typedef {import("../engine/answers.js").Facts} Facts
 *
 * @typedef {object} Try a move of the player
 * @property {Facts} before
 * @property {string} move
 * @property {Facts} after
 * @property {(moves: string[]) => Promise<Facts>} look facts after the move and further ones
 *
 * @typedef {(one: Try) => string | Promise<string>} Goal an empty text if the move reaches the goal, and otherwise the reason why it does not
 *
 * @typedef {object} Task
 * @property {string | null} tps the position; null for the empty board
 * @property {number} size
 * @property {number} [halfKomi]
 * @property {string} text
 * @property {string} task
 * @property {string} hint
 * @property {Goal[]} goals of the player's moves; the engine answers between two of them
 * @property {string} praise
 *
 * @typedef {{id: string, title: string, tasks: Task[]}} Lesson
 */
import { colorName, counted, list, other } from "./words.js";

/** @param {Try} one */
const placementOf = ({ before, move }) => before.placements.find((placement) => placement.move === move);

/** @param {Try} one */
const spreadOf = ({ before, move }) => before.spreads.find((spread) => spread.move === move);

/** Whether the player who moved has won. @param {Try} one */
const hasWon = ({ before, after }) => after.outcome?.winner === before.to_move;

/** All goals, in this order. @param {...Goal} goals @returns {Goal} */
export const all = (...goals) => async (one) => {
  for (const goal of goals) {
    const words = await goal(one);
    if (words !== "") return words;
  }
  return "";
};

/** Any move. @type {Goal} */
export const anything = () => "";

/** A piece of this kind on an empty square. @param {string} piece @returns {Goal} */
export const places = (piece) => (one) => {
  const placed = placementOf(one);
  if (!placed) return "This moved stones that are on the board. Place a new one on an empty square.";
  return placed.piece === piece ? "" : `This was a ${placed.piece}. First choose the ${piece} among your pieces, then touch the square.`;
};

/** Neither a wall nor a capstone on an empty square. @type {Goal} */
export const flatly = (one) => (["flat", undefined].includes(placementOf(one)?.piece) ? "" : "This works, too. But this time do it with a flat.");

/** A move of stones that are on the board. @type {Goal} */
export const moves = (one) => (spreadOf(one) ? "" : "This placed a new stone. Touch a stone of yours on the board, then the square to which it goes.");

/** A road of the player. @type {Goal} */
export const road = (one) => {
  if (hasWon(one) && (one.after.outcome?.road ?? []).length > 0) return "";
  if (placementOf(one)?.piece === "wall") return "A wall is never part of a road. Use a flat.";
  return "This does not make a road yet. A road joins two opposite edges without a gap, and not across corners.";
};

/** No immediate win of the opponent. @type {Goal} */
export const safe = (one) => {
  const [win] = one.after.wins;
  if (hasWon(one) || !win) return "";
  const placed = placementOf(one);
  const name = colorName(one.after.to_move);
  if (placed?.piece === "flat" && win.squares.includes(placed.square)) return `${name} moves onto your flat with ${win.move}, and has a road.`;
  return `${name} wins with ${win.move}: this leaves the road open.`;
};

/** A threat to complete a road. @type {Goal} */
export const tak = (one) => (one.after.last?.tak || hasWon(one) ? "" : "This is no tak yet: your next move would not complete a road.");

/** A threat of roads that no answer stops. @type {Goal} */
export const twoThreats = async (one) => {
  const { after, look } = one;
  const first = tak(one) || safe(one);
  if (first || hasWon(one)) return first;
  for (const { move } of [...after.placements, ...after.spreads]) {
    const { wins } = await look([move]);
    if (wins.length === 0) return `This is tak, but ${colorName(after.to_move)} stops it with ${move}. Look for a move with two threats.`;
  }
  return "";
};

/** A move onto a number of squares with flats of the opponent on top. @param {number} count @returns {Goal} */
export const captures = (count) => (one) => {
  const spread = spreadOf(one);
  if (!spread) return moves(one);
  const captured = spread.to.filter((square) => one.before.stacks.some((stack) => stack.square === square && stack.stones.at(-1) !== one.before.to_move[0]));
  const [name, own] = [colorName(other(one.before.to_move)), one.after.stacks.filter(({ square, stones }) => captured.includes(square) && stones.at(-1) === one.before.to_move[0])];
  if (own.length >= count) return "";
  if (captured.length === 0) return `Your move captured nothing. Move onto a ${name.toLowerCase()} flat.`;
  return `This captures ${counted(own.length, "flat")}. One move can capture ${count}.`;
};

/** The whole stack on one square. @type {Goal} */
export const whole = (one) => {
  const spread = spreadOf(one);
  if (!spread) return moves(one);
  const height = one.before.stacks.find(({ square }) => square === spread.from)?.stones.length ?? 0;
  if (height < 2) return "This was a single stone. Move the stack.";
  const [first] = spread.drops;
  if (spread.drops.length === 1 && first === height) return "";
  return `This left stones behind: ${list(spread.to.map((square, index) => `${spread.drops[index]} on ${square}`), "and")}. After the first square, press “All on …”.`;
};

/** A move over a number of squares. @param {number} count @returns {Goal} */
export const reaches = (count) => (one) => {
  const spread = spreadOf(one);
  if (!spread) return moves(one);
  return spread.to.length >= count ? "" : `This reaches ${counted(spread.to.length, "square")}. Drop one stone on each of ${count} squares.`;
};

/** A move from a square. @param {string} square @returns {Goal} */
export const from = (square) => (one) => (spreadOf(one)?.from === square ? "" : `Move stones of the stack on ${square}.`);

/** No stone of the opponent comes to the top. @type {Goal} */
export const frees = ({ before, after }) => {
  const color = other(before.to_move);
  const tops = (/** @type {Facts} */ facts) => facts.stacks.filter(({ stones }) => stones.at(-1) === color[0]).map(({ square }) => square);
  const free = tops(after).filter((square) => !tops(before).includes(square));
  return free.length === 0 ? "" : `This sets a ${color} stone free on ${list(free, "and")}.`;
};

/** A wall that is flattened. @type {Goal} */
export const flattens = (one) => (spreadOf(one)?.flattens ? "" : "No wall was flattened. The capstone has to move onto the wall, and alone.");

/** A win by the count of the flats. @type {Goal} */
export const flatWin = (one) => {
  const { after } = one;
  if (hasWon(one)) return "";
  if (!after.outcome) return "The board is not full, so the game continues. End it now.";
  const { white, black, komi } = after;
  const more = after.half_komi > 0 ? ` and ${komi} for komi` : "";
  return `${after.outcome.words}: ${white.flats} flats of White against ${black.flats} of Black${more}.`;
};

/** A placement where a number of neighbors is the least or the most. @param {(neighbors: number) => boolean} fits @param {string} words @returns {Goal} */
export const neighbors = (fits, words) => (one) => {
  const square = placementOf(one)?.square ?? "";
  const edge = (/** @type {number} */ place) => Number(place === 1) + Number(place === one.before.size);
  return fits(4 - edge(square.charCodeAt(0) - 96) - edge(Number(square[1]))) ? "" : words;
};

/** A placement with at least two squares to each edge. @type {Goal} */
export const central = (one) => {
  const square = placementOf(one)?.square ?? "";
  const { size } = one.before;
  const isInside = [square.charCodeAt(0) - 96, Number(square[1])].every((place) => place > 1 && place < size);
  return isInside ? "" : "At the edge a flat has fewer neighbors. Place it nearer to the middle.";
};

/** A capstone that can take a square back after the opponent's move. @param {string} square @param {string} reply @returns {Goal} */
export const guards = (square, reply) => async (one) => {
  const placed = placementOf(one);
  if (placed?.piece !== "capstone") return "Choose the capstone among your pieces, and place it next to the stack.";
  const { spreads } = await one.look([reply]);
  const isNear = spreads.some((spread) => spread.from === placed.square && spread.to.includes(square));
  return isNear ? "" : `From ${placed.square} the capstone does not reach ${square}. Place it on a square next to the stack.`;
};

/** A stack whose two highest stones are the player's. @param {string} square @returns {Goal} */
export const hard = (square) => ({ before, after }) => {
  const stones = after.stacks.find((stack) => stack.square === square)?.stones ?? "";
  return stones.length > 2 && stones.endsWith(before.to_move[0].repeat(2)) ? "" : `The top of ${square} still has a black stone below it, or has moved away. Move another white flat onto it.`;
};
