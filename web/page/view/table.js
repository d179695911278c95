/**
 * The table: the board, the players, and the tray with the pieces or the carried stones. It turns touches into moves.
 */
import { Board } from "./board.js";
import { announce, button, keepFocus, make, the } from "./dom.js";
import { MoveBuilder, PIECES, stacksAfter } from "../model/moves.js";
import { picture } from "./pieces.js";
import { colorName, counted, reserveWords, stackWords } from "../model/words.js";

/**
 * @typedef {object} Scene state beside the position
 * @property {boolean} mayMove
 * @property {boolean} isFlipped
 * @property {import("./board.js").Arrow[]} arrows
 * @property {boolean} showsThreats
 * @property {Record<string, string>} names of the players
 * @property {Record<string, string | null>} clocks
 * @property {boolean} asks whether the player confirms moves
 */

/**
 * A stone from the side.
 * @param {string} stone
 * @param {string} piece
 * @param {string} more
 */
const slab = (stone, piece, more) =>
  make("i", { class: `slab ${stone === "w" ? "white" : "black"} ${piece} ${more}`, "aria-hidden": "true" });

export class Table {
  /** @param {(move: string) => void} onMove */
  constructor(onMove) {
    this.onMove = onMove;
    this.builder = new MoveBuilder();
    this.piece = "flat";
    /** @type {any} */
    this.facts = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** The stacks after the player's move, until its facts arrive. @type {import("../model/moves.js").Stack[] | null} */
    this.played = null;
    /** @type {string | null} */
    this.looked = null;
    this.board = new Board(the("board"), {
      tap: (square) => this.tap(square),
      finish: (square) => this.finishOn(square),
      look: (square) => this.look(square),
    });
    this.popup = make("div", { class: "popup", hidden: true, "aria-hidden": "true" });
    the("board").append(this.popup);
  }

  /** @param {any} facts @param {Scene} scene */
  show(facts, scene) {
    const isNew = facts !== this.facts;
    const couldMove = this.scene?.mayMove;
    this.facts = facts;
    this.scene = scene;
    if (isNew || couldMove !== scene.mayMove) {
      const moves = scene.mayMove ? [facts.placements, facts.spreads] : [[], []];
      this.builder.begin(moves[0], moves[1]);
      if (!this.builder.pieces().includes(this.piece)) this.piece = "flat";
    }
    this.draw();
  }

  draw() {
    const { facts, scene, builder } = this;
    if (!facts || !scene) return;
    const { stacks, hand } = builder.preview(this.played ?? facts.stacks);
    const mayMove = scene.mayMove && this.played === null;
    const at = new Map(stacks.map((/** @type {any} */ stack) => [stack.square, stack]));
    const targets = mayMove ? builder.targets() : new Set();
    const squares = (/** @type {any[]} */ wins) => new Set(wins.flatMap((win) => win.squares));
    this.board.draw({
      size: facts.size,
      isFlipped: scene.isFlipped,
      stacks,
      last: builder.from ? [] : (facts.last?.squares ?? []),
      targets,
      // Without a move begun every empty square is a target: dots would hide the board.
      dots: builder.from ? targets : new Set(),
      chosen: builder.from ?? builder.placement?.square ?? null,
      hand,
      ghost: builder.placement ? { ...builder.placement, color: this.places(builder.placement.piece) } : null,
      drops: new Map(builder.path.map((square, index) => [square, builder.drops[index]])),
      arrows: builder.isEmpty ? scene.arrows : [],
      threats: scene.showsThreats ? squares(facts.threats) : new Set(),
      wins: scene.showsThreats ? squares(facts.wins) : new Set(),
      road: new Set(facts.outcome?.road ?? []),
      label: (square) => this.label(square, at.get(square), targets.has(square)),
      isStill: !mayMove,
    });
    keepFocus(() => this.drawTray(), (options) => this.board.focus(options));
    for (const color of ["white", "black"]) this.drawPlayer(color);
    this.drawPopup();
  }

  /** Color of a placed piece. @param {string} piece */
  places(piece) {
    return piece === "flat" ? this.facts.places : this.facts.to_move;
  }

  /** @param {string} square @param {any} stack @param {boolean} isTarget */
  label(square, stack, isTarget) {
    const what = stack ? stackWords(stack) : "empty";
    const moved = this.facts.last?.squares.includes(square) ? ", last move" : "";
    const drop = this.builder.path.indexOf(square);
    const dropped = drop >= 0 ? `, ${counted(this.builder.drops[drop], "stone")} dropped` : "";
    return `${square}, ${what}${dropped}${moved}${isTarget ? "" : ", no move"}`;
  }

  /** @param {string} square */
  tap(square) {
    if (!this.scene?.mayMove || this.played !== null) return;
    const move = this.builder.tap(square, { piece: this.piece, asks: this.scene.asks });
    this.after(move);
    if (move === null) announce(this.builder.words());
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
    if (move === null) return this.draw();
    this.piece = "flat";
    this.played = stacksAfter(this.facts, move);
    this.draw();
    this.onMove(move);
  }

  finish() {
    this.after(this.builder.finish());
  }

  cancel() {
    if (!this.builder.isEmpty) announce("The move is canceled.");
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
    const stack = square && this.facts?.stacks.find((/** @type {any} */ one) => one.square === square);
    this.popup.hidden = !stack || stack.stones.length < 2;
    if (square === null || this.popup.hidden) return;
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

  drawTray() {
    const tray = the("tray");
    tray.replaceChildren(...(this.builder.from ? this.hand() : this.selector()));
  }

  /** The pieces of this board; the disabled ones keep their places. */
  selector() {
    const { builder, facts } = this;
    const keys = { flat: "1", wall: "2", capstone: "3" };
    const possible = builder.pieces();
    const chosen = builder.placement ? builder.placement.piece : this.piece;
    const hasCapstones = facts.white.capstones + facts.black.capstones > 0 || facts.stacks.some((/** @type {any} */ { top }) => top === "capstone");
    /** @type {HTMLElement[]} */
    const pieces = PIECES.filter((piece) => piece !== "capstone" || hasCapstones).map((piece) => {
      const choose = button("", () => this.choose(piece), {
        id: `piece-${piece}`,
        class: "choose",
        disabled: !possible.includes(piece),
        "aria-pressed": String(piece === chosen),
        title: `${piece} (${keys[/** @type {"flat"} */ (piece)]})`,
      });
      choose.append(picture(this.places(piece), piece), make("span", { text: piece }));
      return choose;
    });
    pieces.push(make("span", { class: "note", text: this.scene?.mayMove && !builder.placement ? this.opening() : "" }));
    if (builder.placement) {
      pieces.push(button("Play", () => this.finish(), { id: "confirm", class: "strong" }), button("Cancel", () => this.cancel(), { id: "cancel" }));
    }
    return pieces;
  }

  opening() {
    if (this.facts.opening_plies === 0) return "";
    const whose = this.facts.places === this.facts.to_move ? "own" : this.facts.places;
    return this.facts.opening === "double black stack" && this.facts.to_move === "white"
      ? "Place two black flats on one square."
      : `Place a flat: ${whose === "own" ? "one of your own" : `a ${whose} one`} this time.`;
  }

  /** The controls of a spread. */
  hand() {
    const { builder } = this;
    const step = (/** @type {number} */ index, /** @type {number} */ change, /** @type {string} */ sign) =>
      button(sign, () => {
        builder.change(index, change);
        this.after(this.scene?.asks ? null : builder.finish());
      }, {
        id: `drop-${index}-${change}`,
        class: "step",
        disabled: !builder.canChange(index, change),
        "aria-label": `${change > 0 ? "One more" : "One less"} on ${builder.path[index]}`,
      });
    const drops = builder.path.map((square, index) =>
      make("span", { class: "dropped" }, [step(index, -1, "−"), make("span", { text: `${square} ${builder.drops[index]}` }), step(index, 1, "+")]),
    );
    const counts = builder.carries(builder.from ?? "");
    const carry = make("select", { id: "carry", "aria-label": "Stones to take", change: () => {
      builder.carry(Number(carry.value));
      this.draw();
    } });
    for (const count of counts) carry.append(make("option", { value: count, text: String(count), selected: count === builder.carried }));
    const whole = builder.whole();
    const parts = [
      make("label", { class: "take" }, ["Take ", carry]),
      ...drops,
      this.inHand(),
    ];
    if (builder.canDropAll()) {
      parts.push(button(`All on ${builder.path.at(-1)}`, () => {
        builder.dropAll();
        this.after(this.scene?.asks ? null : builder.finish());
      }, { id: "all", class: "strong" }));
    }
    if (whole) parts.push(button(`Play ${whole}`, () => this.finish(), { id: "confirm", class: "strong" }));
    parts.push(button("Cancel", () => this.cancel(), { id: "cancel" }));
    return parts;
  }

  /** The carried stones; the first to drop is on the left. */
  inHand() {
    const { hand } = this.builder.preview(this.facts.stacks);
    const stones = [...(hand?.stones ?? "")];
    const slabs = stones.map((stone, index) => slab(stone, index === stones.length - 1 && hand ? hand.top : "flat", ""));
    return make("span", { class: "inhand", title: "Carried stones; the left one is dropped first" }, [
      make("span", { class: "unseen", text: `${stones.length} carried: ${stones.map((stone) => (stone === "w" ? "white" : "black")).join(", ")}` }),
      ...slabs,
    ]);
  }

  /** Name, flats, reserve and clock of a player. @param {string} color */
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
