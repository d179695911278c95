/** Sentences for screen readers about moves and positions, in the game's notation. */
import { colorName, counted, list, plain, reserveWords } from "./words.js";

/** Maximum number of moves that are read one by one. */
const EACH = 3;

/**
 * @typedef {object} Shown the position that was announced last
 * @property {import("./game.js").Game} game
 * @property {string[]} moves
 * @property {string[]} ptn
 */

/** The shown position of a game. @param {import("./game.js").Game} game @returns {Shown} */
export const shownOf = (game) => ({ game, moves: game.moves.slice(0, game.ply), ptn: game.ptn.slice(0, game.ply) });

/**
 * The change from one shown position to the next one of the same game: moves, an undo, or another place in the game.
 * @param {Shown | null} before
 * @param {Shown} now
 * @param {(color: string) => string} who subject and verb: `You play`
 */
export function changeWords(before, now, who) {
  if (before?.game !== now.game) return "";
  const { game, moves } = now;
  const [from, to] = [before.moves.length, moves.length];
  const same = moves.findIndex((move, index) => move !== before.moves[index]);
  const common = same < 0 ? Math.min(from, to) : same;
  if (common === from && common === to) return "";
  if (common === to && game.isAtEnd) return `Undone: ${list(before.ptn.slice(to).map(plain), "and")}.`;
  if (common === from && to - from <= EACH) {
    return now.ptn.slice(from).map((ptn, index) => `${who(game.moveAt(from + index).color)} ${plain(ptn)}.`).join(" ");
  }
  return place(now);
}

/** The place in a game. @param {Shown} shown */
function place({ game, ptn }) {
  if (ptn.length === 0) return "The first position.";
  const { number, color } = game.moveAt(ptn.length - 1);
  return `The position after ${number}. ${colorName(color)} ${plain(ptn[ptn.length - 1])}.`;
}

/**
 * The state of the game: the side to move, the last move, flats, reserves and clocks.
 * @param {import("../engine/answers.js").Facts} facts
 * @param {Pick<import("../view/table.js").Scene, "names" | "clocks">} scene
 */
export function stateWords(facts, { names, clocks }) {
  const turn = facts.outcome ? `${facts.outcome.words}.` : `Move ${facts.move_number}, ${colorName(facts.to_move)} to move.`;
  const last = facts.last ? `Last move: ${plain(facts.last.ptn)}.` : "";
  const players = [/** @type {const} */ ("white"), /** @type {const} */ ("black")].map((color) => {
    const name = names[color] && names[color] !== colorName(color) ? `${colorName(color)}, ${names[color]}` : colorName(color);
    const clock = clocks[color] ? `, clock ${clocks[color]}` : "";
    return `${name}: ${counted(facts[color].flats, "flat")}, ${reserveWords(facts[color])}${clock}.`;
  });
  return [turn, last, ...players].filter(Boolean).join(" ");
}

/**
 * An evaluation: depth, score, White's chance and the best line.
 * @param {{depth: number, pv: string[]}} best
 * @param {string} score
 * @param {number} chance
 */
export const evaluationWords = (best, score, chance) =>
  `Depth ${best.depth}: ${score.replace("−", "minus ")}, White's chance ${Math.round(chance)} percent. Best: ${best.pv.slice(0, 6).join(", ")}.`;
