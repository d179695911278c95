/** Pictures of a position as SVG and PNG, and of a game as an animated PNG. */
import { animate } from "../model/apng.js";
import { errorText } from "../model/words.js";
import { BARE, Board } from "./board.js";
import { button, make } from "./dom.js";

/** Width and height of pictures in pixels: a file for a chat is smaller. */
const SIDE = { still: 1200, moving: 600 };
/** Milliseconds of a position, and of the last one. */
const TIMES = { each: 1000, last: 4000 };
/** Properties of the page's styles that a picture needs. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-linecap", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "paint-order"];

/** @typedef {import("../app.js").App} App */

/** The position as SVG, without styles of the page. @param {App} app @param {import("../engine/answers.js").Facts} facts */
function drawing(app, facts) {
  const host = make("div", { class: "picture", "aria-hidden": "true", inert: true });
  const board = new Board(host, { tap: () => {}, finish: () => false, look: () => {} });
  document.body.append(host);
  board.draw({ ...BARE, size: facts.size, isFlipped: app.game.isFlipped, hasNames: app.settings.names, stacks: facts.stacks, last: facts.last?.squares ?? [], road: new Set(facts.outcome?.road ?? []) });
  const copy = /** @type {SVGElement} */ (board.canvas.cloneNode(true));
  const drawn = [...board.canvas.querySelectorAll("*")];
  for (const [index, element] of [...copy.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(drawn[index]);
    for (const name of STYLES) paint(element, name, style.getPropertyValue(name));
    element.removeAttribute("class");
  }
  host.remove();
  for (const name of ["class", "aria-hidden"]) copy.removeAttribute(name);
  for (const name of ["width", "height"]) copy.setAttribute(name, String(SIDE.still));
  return new XMLSerializer().serializeToString(copy);
}

/** Writes a style as an attribute; many programs know colors with an opacity only as two. @param {Element} element @param {string} name @param {string} value */
function paint(element, name, value) {
  if (value === "" || value === "normal") return;
  const [, space, channels] = /^(rgba?|color)\((?:srgb )?([^)]*)\)$/.exec(value) ?? [];
  if (!channels) return element.setAttribute(name, value);
  const [red, green, blue, alpha = 1] = channels.split(/[\s,/]+/).map(Number);
  const bytes = [red, green, blue].map((part) => Math.round(space === "color" ? 255 * part : part));
  element.setAttribute(name, `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
  if (alpha < 1) element.setAttribute(`${name}-opacity`, String(alpha));
}

/** The pixels of a drawing. @param {string} drawn @param {number} side */
async function pixels(drawn, side) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await image.decode();
  const canvas = make("canvas", { width: side, height: side });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(image, 0, 0, side, side);
  return { canvas, context };
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const pngOf = (canvas) => new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("expected a picture, found none"))), "image/png"));

/** The rectangle where two pictures differ; a single pixel if they do not. @param {ImageData} one @param {ImageData} two */
function difference(one, two) {
  const { width, height } = one;
  const [before, after] = [one, two].map(({ data }) => new Uint32Array(data.buffer));
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < before.length; at += 1) {
    if (before[at] === after[at]) continue;
    const x = at % width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, Math.floor(at / width));
    bottom = Math.floor(at / width);
  }
  return right < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** All positions of the game. @param {App} app @param {(done: number, of: number) => void} tell */
async function film(app, tell) {
  const { game } = app;
  const side = SIDE.moving;
  /** @type {import("../model/apng.js").Frame[]} */
  const frames = [];
  let before = null;
  for (let ply = 0; ply <= game.moves.length; ply += 1) {
    tell(ply + 1, game.moves.length + 1);
    const { context, canvas } = await pixels(drawing(app, await app.ask(game.position(ply))), side);
    const now = context.getImageData(0, 0, side, side);
    const { x, y, width, height } = before ? difference(before, now) : { x: 0, y: 0, width: side, height: side };
    const part = make("canvas", { width, height });
    part.getContext("2d")?.drawImage(canvas, -x, -y);
    const png = await (await pngOf(part)).arrayBuffer();
    frames.push({ png, x, y, time: ply === game.moves.length ? TIMES.last : TIMES.each });
    before = now;
  }
  return new Blob(animate(frames), { type: "image/png" });
}

/** Saves a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Buttons that save pictures. @param {App} app @param {HTMLElement} note */
export function pictureButtons(app, note) {
  const saves = (/** @type {string} */ text, /** @type {string} */ id, /** @type {string} */ name, /** @type {() => Promise<Blob>} */ work) => {
    const made = button(text, async () => {
      made.disabled = true;
      try {
        save(await work(), name);
        note.textContent = `${name} is saved.`;
      } catch (error) {
        note.textContent = errorText(error);
      }
      made.disabled = false;
    }, { id });
    return made;
  };
  const still = async () => pngOf((await pixels(drawing(app, app.facts), SIDE.still)).canvas);
  return [
    saves("Picture (SVG)", "share-svg", "stonefall.svg", async () => new Blob([drawing(app, app.facts)], { type: "image/svg+xml" })),
    saves("Picture (PNG)", "share-png", "stonefall.png", still),
    saves("Animation (PNG)", "share-film", "stonefall-game.png", () => film(app, (done, of) => (note.textContent = `${done} of ${of} positions …`))),
  ];
}
