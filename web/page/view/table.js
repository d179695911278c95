/** The table: the board, the players and the tray. It turns touches into moves. */
import { Board } from "./board.js";
import { announce, fill, keepFocus, make, the } from "./dom.js";
import { Hands } from "./hands.js";
import { MoveBuilder, dropsOf, stacksAfter } from "../model/moves.js";
import { picture, slab } from "./pieces.js";
import { trayOf } from "./tray.js";
import { colorName, counted, reserveWords, stackWords } from "../model/words.js";

/**
 * @typedef {object} Scene state beside the position
 * @property {boolean} mayMove
 * @property {boolean} isFlipped
 * @property {import("./board.js").Arrow[]} arrows
 * @property {boolean} showsThreats
 * @property {Record<string, string>} names of the players
 * @property {Record<string, string | null>} clocks
 * @property {boolean} hasNames whether files and ranks have names
 * @property {boolean} asks whether the player confirms moves
 * @property {Step[]} [next] what comes after the end of the game
 *
 * @typedef {{id: string, text: string, isBest: boolean, work: () => void, title?: string}} Step
 */

export class Table {
  /** @param {(move: string) => void} onMove @param {(step: number) => boolean} go goes through the game, if there is a position */
  constructor(onMove, go) {
    this.onMove = onMove;
    this.builder = new MoveBuilder();
    this.piece = "flat";
    /** What the board shows. @type {import("../engine/answers.js").Facts | null} */
    this.shown = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** The stacks after the player's move, until its facts arrive. @type {import("../model/moves.js").Stack[] | null} */
    this.played = null;
    /** Whether the last move on the board is the player's, and the stones that it dropped if it is not. */
    this.isOwn = false;
    /** @type {number[]} */
    this.slid = [];
    /** @type {string | null} */
    this.looked = null;
    /** Whether a piece or a stack follows the pointer. */
    this.drags = false;
    /** Arrows and circles of the player on this position. @type {import("./board.js").Drawing[]} */
    this.drawings = [];
    /** The square where the keyboard began an arrow. @type {string | null} */
    this.begun = null;
    this.board = new Board(the("board"), {
      tap: (square) => this.tap(square),
      finish: (square) => this.finishOn(square),
      look: (square) => this.look(square),
    });
    this.popup = make("div", { class: "popup", hidden: true, "aria-hidden": "true" });
    the("board").append(this.popup);
    this.hands = new Hands(this, go);
  }

  /** The position on the board. */
  get facts() {
    if (!this.shown) throw new Error("expected a position on the board, found none");
    return this.shown;
  }

  /** @param {import("../engine/answers.js").Facts} facts @param {Scene} scene */
  show(facts, scene) {
    const isNew = facts !== this.shown;
    const couldMove = this.scene?.mayMove;
    this.shown = facts;
    this.scene = scene;
    if (isNew) {
      this.drawings = [];
      this.begun = null;
      // The stones of the player's own move are there already.
      this.slid = this.isOwn ? [] : dropsOf(facts.last);
      this.isOwn = false;
    }
    if (isNew || couldMove !== scene.mayMove) {
      this.builder.begin(scene.mayMove ? facts.placements : [], scene.mayMove ? facts.spreads : []);
      if (!this.builder.pieces().includes(this.piece)) this.piece = "flat";
    }
    this.draw();
  }

  draw() {
    if (!this.shown || !this.scene) return;
    this.drawBoard(this.shown, this.scene);
    keepFocus(() => fill(the("tray"), trayOf(this)), (options) => this.board.focus(options));
    this.drawPlayer("white");
    this.drawPlayer("black");
    this.drawPopup();
  }

  /** @param {import("../engine/answers.js").Facts} facts @param {Scene} scene */
  drawBoard(facts, scene) {
    const { builder } = this;
    const { stacks, hand } = builder.preview(this.played ?? facts.stacks);
    const mayMove = scene.mayMove && this.played === null;
    const at = new Map(stacks.map((stack) => [stack.square, stack]));
    const targets = mayMove ? builder.targets() : new Set();
    const isMovable = (/** @type {string} */ square) => mayMove && this.canTake(square);
    const squares = (/** @type {{squares: string[]}[]} */ wins) => new Set(wins.flatMap((win) => win.squares));
    this.board.draw({
      size: facts.size,
      isFlipped: scene.isFlipped,
      hasNames: scene.hasNames,
      stacks,
      slid: this.slid,
      last: builder.from ? [] : (facts.last?.squares ?? []),
      targets,
      isMovable,
      // Without a move begun every empty square is a target: dots would hide the board.
      dots: builder.from ? targets : new Set(),
      chosen: builder.from ?? builder.placement?.square ?? null,
      hand,
      ghost: builder.placement ? { ...builder.placement, color: this.places(builder.placement.piece) } : null,
      drops: new Map(builder.path.map((square, index) => [square, builder.drops[index]])),
      arrows: builder.isEmpty ? scene.arrows : [],
      drawings: this.begun === null ? this.drawings : [...this.drawings, { from: this.begun, to: this.begun }],
      threats: scene.showsThreats ? squares(facts.threats) : new Set(),
      wins: scene.showsThreats ? squares(facts.wins) : new Set(),
      road: new Set(facts.outcome?.road ?? []),
      label: (square) => this.label(square, at.get(square), targets.has(square)),
      isStill: !mayMove,
    });
  }

  /** Color of a placed piece. @param {string} piece */
  places(piece) {
    return piece === "flat" ? this.facts.places : this.facts.to_move;
  }

  /** @param {string} square @param {import("../model/moves.js").Stack | undefined} stack @param {boolean} isTarget */
  label(square, stack, isTarget) {
    const what = stack ? stackWords(stack) : "empty";
    const moved = this.facts.last?.squares.includes(square) ? ", last move" : "";
    const drop = this.builder.path.indexOf(square);
    const dropped = drop >= 0 ? `, ${counted(this.builder.drops[drop], "stone")} dropped` : "";
    return `${square}, ${what}${dropped}${moved}${isTarget ? "" : ", no move"}`;
  }

  /** @param {string} square */
  tap(square) {
    this.wipe();
    if (!this.scene?.mayMove || this.played !== null) return;
    const move = this.builder.tap(square, { piece: this.piece, asks: this.scene.asks });
    this.after(move);
    if (move === null) announce(this.builder.words());
  }

  /** Whether a drag can begin on this square. @param {string} square */
  canTake(square) {
    const { builder } = this;
    return builder.path.at(-1) === square || builder.carries(square).length > 0;
  }

  /** Takes the stack of a square, unless the hand is there. @param {string} square */
  take(square) {
    const { builder } = this;
    if ((builder.path.at(-1) ?? builder.from) === square) return;
    builder.cancel();
    builder.tap(square, { piece: this.piece, asks: true });
    this.draw();
  }

  /** Carries the stack to a square, with a stone for each square on the way; returns whether it moves. @param {string} square */
  carryTo(square) {
    const moves = this.builder.carryTo(square);
    if (moves) this.draw();
    return moves;
  }

  /** Drops another stone where the dragged stack is. One stays in the hand, for the squares behind. */
  dropMore() {
    const { builder } = this;
    if (builder.left < 2) return;
    builder.change(builder.path.length - 1, 1);
    this.draw();
  }

  /** Puts the carried stones down where the hand is. */
  putDown() {
    const { builder } = this;
    if (builder.path.length === 0) return this.cancel();
    builder.dropAll();
    this.after(this.scene?.asks ? null : builder.finish());
    if (!builder.isEmpty) announce(builder.words());
  }

  /** Shows a piece on a square before its placement, or none. @param {string} piece @param {string | null} square */
  hover(piece, square) {
    this.builder.hover(piece, square);
    this.draw();
  }

  /** Adds an arrow, or a circle on a single square; or removes it. @param {string} from @param {string} to */
  sketch(from, to) {
    const others = this.drawings.filter((one) => one.from !== from || one.to !== to);
    const isNew = others.length === this.drawings.length;
    this.drawings = isNew ? [...others, { from, to }] : others;
    this.begun = null;
    announce(`${from === to ? `Circle on ${from}` : `Arrow from ${from} to ${to}`}${isNew ? "" : " removed"}.`);
    this.draw();
  }

  /** Begins an arrow on the square with the keyboard focus, or ends it there. */
  sketchByKey() {
    const { at } = this.board;
    this.board.focus();
    if (this.begun !== null) return this.sketch(this.begun, at);
    this.begun = at;
    announce(`Arrow from ${at}. Press A again at its end; on ${at} it becomes a circle.`);
    this.draw();
  }

  /** Removes all arrows and circles; returns whether there were some. */
  wipe() {
    const isEmpty = this.drawings.length === 0 && this.begun === null;
    this.drawings = [];
    this.begun = null;
    if (!isEmpty) this.draw();
    return !isEmpty;
  }

  /** Plays the complete move that ends on this square; returns whether there is one. @param {string} square */
  finishOn(square) {
    const { builder } = this;
    const isThere = (builder.placement?.square ?? builder.path.at(-1)) === square && builder.whole() !== null;
    if (isThere) this.finish();
    return isThere;
  }

  /** @param {string | null} move */
  after(move) {
    if (move === null || !this.scene) return this.draw();
    this.piece = "flat";
    this.isOwn = true;
    this.played = stacksAfter(this.facts, move);
    // The stone appears at once; all else follows with the facts of the new position.
    this.drawBoard(this.facts, this.scene);
    this.onMove(move);
  }

  finish() {
    this.after(this.builder.finish());
  }

  cancel() {
    if (!this.builder.isEmpty) announce("The move is canceled.");
    else if (this.wipe()) announce("The arrows and circles are removed.");
    this.builder.cancel();
    this.draw();
  }

  stepBack() {
    if (this.builder.isEmpty) return;
    this.builder.stepBack();
    announce(this.builder.words() || "The move is canceled.");
    this.draw();
  }

  /** @param {string} piece */
  choose(piece) {
    if (!this.builder.pieces().includes(piece)) return;
    this.piece = piece;
    if (this.builder.placement) {
      const { square } = this.builder.placement;
      this.builder.cancel();
      this.builder.tap(square, { piece, asks: true });
    }
    this.draw();
  }

  /** @param {string | null} square */
  look(square) {
    this.looked = square;
    this.drawPopup();
  }

  /** Shows the stones of the stack under the pointer. */
  drawPopup() {
    // During a spread the tray shows the stones, and the popup would cover the targets.
    const square = this.builder.isEmpty ? this.looked : null;
    const stack = this.shown?.stacks.find((one) => one.square === square);
    this.popup.hidden = !stack || stack.stones.length < 2;
    if (square === null || !stack || this.popup.hidden) return;
    const [column, row] = this.board.place(square);
    const { size } = this.facts;
    this.popup.classList.toggle("left", column >= size / 2);
    this.popup.style.setProperty("--column", String(column));
    this.popup.style.setProperty("--row", String(Math.min(Math.max(row, 1), size - 2)));
    this.popup.style.setProperty("--size", String(size));
    const stones = [...stack.stones].reverse();
    // The mark shows the carry limit.
    const slabs = stones.map((stone, index) => slab(stone, index === 0 ? stack.top : "flat", index === size ? "below" : ""));
    this.popup.replaceChildren(make("b", { text: square }), ...slabs);
  }

  /** Name, flats, reserve and clock of a player. @param {"white" | "black"} color */
  drawPlayer(color) {
    const { facts, scene } = this;
    if (!scene) return;
    const isNear = (color === "white") !== scene.isFlipped;
    const box = the(isNear ? "near" : "far");
    const { stones, capstones, flats } = facts[color];
    const komi = facts.half_komi !== 0 && (color === "black") === facts.half_komi > 0 ? ` + ${facts.komi.replace("-", "")}` : "";
    const clock = scene.clocks[color];
    box.className = `player ${color}${facts.to_move === color && !facts.outcome ? " turn" : ""}`;
    const left = reserveWords(facts[color]);
    const pictures = [picture(color, "flat"), `×${stones}`, ...(capstones > 0 ? [picture(color, "capstone"), `×${capstones}`] : [])];
    const reserve = make("span", { class: "reserve", title: left }, [
      make("span", { class: "unseen", text: left }),
      make("span", { class: "pictures", "aria-hidden": "true" }, pictures),
    ]);
    box.replaceChildren(
      make("span", { class: "dot", "aria-hidden": "true" }),
      make("b", { text: scene.names[color] || colorName(color) }),
      make("span", { class: "flats", text: `${flats}${komi} ${flats === 1 && !komi ? "flat" : "flats"}` }),
      reserve,
      ...(clock ? [make("time", { id: `clock-${color}`, class: "clock", text: clock })] : []),
    );
  }

  /** Shows the time without drawing everything. @param {string} color @param {string} text */
  tellTime(color, text) {
    const clock = document.getElementById(`clock-${color}`);
    if (clock && clock.textContent !== text) clock.textContent = text;
  }
}
