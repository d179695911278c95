/**
 * Turns touches into a move. Only the list of legal moves decides: a touch is possible if some legal move begins so.
 *
 * @typedef {{move: string, square: string, piece: string}} Placement
 * @typedef {{square: string, stones: string, top: string}} Stack
 * @typedef {{move: string, from: string, to: string[], drops: number[], flattens: boolean}} Spread
 */

import { counted, list } from "./words.js";

/** The pieces in the order of repeated touches. */
export const PIECES = ["flat", "wall", "capstone"];

export class MoveBuilder {
  constructor() {
    /** @type {Placement[]} */
    this.placements = [];
    /** @type {Spread[]} */
    this.spreads = [];
    /** A placement before its confirmation. @type {Placement | null} */
    this.placement = null;
    /** Square of the moved stack. @type {string | null} */
    this.from = null;
    /** Number of carried stones. */
    this.carried = 0;
    /** Squares with dropped stones. @type {string[]} */
    this.path = [];
    /** Number of dropped stones per square. @type {number[]} */
    this.drops = [];
  }

  /**
   * Starts with the moves of a position.
   * @param {Placement[]} placements
   * @param {Spread[]} spreads
   */
  begin(placements, spreads) {
    this.placements = placements;
    this.spreads = spreads;
    this.cancel();
  }

  /** Forgets all touches. */
  cancel() {
    this.placement = null;
    this.from = null;
    this.carried = 0;
    this.path = [];
    this.drops = [];
  }

  get isEmpty() {
    return this.placement === null && this.from === null;
  }

  /** Stones still in the hand. */
  get left() {
    return this.carried - this.drops.reduce((sum, drop) => sum + drop, 0);
  }

  /** The pieces that can be placed on a square; on any, if none is named. @param {string} [square] */
  pieces(square) {
    const there = this.placements.filter((placement) => !square || placement.square === square);
    return PIECES.filter((piece) => there.some((placement) => placement.piece === piece));
  }

  /** Whether a spread begins with this path and these drops. @param {Spread} spread @param {string[]} path @param {number[]} drops */
  begins(spread, path, drops) {
    const last = path.length - 1;
    return (
      spread.from === this.from &&
      spread.drops.reduce((sum, drop) => sum + drop, 0) === this.carried &&
      path.every((square, index) => spread.to[index] === square) &&
      drops.every((drop, index) => (index === last ? spread.drops[index] >= drop : spread.drops[index] === drop))
    );
  }

  /** @param {string[]} path @param {number[]} drops */
  isPossible(path, drops) {
    return this.spreads.some((spread) => this.begins(spread, path, drops));
  }

  /** Possible numbers of stones to take from a square. @param {string} from */
  carries(from) {
    const own = this.spreads.filter((spread) => spread.from === from);
    const counts = own.map((spread) => spread.drops.reduce((sum, drop) => sum + drop, 0));
    return [...new Set(counts)].sort((one, two) => two - one);
  }

  /** The squares that can be touched next. @returns {Set<string>} */
  targets() {
    if (this.from === null) {
      return new Set([...this.placements.map(({ square }) => square), ...this.spreads.map(({ from }) => from)]);
    }
    const squares = new Set([this.from]);
    for (const spread of this.spreads) {
      if (!this.begins(spread, this.path, this.drops)) continue;
      spread.to.forEach((square, index) => {
        if (index >= this.path.length - 1 && this.canReach(square)) squares.add(square);
      });
    }
    return squares;
  }

  /** The path and the drops after another stone on a square, one on each square between. @param {string} square */
  toward(square) {
    const last = this.path.length - 1;
    if (this.path[last] === square) {
      const drops = this.drops.map((drop, index) => (index === last ? drop + 1 : drop));
      return { path: this.path, drops };
    }
    const onWay = this.spreads.find((spread) => this.begins(spread, this.path, this.drops) && spread.to.indexOf(square) > last);
    if (!onWay) return null;
    const path = onWay.to.slice(0, onWay.to.indexOf(square) + 1);
    return { path, drops: path.map((_, index) => this.drops[index] ?? 1) };
  }

  /** @param {string} square */
  canReach(square) {
    const next = this.toward(square);
    return next !== null && this.isPossible(next.path, next.drops);
  }

  /**
   * Touches a square; returns the move if it is complete.
   * @param {string} square
   * @param {{piece: string, asks: boolean}} how the piece to place, and whether moves are confirmed
   * @returns {string | null}
   */
  tap(square, how) {
    if (this.from !== null) return this.spread(square, how);
    const here = this.placements.filter((placement) => placement.square === square);
    if (here.length > 0) {
      const pieces = this.pieces(square);
      let piece = pieces.includes(how.piece) ? how.piece : pieces[0];
      if (how.asks && this.placement?.square === square) {
        piece = pieces[(pieces.indexOf(this.placement.piece) + 1) % pieces.length];
      }
      const placement = here.find((one) => one.piece === piece) ?? here[0];
      if (!how.asks) return this.done(placement.move);
      this.placement = placement;
      return null;
    }
    this.cancel();
    const counts = this.carries(square);
    if (counts.length > 0) {
      this.from = square;
      this.carried = counts[0];
    }
    return null;
  }

  /** @param {string} square @param {{piece: string, asks: boolean}} how */
  spread(square, how) {
    if (square === this.from && this.path.length === 0) {
      // Each touch takes fewer stones; the last one cancels.
      const counts = this.carries(square);
      const next = counts[counts.indexOf(this.carried) + 1];
      if (next) this.carried = next;
      else this.cancel();
      return null;
    }
    const next = this.toward(square);
    if (next && this.isPossible(next.path, next.drops)) {
      this.path = next.path;
      this.drops = next.drops;
      return how.asks ? null : this.finish();
    }
    // The touch begins another move.
    const { from } = this;
    this.cancel();
    return square === from ? null : this.tap(square, how);
  }

  /** Shows a piece before its placement. @param {string} piece @param {string | null} square */
  hover(piece, square) {
    this.cancel();
    this.placement = this.placements.find((one) => one.square === square && one.piece === piece) ?? null;
  }

  /**
   * Carries the stack to a square: one stone drops on each square on the way. Back on the square before, the last
   * drop is undone.
   * @param {string} square
   * @returns {boolean} whether the touches changed
   */
  carryTo(square) {
    const { from, path, drops } = this;
    if (from === null || square === (path.at(-1) ?? from)) return false;
    const at = square === from ? 0 : path.indexOf(square) + 1;
    if (square === from || at > 0) {
      this.path = path.slice(0, at);
      this.drops = drops.slice(0, at);
      return true;
    }
    const next = this.toward(square);
    if (!next || !this.isPossible(next.path, next.drops)) return false;
    this.path = next.path;
    this.drops = next.drops;
    return true;
  }

  /** The complete move, if there is one. @returns {string | null} */
  whole() {
    if (this.placement) return this.placement.move;
    if (this.from === null || this.left !== 0) return null;
    const { drops } = this;
    const whole = this.spreads.find(
      (spread) => this.begins(spread, this.path, drops) && spread.drops.length === drops.length && spread.drops.at(-1) === drops.at(-1),
    );
    return whole?.move ?? null;
  }

  /** Ends the touches with the complete move. @returns {string | null} */
  finish() {
    const move = this.whole();
    return move === null ? null : this.done(move);
  }

  /** @param {string} move */
  done(move) {
    this.cancel();
    return move;
  }

  /** Whether all carried stones can be dropped on the last square. */
  canDropAll() {
    const last = this.drops.length - 1;
    if (last < 0 || this.left === 0) return false;
    return this.isPossible(this.path, this.drops.map((drop, index) => (index === last ? drop + this.left : drop)));
  }

  dropAll() {
    if (!this.canDropAll()) return;
    const { left } = this;
    this.drops = this.drops.map((drop, index) => (index === this.drops.length - 1 ? drop + left : drop));
  }

  /** Changes the number of carried stones. @param {number} count */
  carry(count) {
    if (this.from === null || !this.carries(this.from).includes(count)) return;
    this.carried = count;
    while (this.path.length > 0 && (this.left < 0 || !this.isPossible(this.path, this.drops))) this.stepBack();
  }

  /** Changes the number of stones dropped on a square. @param {number} index @param {number} change */
  change(index, change) {
    const drops = this.drops.map((drop, at) => (at === index ? drop + change : drop));
    if (this.canChange(index, change)) this.drops = drops;
  }

  /** @param {number} index @param {number} change */
  canChange(index, change) {
    const drops = this.drops.map((drop, at) => (at === index ? drop + change : drop));
    return drops[index] > 0 && this.isPossible(this.path, drops);
  }

  /** Undoes the last touch. */
  stepBack() {
    if (this.path.length === 0) return this.cancel();
    const last = this.drops.length - 1;
    if (this.drops[last] > 1) {
      this.drops = this.drops.map((drop, index) => (index === last ? drop - 1 : drop));
    } else {
      this.path = this.path.slice(0, -1);
      this.drops = this.drops.slice(0, -1);
    }
  }

  /** The touches so far, for screen readers; nothing before the first one. */
  words() {
    if (this.placement) return `${this.placement.piece} on ${this.placement.square}.`;
    if (this.from === null) return "";
    const taken = `${counted(this.carried, "stone")} of ${this.from}`;
    if (this.path.length === 0) return `${taken} taken.`;
    const drops = this.path.map((square, index) => `${this.drops[index]} on ${square}`);
    return `${taken}: ${list(drops, "and")}, ${this.left} in the hand.`;
  }

  /**
   * The stacks during the move, and the carried stones.
   * @param {Stack[]} stacks
   */
  preview(stacks) {
    return this.from === null ? { stacks, hand: null } : carry(stacks, this.from, this.carried, this.path, this.drops);
  }
}

/**
 * Takes stones from a square and drops them on a path.
 * @param {Stack[]} stacks
 * @param {string} from
 * @param {number} carried
 * @param {string[]} path
 * @param {number[]} drops
 * @returns {{stacks: Stack[], hand: Stack | null}} the stacks, and the stones still carried
 */
function carry(stacks, from, carried, path, drops) {
  const source = stacks.find(({ square }) => square === from);
  if (!source) return { stacks, hand: null };
  const stays = source.stones.length - carried;
  let hand = source.stones.slice(stays);
  const changed = new Map(stacks.map((stack) => [stack.square, stack]));
  if (stays > 0) changed.set(from, { square: from, stones: source.stones.slice(0, stays), top: "flat" });
  else changed.delete(from);
  path.forEach((square, index) => {
    const count = drops[index];
    const top = hand.length === count ? source.top : "flat";
    const below = changed.get(square)?.stones ?? "";
    changed.set(square, { square, stones: below + hand.slice(0, count), top });
    hand = hand.slice(count);
  });
  const above = path.at(-1) ?? from;
  return {
    stacks: [...changed.values()],
    hand: hand.length > 0 ? { square: above, stones: hand, top: source.top } : null,
  };
}

/**
 * The stacks after a legal move, shown until the facts of the position arrive.
 * @param {import("../engine/answers.js").Facts} facts of the position before
 * @param {string} move
 * @returns {Stack[]}
 */
export function stacksAfter(facts, move) {
  const placed = facts.placements.find((/** @type {Placement} */ one) => one.move === move);
  if (placed) {
    const owner = placed.piece === "flat" ? facts.places : facts.to_move;
    const isDouble = facts.opening === "double black stack" && facts.opening_plies === 2;
    return [...facts.stacks, { square: placed.square, stones: owner[0].repeat(isDouble ? 2 : 1), top: placed.piece }];
  }
  const spread = facts.spreads.find((/** @type {Spread} */ one) => one.move === move);
  if (!spread) return facts.stacks;
  const carried = spread.drops.reduce((/** @type {number} */ sum, /** @type {number} */ drop) => sum + drop, 0);
  return carry(facts.stacks, spread.from, carried, spread.to, spread.drops).stacks;
}

/**
 * The stones that a spread dropped on each of its squares, none on the first.
 * @param {{move: string, squares: string[]} | undefined} last
 * @returns {number[]}
 */
export function dropsOf(last) {
  const [, carried, drops] = /^(\d?)[a-h]\d[<>+-](\d*)$/.exec(last?.move ?? "") ?? [];
  if (drops === undefined) return [];
  return [0, ...(drops === "" ? [Number(carried || 1)] : [...drops].map(Number))];
}
