/**
 * Mouse, touch and pen, beside clicks, drag pieces and stacks, hold a stack to see it, draw arrows and
 * circles with the right button, and go through the game with the wheel.
 */
import { picture } from "./pieces.js";

/** Pixels before a press becomes a drag. */
const FAR = 8;
/** Milliseconds before a touch shows a stack. */
const LONG = 400;
/** Milliseconds on a square after which a dragged stack drops another stone there. */
const WAIT = 900;
/** Pixels of the wheel for one ply; a mouse moves about 100 at a time. */
const NOTCH = 40;
/** Milliseconds without the wheel after which a new turn begins. */
const REST = 200;

/**
 * @typedef {object} Press a pressed pointer
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 * @property {string | null} square
 * @property {string | null} piece the piece of the tray
 * @property {boolean} isRight whether it draws
 * @property {boolean} isHeld whether it shows a stack
 * @property {number} timer
 */

export class Hands {
  /** @param {import("./table.js").Table} table @param {(step: number) => boolean} go */
  constructor(table, go) {
    this.table = table;
    this.go = go;
    /** @type {Press | null} */
    this.press = null;
    /** The picture of a piece that follows the pointer. @type {SVGElement | null} */
    this.held = null;
    /** Whether the next click ends a hold, and is none. */
    this.skips = false;
    this.turned = 0;
    this.turnedAt = 0;
    /** Drops stones of a stack that waits. */
    this.waiting = 0;
    const { host } = table.board;
    this.tray = /** @type {HTMLElement} */ (document.getElementById("tray"));
    for (const element of [host, this.tray]) {
      element.addEventListener("pointerdown", (event) => this.down(event));
      element.addEventListener("pointermove", (event) => this.move(event));
      element.addEventListener("pointerup", (event) => this.up(event));
      element.addEventListener("pointercancel", () => this.drop());
      element.addEventListener("click", (event) => this.click(event), { capture: true });
    }
    for (const name of ["keydown", "keyup"]) document.addEventListener(name, (event) => this.key(/** @type {KeyboardEvent} */ (event)), { capture: true });
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    document.addEventListener("pointerdown", (event) => event.pointerType === "touch" && table.look(null), { capture: true });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.table.drags || (event.button !== 0 && event.button !== 2) || !(event.target instanceof Element)) return;
    if (this.press) this.release(this.press);
    this.skips = false;
    const square = event.target.closest("[data-square]")?.getAttribute("data-square") ?? null;
    const piece = event.target.closest("[data-piece]:enabled")?.getAttribute("data-piece") ?? null;
    const isRight = event.button === 2;
    if (square === null && piece === null) return;
    if (isRight) this.table.board.host.setPointerCapture(event.pointerId);
    const timer = event.pointerType === "touch" && square !== null ? window.setTimeout(() => this.hold(), LONG) : 0;
    this.press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, square, piece, isRight, isHeld: false, timer };
  }

  /** A long touch shows the stack. */
  hold() {
    if (!this.press) return;
    this.press.isHeld = true;
    this.skips = true;
    this.table.look(this.press.square);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press, table } = this;
    if (press?.pointer !== event.pointerId || press.isHeld) return;
    if (!table.drags && !press.isRight) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR || !this.begin(event, press)) return;
    }
    if (press.isRight) return;
    const square = squareAt(event);
    if (press.piece !== null) {
      this.held?.style.setProperty("left", `${event.clientX}px`);
      this.held?.style.setProperty("top", `${event.clientY}px`);
      if ((table.builder.placement?.square ?? null) !== square) table.hover(press.piece, square);
    } else if (square !== null && table.carryTo(square)) this.wait();
  }

  /** Drops another stone of the dragged stack for each time that it stays on a square. */
  wait() {
    clearInterval(this.waiting);
    this.waiting = window.setInterval(() => this.table.dropMore(), WAIT);
  }

  /** During a drag, the space bar drops another stone. @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== " " || !this.table.drags) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === "keyup") return;
    this.table.dropMore();
    this.wait();
  }

  /** Begins a drag; returns whether there is one. @param {PointerEvent} event @param {Press} press */
  begin(event, press) {
    const { table } = this;
    clearTimeout(press.timer);
    if (!table.scene?.mayMove || table.played !== null) return false;
    if (press.piece === null && (press.square === null || !table.canTake(press.square))) return false;
    const element = /** @type {HTMLElement} */ (event.currentTarget);
    // The element that was pressed may be drawn again.
    element.setPointerCapture(event.pointerId);
    table.drags = true;
    if (press.piece === null) table.take(press.square ?? "");
    else {
      this.held = /** @type {SVGElement} */ (picture(table.places(press.piece), press.piece));
      this.held.classList.add("held");
      document.body.append(this.held);
    }
    return true;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press, table } = this;
    if (press?.pointer !== event.pointerId) return;
    const wasDrag = table.drags;
    this.release(press);
    if (!wasDrag && !press.isRight) return;
    const square = squareAt(event);
    if (press.isRight) return press.square !== null && square !== null && table.sketch(press.square, square);
    if (press.piece !== null) this.place(press.piece, square);
    // A short way on one square is a click, and beyond the board the stack goes back.
    else if (square === press.square && table.builder.path.length === 0) table.draw();
    else if (square === null) table.cancel();
    else table.putDown();
  }

  /** Ends a drag from the tray. @param {string} piece @param {string | null} square */
  place(piece, square) {
    const { table } = this;
    if (square === null) table.choose(piece);
    else if (table.scene?.asks) table.draw();
    else table.finish();
  }

  /** The browser takes the pointer: nothing happens. */
  drop() {
    if (!this.press) return;
    const wasDrag = this.table.drags;
    this.release(this.press);
    if (wasDrag) this.table.cancel();
  }

  /** @param {Press} press */
  release(press) {
    clearTimeout(press.timer);
    clearInterval(this.waiting);
    this.press = null;
    this.held?.remove();
    this.held = null;
    this.table.drags = false;
  }

  /** @param {Event} event */
  click(event) {
    if (!this.skips) return;
    this.skips = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (event.ctrlKey || this.table.drags) return;
    if (event.timeStamp - this.turnedAt > REST) this.turned = 0;
    this.turnedAt = event.timeStamp;
    // Some browsers count lines.
    this.turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : NOTCH);
    if (Math.abs(this.turned) < NOTCH) return event.preventDefault();
    const step = Math.sign(this.turned);
    this.turned = 0;
    // At the ends of the game the page scrolls.
    if (this.go(step)) event.preventDefault();
  }
}

/** The square under the pointer. @param {PointerEvent} event @returns {string | null} */
function squareAt(event) {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  return element?.closest("[data-square]")?.getAttribute("data-square") ?? null;
}
