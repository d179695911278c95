/** The dialog with the settings, and the look that they give the page. A change takes effect at once. */
import { choice, make, openDialog, tick } from "./dom.js";
import { usePieces } from "./pieces.js";
import { play } from "./sound.js";
import { counted } from "../model/words.js";

/** @typedef {import("../storage/settings.js").Settings} Settings */

/** Most memory to choose, in MiB: half of what browsers report at most. */
const MEMORY = 4096;

/** Colors, board and pieces, and motion. @param {Settings} settings */
export function showLook({ theme, board, motion }) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  dataset.board = board;
  dataset.motion = motion ? "on" : "off";
  usePieces(board === "wood" ? "raised" : "flat");
}

/** @param {import("../app.js").App} app */
export function openSettings(app) {
  const { settings, engine } = app;
  const set = (/** @type {keyof Settings} */ name) => (/** @type {string | number | boolean} */ value) => app.change({ [name]: value });
  const box = (/** @type {string} */ label, /** @type {"names" | "motion" | "sounds" | "asks" | "shortcuts"} */ name) => tick(label, settings[name], set(name), name);
  const sounds = tick("Sounds", settings.sounds, (value) => {
    app.change({ sounds: value });
    if (value) play("place");
  }, "sounds");
  const name = make("input", { id: "own-name", value: settings.name, maxlength: 40, autocomplete: "nickname", spellcheck: "false", placeholder: "You", change: () => app.change({ name: name.value.trim() }) });
  const { Threads: threads, Hash: hash } = engine.limits;
  // A server shares its machine between windows, so it announces no limit of its own; it reduces what is too much.
  const most = { threads: Math.min(threads.max, navigator.hardwareConcurrency || 2), hash: Math.min(hash.max, MEMORY) };
  const hashes = [...Array(21).keys()].map((power) => 2 ** power).filter((size) => size >= hash.min && size <= most.hash);
  openDialog("Settings", [
    part("Board", [
      choice("Pieces", [["wood", "Wood"], ["flat", "Flat, from above"], ["contrast", "High contrast"]], settings.board, set("board"), "board-look"),
      choice("Colors", [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]], settings.theme, set("theme"), "theme"),
      box("Names of files and ranks", "names"),
      box("Animate moves", "motion"),
    ]),
    part("Play", [
      make("label", { class: "field" }, [make("span", { text: "Your name" }), name]),
      sounds,
      box("Confirm each move. Another touch on the square then changes the flat to a wall, and to a capstone", "asks"),
      box("Shortcuts with one character, such as U", "shortcuts"),
    ]),
    part("Engine", [
      choice("Threads", [[0, `Automatic (${app.automaticThreads})`], ...counts(most.threads, (count) => counted(count, "thread"))], settings.threads, (value) => app.change({ threads: Number(value) }), "threads"),
      choice("Memory", [[0, `Automatic (${megabytes(hash.default)})`], ...hashes.map((size) => option(size, megabytes(size)))], settings.hash, (value) => app.change({ hash: Number(value) }), "hash"),
    ]),
  ]);
}

/** @param {number} value @param {string} text @returns {[number, string]} */
const option = (value, text) => [value, text];

/** The numbers from 1 to 16, then powers of two, up to a limit. @param {number} most @param {(count: number) => string} words */
function counts(most, words) {
  const numbers = [...Array(16).keys()].map((index) => index + 1).concat(32, 64, 128, 256);
  return numbers.filter((count) => count <= most).map((count) => option(count, words(count)));
}

/** @param {number} size in MiB */
const megabytes = (size) => (size < 1024 ? `${size} MiB` : `${size / 1024} GiB`);

/** @param {string} title @param {Node[]} fields */
const part = (title, fields) => make("fieldset", {}, [make("legend", { text: title }), make("div", { class: "fields" }, fields)]);
