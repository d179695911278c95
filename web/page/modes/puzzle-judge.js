/** The verdict on a move of a puzzle: by the rules, by the known solution, or by the engine's proof. */
import { colorName, counted, list, other, winningMoves } from "../model/words.js";

/**
 * @typedef {object} Verdict
 * @property {"solved" | "failed" | "open"} state
 * @property {string} words
 * @property {string} [reply] the refutation, or the move of the opponent in an open puzzle
 */

/**
 * Judges the last move of a game.
 * @param {import("../model/training.js").Puzzle} puzzle
 * @param {import("../model/game.js").Game} game
 * @param {import("../engine/answers.js").Facts} facts after the move
 * @param {() => Promise<import("../engine/tei.js").Result>} think searches the position after the move
 * @returns {Promise<Verdict | null>} nothing if the search had no result
 */
export async function judged(puzzle, game, facts, think) {
  const solver = game.first.color;
  const move = game.moves.at(-1) ?? "";
  const name = colorName(facts.to_move);
  const { outcome } = facts;
  const isKnown = game.moves.every((one, index) => puzzle.line[index] === one);
  if (outcome) return { state: outcome.winner === solver ? "solved" : "failed", words: `${outcome.words} (${outcome.code}).` };
  const [win] = facts.wins;
  if (win) return { state: "failed", words: `${move} does not win: ${name} wins at once with ${list(facts.wins.slice(0, 3).map((one) => one.move), "or")}.`, reply: win.move };
  const { best, lines } = await think();
  if (!best) return null;
  const played = game.moves.length;
  const reply = isKnown && puzzle.line[played] ? puzzle.line[played] : best;
  const isLost = lines[0]?.kind === "loss";
  const left = puzzle.moves === null ? null : puzzle.moves - Math.ceil(played / 2);
  if (!isLost && !isKnown) {
    return { state: "failed", words: `${move} does not win${inMoves(puzzle)}: ${name} answers ${reply}${facts.threats.length > 0 ? ", which meets the threat" : ""}; there is no forced win then.`, reply };
  }
  if (isLost && !isKnown && left !== null && winningMoves(lines[0]) > left) {
    return { state: "failed", words: `${move} wins, but only in ${counted(Math.ceil(played / 2) + winningMoves(lines[0]), "move")}: there is a win in ${puzzle.moves}.`, reply };
  }
  const threat = facts.threats.length > 0 ? ` It threatens ${list([...new Set(facts.threats.map((one) => one.move))].slice(0, 4), "and")}.` : "";
  return { state: "open", words: `${move} is right.${threat} ${colorName(other(solver))} plays ${reply}. Continue.`, reply };
}

/** ` in 2 moves`, if the number is known. @param {import("../model/training.js").Puzzle | undefined} puzzle */
export const inMoves = (puzzle) => (puzzle?.moves ? ` in ${counted(puzzle.moves, "move")}` : "");
