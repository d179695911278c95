/**
 * Draws a board and reports touches of squares. The table decides what to draw.
 *
 * @typedef {{square: string, stones: string, top: string}} Stack
 *
 * @typedef {object} Arrow
 * @property {string} from
 * @property {string} [to] absent for a placement
 * @property {string} [piece] the placed piece
 * @property {string} [color] color of that piece
 * @property {number} rank 1 for the best line
 *
 * @typedef {{from: string, to: string}} Drawing an arrow of the player, or a circle if both squares are the same
 *
 * @typedef {object} View content of the board
 * @property {number} size
 * @property {boolean} isFlipped
 * @property {boolean} hasNames whether files and ranks have names
 * @property {Stack[]} stacks
 * @property {string[]} last squares of the last move
 * @property {number[]} slid stones that the last move dropped on each of its squares; none if it is not animated
 * @property {Set<string>} targets squares that can be touched next
 * @property {Set<string>} dots targets with a dot
 * @property {string | null} chosen the square of the moved stack
 * @property {{square: string, stones: string, top: string} | null} hand stones above a square
 * @property {{square: string, color: string, piece: string} | null} ghost a piece before its placement
 * @property {Map<string, number>} drops stones dropped on the way
 * @property {Arrow[]} arrows
 * @property {Drawing[]} drawings
 * @property {(square: string) => boolean} isMovable whether a stack can be dragged
 * @property {Set<string>} threats
 * @property {Set<string>} wins
 * @property {Set<string>} road
 * @property {(square: string) => string} label text for a screen reader
 * @property {boolean} isStill whether nothing can be touched
 */
import { fill } from "./dom.js";
import { countPlace, stack, svg } from "./pieces.js";

const CELL = 100;
/** Width of the frame, with the names of files and ranks and without. */
const FRAMES = { named: 28, bare: 8 };

/** A board with stones alone. */
export const BARE = { last: [], slid: [], targets: new Set(), dots: new Set(), chosen: null, hand: null, ghost: null, drops: new Map(), arrows: [], drawings: [], isMovable: () => false, threats: new Set(), wins: new Set(), road: new Set(), label: () => "", isStill: true };

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{tap: (square: string) => void, finish: (square: string) => boolean, look: (square: string | null) => void}} listener
   */
  constructor(host, listener) {
    this.host = host;
    this.listener = listener;
    this.size = 0;
    this.isFlipped = false;
    this.frame = FRAMES.named;
    this.canvas = svg("svg", { class: "canvas", "aria-hidden": "true" });
    this.ground = svg("g", {});
    this.cells = document.createElement("div");
    this.cells.className = "cells";
    this.cells.setAttribute("role", "grid");
    this.cells.setAttribute("aria-label", "Board");
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** The square with the keyboard focus. */
    this.at = "a1";
    host.replaceChildren(this.canvas, this.cells);
    this.cells.addEventListener("keydown", (event) => this.step(event));
    this.cells.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && listener.look(null));
  }

  /** Column and row on the screen, the upper left corner first. @param {string} square */
  place(square) {
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square.slice(1)) - 1;
    return this.isFlipped ? [this.size - 1 - file, rank] : [file, this.size - 1 - rank];
  }

  /** The square at a column and a row. @param {number} column @param {number} row */
  squareAt(column, row) {
    const [file, rank] = this.isFlipped ? [this.size - 1 - column, row] : [column, this.size - 1 - row];
    return `${String.fromCharCode(97 + file)}${rank + 1}`;
  }

  /** @param {string} square @returns {[number, number]} the middle of the square */
  middle(square) {
    const [column, row] = this.place(square);
    return [this.frame + (column + 0.5) * CELL, this.frame + (row + 0.5) * CELL];
  }

  /** @param {View} view */
  draw(view) {
    const frame = view.hasNames ? FRAMES.named : FRAMES.bare;
    if (view.size !== this.size || view.isFlipped !== this.isFlipped || frame !== this.frame) {
      this.frame = frame;
      this.lay(view.size, view.isFlipped);
    }
    // A layer that looks the same stays, so that its animation goes on.
    fill(this.canvas, [this.ground, this.marks(view), this.stones(view), this.hints(view)]);
    this.cells.classList.toggle("still", view.isStill);
    for (const [square, button] of this.buttons) {
      const text = view.label(square);
      if (button.getAttribute("aria-label") !== text) button.setAttribute("aria-label", text);
      button.classList.toggle("target", view.targets.has(square));
      button.classList.toggle("movable", view.isMovable(square));
      if (view.chosen === square) button.setAttribute("aria-selected", "true");
      else button.removeAttribute("aria-selected");
    }
  }

  /** Lays out the squares. @param {number} size @param {boolean} isFlipped */
  lay(size, isFlipped) {
    const hadFocus = this.cells.contains(document.activeElement);
    this.size = size;
    this.isFlipped = isFlipped;
    const side = size * CELL + 2 * this.frame;
    this.canvas.setAttribute("viewBox", `0 0 ${side} ${side}`);
    this.ground = this.plank(size);
    this.host.style.setProperty("--frame", `${(this.frame / side) * 100}%`);
    this.cells.style.gridTemplate = `repeat(${size}, 1fr) / repeat(${size}, 1fr)`;
    this.buttons.clear();
    const rows = [];
    for (let row = 0; row < size; row += 1) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.className = "row";
      for (let column = 0; column < size; column += 1) line.append(this.cell(this.squareAt(column, row)));
      rows.push(line);
    }
    this.cells.replaceChildren(...rows);
    if (!this.buttons.has(this.at)) this.at = "a1";
    const current = this.buttons.get(this.at);
    if (current) current.tabIndex = 0;
    if (hadFocus) current?.focus();
  }

  /** @param {string} square */
  cell(square) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.square = square;
    button.setAttribute("role", "gridcell");
    button.tabIndex = -1;
    button.addEventListener("click", () => this.listener.tap(square));
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType !== "touch") this.listener.look(square);
    });
    button.addEventListener("focus", () => {
      this.focusOn(square);
      if (button.matches(":focus-visible")) this.listener.look(square);
    });
    button.addEventListener("blur", () => this.listener.look(null));
    this.buttons.set(square, button);
    return button;
  }

  /** @param {string} square */
  focusOn(square) {
    const before = this.buttons.get(this.at);
    if (before) before.tabIndex = -1;
    this.at = square;
    const now = this.buttons.get(square);
    if (now) now.tabIndex = 0;
  }

  /** Moves the keyboard focus to the board. @param {FocusOptions} [options] */
  focus(options) {
    this.buttons.get(this.at)?.focus(options);
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    // Enter plays a complete move on the square of its last touch; Space touches the square again.
    if (event.key === "Enter" && this.listener.finish(this.at)) event.preventDefault();
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [column, row] = this.place(this.at);
    const inside = (/** @type {number} */ value) => Math.max(0, Math.min(this.size - 1, value));
    const square = this.squareAt(inside(column + step[0]), inside(row + step[1]));
    this.focusOn(square);
    this.focus();
  }

  /** The frame, the squares and their names. @param {number} size */
  plank(size) {
    const side = size * CELL + 2 * this.frame;
    const layer = svg("g", { class: "ground" });
    layer.append(svg("rect", { class: "frame", x: 0, y: 0, width: side, height: side, rx: 20 }));
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const shade = (row + column) % 2 === 0 ? "one" : "two";
        layer.append(svg("rect", { class: `square ${shade}`, x: this.frame + column * CELL + 2, y: this.frame + row * CELL + 2, width: CELL - 4, height: CELL - 4, rx: 9 }));
      }
    }
    for (let index = 0; index < size && this.frame === FRAMES.named; index += 1) {
      const middle = this.frame + (index + 0.5) * CELL;
      const file = svg("text", { class: "name", x: middle, y: side - 10 });
      file.textContent = this.squareAt(index, 0)[0];
      const rank = svg("text", { class: "name", x: this.frame / 2, y: middle + 7 });
      rank.textContent = this.squareAt(0, index).slice(1);
      layer.append(file, rank);
    }
    return layer;
  }

  /** The marks under the stones. @param {View} view */
  marks(view) {
    const layer = svg("g", { class: "marks" });
    const mark = (/** @type {string} */ square, /** @type {string} */ name, inset = 2) => {
      const [x, y] = this.middle(square);
      const half = CELL / 2 - inset;
      layer.append(svg("rect", { class: name, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 9 }));
    };
    view.last.forEach((square, index) => mark(square, index === 0 && view.last.length > 1 ? "last from" : "last"));
    for (const square of view.road) mark(square, "road");
    for (const square of view.threats) mark(square, "threat", 6);
    for (const square of view.wins) mark(square, "win", 6);
    if (view.chosen) mark(view.chosen, "chosen", 4);
    return layer;
  }

  /** The stacks, the far ranks first, so that near ones cover them. @param {View} view */
  stones(view) {
    const layer = svg("g", { class: "stones" });
    const rows = [...view.stacks].sort((one, two) => this.place(one.square)[1] - this.place(two.square)[1]);
    for (const { square, stones, top } of rows) {
      const [x, y] = this.middle(square);
      const moved = view.slid[view.last.indexOf(square)] ?? 0;
      const drawn = stack(stones, top, moved);
      drawn.setAttribute("transform", `translate(${x} ${y})`);
      if (moved > 0) {
        const [fromX, fromY] = this.middle(view.last[0]);
        drawn.style.setProperty("--dx", `${fromX - x}px`);
        drawn.style.setProperty("--dy", `${fromY - y}px`);
      } else if (view.last.length === 1 && view.last[0] === square) drawn.classList.add("fresh");
      layer.append(drawn);
      if (stones.length > 2) {
        const count = svg("text", { class: "count", x: x + countPlace(), y: y + 44 });
        count.textContent = String(stones.length);
        layer.append(count);
      }
    }
    return layer;
  }

  /** The marks above the stones. @param {View} view */
  hints(view) {
    const layer = svg("g", { class: "hints" });
    for (const square of view.dots) {
      if (square === view.chosen) continue;
      const [x, y] = this.middle(square);
      layer.append(svg("circle", { class: "target", cx: x, cy: y, r: 13 }));
    }
    if (view.ghost) {
      const [x, y] = this.middle(view.ghost.square);
      const drawn = stack(view.ghost.color[0], view.ghost.piece);
      drawn.classList.add("ghost");
      drawn.setAttribute("transform", `translate(${x} ${y})`);
      layer.append(drawn);
    }
    if (view.hand) {
      const [x, y] = this.middle(view.hand.square);
      const drawn = stack(view.hand.stones, view.hand.top);
      drawn.classList.add("hand");
      drawn.setAttribute("transform", `translate(${x} ${y - 34})`);
      layer.append(drawn);
    }
    for (const [square, count] of view.drops) {
      const [x, y] = this.middle(square);
      const text = svg("text", { class: "drop", x: x - 36, y: y + 42 });
      text.textContent = `+${count}`;
      layer.append(text);
    }
    if (view.road.size > 0) layer.append(this.way([...view.road]));
    for (const arrow of [...view.arrows].reverse()) layer.append(this.arrow(arrow));
    for (const drawing of view.drawings) layer.append(this.drawing(drawing));
    return layer;
  }

  /** A line along the squares of a road. @param {string[]} squares */
  way(squares) {
    const middles = squares.map((square) => this.middle(square));
    const lines = middles.flatMap(([x, y], index) =>
      middles.slice(index + 1).filter(([toX, toY]) => Math.abs(toX - x) + Math.abs(toY - y) === CELL).map(([toX, toY]) => svg("line", { x1: x, y1: y, x2: toX, y2: toY })),
    );
    return svg("g", { class: "way" }, lines);
  }

  /** An arrow or a circle of the player. @param {Drawing} drawing */
  drawing({ from, to }) {
    const [x, y] = this.middle(from);
    const shape = to === from ? [svg("circle", { class: "spot", cx: x, cy: y, r: 42 })] : this.shaft([x, y], this.middle(to)).shapes;
    return svg("g", { class: "arrow own" }, shape);
  }

  /** The line and the head of an arrow, and its middle. @param {[number, number]} from @param {[number, number]} to */
  shaft([x, y], [toX, toY]) {
    const length = Math.hypot(toX - x, toY - y);
    const [dx, dy] = [(toX - x) / length, (toY - y) / length];
    const [startX, startY] = [x + dx * 20, y + dy * 20];
    const [neckX, neckY] = [toX - dx * 30, toY - dy * 30];
    const wing = (/** @type {number} */ turn) => `${neckX - dy * 19 * turn} ${neckY + dx * 19 * turn}`;
    const shapes = [
      svg("line", { class: "shaft", x1: startX, y1: startY, x2: neckX, y2: neckY }),
      svg("path", { class: "head", d: `M ${wing(1)} L ${toX - dx * 2} ${toY - dy * 2} L ${wing(-1)} Z` }),
    ];
    return { shapes, middle: [(startX + neckX) / 2, (startY + neckY) / 2] };
  }

  /** @param {Arrow} arrow */
  arrow({ from, to, piece, color, rank }) {
    const [x, y] = this.middle(from);
    const group = svg("g", { class: `arrow rank${Math.min(rank, 5)}` });
    let [badgeX, badgeY] = [x + 34, y - 34];
    if (to) {
      const { shapes, middle } = this.shaft([x, y], this.middle(to));
      group.append(...shapes);
      [badgeX, badgeY] = middle;
    } else {
      const drawn = stack((color ?? "white")[0], piece ?? "flat");
      drawn.classList.add("ghost");
      drawn.setAttribute("transform", `translate(${x} ${y})`);
      group.append(drawn, svg("rect", { class: "spot", x: x - 44, y: y - 44, width: 88, height: 88, rx: 12 }));
    }
    const text = svg("text", { class: "rank", x: badgeX, y: badgeY + 7 });
    text.textContent = String(rank);
    group.append(svg("circle", { class: "badge", cx: badgeX, cy: badgeY, r: 15 }), text);
    return group;
  }
}
