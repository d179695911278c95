/**
 * The game on the board: its start, its moves, and the number of moves before the shown position. The engine knows
 * the rules; this module does not.
 *
 * @typedef {import("../engine/tei.js").Setup} Setup
 *
 * @typedef {object} Saved
 * @property {Setup} setup
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string[]} ptn
 * @property {number} ply
 * @property {string} text
 * @property {number} kept
 * @property {[string, string][]} tags
 * @property {Record<string, string>} names
 * @property {boolean} isOpened
 * @property {{code: string, words: string} | null} result
 * @property {MainLine | null} main
 *
 * @typedef {object} MainLine
 * @property {string[]} moves
 * @property {string[]} ptn
 * @property {number} kept
 * @property {{code: string, words: string} | null} [result]
 */

import { komiText } from "./words.js";

/** @type {Setup} */
export const USUAL = { size: 6, halfKomi: 4, opening: "swap" };

export class Game {
  /** @param {Partial<Saved>} [from] */
  constructor(from = {}) {
    this.setup = from.setup ?? USUAL;
    /** A TPS; null for the empty board. */
    this.start = from.start ?? null;
    /** The moves in TEI and in PTN. */
    this.moves = from.moves ?? [];
    this.ptn = from.ptn ?? [...this.moves];
    /** Number of moves before the shown position. */
    this.ply = from.ply ?? this.moves.length;
    /** The original PTN, and the number of its moves that are unchanged. */
    this.text = from.text ?? "";
    this.kept = from.kept ?? 0;
    this.tags = from.tags ?? [];
    /** The players, by color, if the game names them. */
    this.names = from.names ?? {};
    /** Whether the game was opened: it is a game of two others. */
    this.isOpened = from.isOpened ?? false;
    /** A result that is not on the board: a resignation, an agreed draw, or time. */
    this.result = from.result ?? null;
    /** The main line during a variation. */
    this.main = from.main ?? null;
  }

  /** @returns {Saved} */
  saved() {
    const { setup, start, moves, ptn, ply, text, kept, tags, names, isOpened, result, main } = this;
    return { setup, start, moves, ptn, ply, text, kept, tags, names, isOpened, result, main };
  }

  /** Whether the last position is shown. */
  get isAtEnd() {
    return this.ply === this.moves.length;
  }

  /** The position after `ply` moves and `more`, in TEI. @param {number} ply @param {string[]} [more] */
  position(ply = this.ply, more = []) {
    const moves = [...this.moves.slice(0, ply), ...more];
    const start = this.start === null ? "startpos" : `tps ${this.start}`;
    return moves.length === 0 ? start : `${start} moves ${moves.join(" ")}`;
  }

  /** Plays a move in the shown position; it replaces the moves after it. @param {string} move */
  play(move) {
    if (this.moves[this.ply] === move) {
      this.ply += 1;
      return;
    }
    if (!this.isAtEnd && this.main === null) {
      const { moves, ptn, kept, result } = this;
      this.main = { moves, ptn, kept, result };
    }
    this.cut(this.ply);
    this.moves = [...this.moves, move];
    this.ptn = [...this.ptn, move];
    this.ply += 1;
  }

  /** Forgets all moves but the first ones. @param {number} length */
  cut(length) {
    this.moves = this.moves.slice(0, length);
    this.ptn = this.ptn.slice(0, length);
    this.kept = Math.min(this.kept, length);
    this.ply = Math.min(this.ply, length);
    this.result = null;
  }

  /** Shows another position. @param {number} ply */
  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
  }

  /** Returns from a variation to the main line. */
  back() {
    if (this.main === null) return;
    let same = 0;
    while (same < this.ply && this.main.moves[same] === this.moves[same]) same += 1;
    this.moves = this.main.moves;
    this.ptn = this.main.ptn;
    this.kept = this.main.kept;
    this.result = this.main.result ?? null;
    this.main = null;
    this.ply = same;
  }

  /** Sets the PTN of a move. @param {number} ply @param {string} ptn */
  spell(ply, ptn) {
    if (ply < 1 || ply > this.ptn.length) return;
    const written = this.ptn[ply - 1];
    // Marks behind the move stay.
    if (written === this.moves[ply - 1]) this.ptn = this.ptn.map((move, index) => (index === ply - 1 ? ptn : move));
  }

  /** Number and color of the first move: from the TPS. */
  get first() {
    const [, mover, number] = this.start?.split(/\s+/) ?? [];
    return { number: Number(number ?? 1), color: mover === "2" ? "black" : "white" };
  }

  /** Number and color of the move after `ply` others. @param {number} ply */
  moveAt(ply) {
    const { number, color } = this.first;
    const plies = ply + (color === "black" ? 1 : 0);
    return { number: number + Math.floor(plies / 2), color: plies % 2 === 0 ? "white" : "black" };
  }

  /** The query of `ptn`. @param {string | null} code the result on the board */
  query(code) {
    return {
      text: this.text,
      tags: this.tags,
      kept: this.kept,
      moves: this.ptn.slice(this.kept),
      result: this.result?.code ?? code,
    };
  }
}

/** Results by resignation, time or agreement. @type {Record<string, string>} */
const ENDS = { "1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw" };

/**
 * An opened game.
 * @param {any} read the answer to `game`
 */
export function fromRead(read) {
  const result = ENDS[read.result];
  const tags = Object.fromEntries(read.tags);
  return new Game({
    result: result ? { code: read.result, words: result } : null,
    setup: { size: read.size, halfKomi: read.half_komi, opening: read.opening, pieces: read.pieces },
    start: read.start ?? null,
    moves: read.moves,
    ptn: read.ptn,
    names: { white: tags.Player1, black: tags.Player2 },
    isOpened: true,
    text: read.text,
    kept: read.moves.length,
  });
}

/**
 * PTN tags of a new game.
 * @param {Setup} setup
 * @param {Record<string, string>} names
 * @param {import("./clock.js").Clocks | null} clocks
 * @returns {[string, string][]}
 */
export function tagsOf(setup, names, clocks) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const now = new Date();
  return [
    ["Size", String(setup.size)],
    ["Komi", komiText(setup.halfKomi)],
    ["Opening", setup.opening],
    ["Player1", names.white],
    ["Player2", names.black],
    ["Date", `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`],
    ["Time", `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`],
    ...(clocks ? [/** @type {[string, string]} */ (["Clock", clocks.tag()])] : []),
  ];
}
