/** The end of a game: who wins, and why. */
import { colorName, komiText, list } from "./words.js";

/**
 * @typedef {import("../engine/answers.js").Color} Color
 * @typedef {import("../engine/answers.js").Facts} Facts
 * @typedef {{code: string, words: string, winner: Color | null}} End
 */

/** Winners of results that are not on the board. @type {Record<string, Color>} */
const WINNERS = { "1-0": "white", "0-1": "black" };

/**
 * The end of the game, on the board or beside it.
 * @param {Facts} facts
 * @param {import("./game.js").Result | null} result
 * @returns {End | null}
 */
export function endOf({ outcome }, result) {
  if (outcome) return outcome;
  return result && { ...result, winner: WINNERS[result.code] ?? null };
}

/** Sentences with the reason for a result on the board, the road or the count of flats, and the score. @param {Facts} facts */
export function reasonOf(facts) {
  const { outcome } = facts;
  if (!outcome?.by_stones) return "";
  const reason = outcome.road?.length ? `The road: ${list(alongRoad(outcome.road), "and")}.` : countOf(facts);
  const [board, pieces] = outcome.score ?? [];
  const score = outcome.score ? ` Score: ${board + pieces} (${board} for the board and ${pieces} for the pieces left).` : "";
  return ` ${reason}${score}`;
}

/** The squares of a road from one end to the other. @param {string[]} squares */
function alongRoad(squares) {
  const distance = (/** @type {string} */ one, /** @type {string} */ two) => Math.abs(one.charCodeAt(0) - two.charCodeAt(0)) + Math.abs(Number(one.slice(1)) - Number(two.slice(1)));
  const beside = (/** @type {string} */ square) => left.filter((other) => distance(square, other) === 1);
  const left = [...squares];
  const way = [];
  for (let next = left.find((square) => beside(square).length < 2); next !== undefined; [next] = beside(next)) {
    way.push(next);
    left.splice(left.indexOf(next), 1);
  }
  // A road with a wide place is no single way.
  return left.length === 0 ? way : squares;
}

/** The count of flats at the end. @param {Facts} facts */
function countOf({ size, stacks, white, black, half_komi: halfKomi }) {
  const without = [white, black].findIndex(({ stones, capstones }) => stones + capstones === 0);
  const cause = stacks.length === size ** 2 ? "The board is full." : `${colorName(without === 0 ? "white" : "black")} has no piece left.`;
  const count = (/** @type {Color} */ color, /** @type {number} */ flats, /** @type {number} */ komi) =>
    `${colorName(color)} ${flats}${komi > 0 ? ` + ${komiText(komi)} komi = ${komiText(2 * flats + komi)}` : ""}`;
  return `${cause} Flats: ${count("white", white.flats, -halfKomi)}, ${count("black", black.flats, halfKomi)}.`;
}
