/**
 * A game: its rules, its start, its tree of moves, and the shown position. The engine knows the rules; this module does
 * not.
 *
 * @typedef {import("../engine/tei.js").Setup} Setup
 *
 * @typedef {object} Result a result that is not on the board: a resignation, an agreed draw, or time
 * @property {string} code
 * @property {string} words
 *
 * @typedef {object} Saved
 * @property {Setup} setup
 * @property {string | null} start
 * @property {import("./tree.js").Line[]} lines
 * @property {string[]} shown the moves before the shown position
 * @property {string[]} moves of a game without variations
 * @property {[string, string][]} tags
 * @property {Record<string, string>} names
 * @property {Result | null} result
 * @property {boolean} isFlipped
 */
import { Node, linesOf, treeOf } from "./tree.js";
import { komiText } from "./words.js";

/** @type {Setup} */
export const USUAL = { size: 6, halfKomi: 4, opening: "swap" };

export class Game {
  /** @param {Partial<Saved>} [from] */
  constructor(from = {}) {
    this.setup = from.setup ?? USUAL;
    /** A TPS; null for the empty board. */
    this.start = from.start ?? null;
    this.tags = from.tags ?? [];
    /** The players, by color, if the game names them. */
    this.names = from.names ?? {};
    /** The result of the main line. */
    this.result = from.result ?? null;
    /** Whether Black is below. */
    this.isFlipped = from.isFlipped ?? false;
    this.root = from.lines?.length ? treeOf(from.lines) : new Node("", "", null);
    /** The shown line. @type {Node[]} */
    this.line = this.root.rest;
    /** Number of moves before the shown position. */
    this.ply = from.shown || from.moves ? 0 : this.line.length;
    for (const move of from.moves ?? from.shown ?? []) this.play(move);
  }

  /** @returns {Omit<Saved, "moves">} */
  saved() {
    const { setup, start, tags, names, result, isFlipped } = this;
    return { setup, start, tags, names, result, isFlipped, lines: linesOf(this.root), shown: this.moves.slice(0, this.ply) };
  }

  /** The moves of the shown line in TEI. */
  get moves() {
    return this.line.map(({ move }) => move);
  }

  /** The same in PTN. */
  get ptn() {
    return this.line.map(({ ptn }) => ptn);
  }

  /** The last move before the shown position; the root without one. */
  get shown() {
    return this.line[this.ply - 1] ?? this.root;
  }

  /** Whether the last position of the shown line is shown. */
  get isAtEnd() {
    return this.ply === this.line.length;
  }

  /** Whether the last position of the main line is shown. */
  get isAtMainEnd() {
    return this.isAtEnd && this.shown.isMain;
  }

  /** The position after `ply` moves and `more`, in TEI. @param {number} ply @param {string[]} [more] */
  position(ply = this.ply, more = []) {
    const moves = [...this.moves.slice(0, ply), ...more];
    const start = this.start === null ? "startpos" : `tps ${this.start}`;
    return moves.length === 0 ? start : `${start} moves ${moves.join(" ")}`;
  }

  /** Plays a move in the shown position. A different one from those behind it begins a variation. @param {string} move */
  play(move) {
    this.select(this.shown.add(move));
  }

  /** Shows the position after a move; the shown line goes on as before if it contains the move. @param {Node} node */
  select(node) {
    if (this.line.indexOf(node) < 0 && node !== this.root) this.line = [...node.path, ...node.rest];
    this.ply = node.ply;
  }

  /** Shows the same moves after a change of the tree, as far as they are still there. */
  refresh() {
    let node = this.root;
    for (const { move } of this.line.slice(0, this.ply)) {
      const next = node.children.find((child) => child.move === move);
      if (!next) break;
      node = next;
    }
    this.line = [...node.path, ...node.rest];
    this.ply = node.ply;
  }

  /** Forgets all moves but the first ones of the shown line. @param {number} length */
  cut(length) {
    const last = this.line[length - 1] ?? this.root;
    last.children = [];
    this.result = null;
    this.line = this.line.slice(0, length);
    this.ply = Math.min(this.ply, length);
  }

  /** Shows another position of the shown line. @param {number} ply */
  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.line.length));
  }

  /** Sets the PTN of the last move before the shown position. @param {string} ptn */
  spell(ptn) {
    const { shown } = this;
    // A move of a file keeps its text.
    if (!shown.isSpelled) shown.ptn = ptn;
    shown.isSpelled = true;
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

  /** The same game with its comments and variations. */
  copy() {
    return new Game(JSON.parse(JSON.stringify(this.saved())));
  }

  /** A game from the shown position on, with the moves before it. */
  begun() {
    const { setup, start } = this;
    const game = new Game({ setup, start, moves: this.moves.slice(0, this.ply) });
    for (const [index, node] of game.line.entries()) node.ptn = this.line[index].ptn.replace(/[!?]+/g, "");
    return game;
  }

  /** The query of `ptn`. @param {string | null} code the result on the board at the end of the main line */
  query(code) {
    const names = new Set(this.tags.map(([name]) => name.toLowerCase()));
    /** @type {[string, string][]} */
    const tags = [["Size", String(this.setup.size)]];
    if (this.setup.halfKomi !== 0) tags.push(["Komi", komiText(this.setup.halfKomi)]);
    if (this.setup.opening !== "swap") tags.push(["Opening", this.setup.opening]);
    if (this.start !== null) tags.push(["TPS", this.start]);
    const lines = linesOf(this.root).map((line) => ({
      ...line,
      moves: line.moves.map(({ ptn, comments, evaluations }) => ({ ptn, comments, evaluations: evaluations?.map(({ text }) => ({ text })) })),
    }));
    lines[0].result = this.result?.code ?? code ?? lines[0].result;
    return { tags: [...this.tags, ...tags.filter(([name]) => !names.has(name.toLowerCase()))], lines };
  }
}

/** Results by resignation, time or agreement. @type {Record<string, string>} */
const ENDS = { "1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw" };

/**
 * An opened game.
 * @param {import("../engine/answers.js").Read} read
 */
export function fromRead(read) {
  const words = ENDS[read.result ?? ""];
  const tags = Object.fromEntries(read.tags);
  return new Game({
    result: words ? { code: read.result ?? "", words } : null,
    setup: { size: read.size, halfKomi: read.half_komi, opening: read.opening, pieces: read.pieces },
    start: read.start ?? null,
    lines: read.lines,
    names: { white: tags.Player1, black: tags.Player2 },
    tags: read.tags,
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
