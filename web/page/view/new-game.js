/** The dialog for a new game, and its choices. */
import { button, choice, closeDialog, make, openDialog, tick } from "./dom.js";
import { LEVELS } from "../model/levels.js";
import { komiText } from "../model/words.js";

/** @type {[number, string][]} */
export const SIZES = [3, 4, 5, 6, 7, 8].map((size) => [size, `${size} × ${size}`]);
/** @type {[number, string][]} */
export const KOMIS = [...Array(21).keys()].map((index) => [index - 10, komiText(index - 10)]);
/** @type {[string, string][]} */
export const OPENINGS = [["swap", "Swap (standard)"], ["no-swap", "No swap"], ["double black stack", "Double black stack"]];
/** Time controls. @type {[string, string][]} */
const CLOCKS = [
  ["", "None"],
  ["1+1", "1 minute + 1 s a move"],
  ["3+2", "3 minutes + 2 s"],
  ["5+5", "5 minutes + 5 s"],
  ["10+5", "10 minutes + 5 s"],
  ["15+10", "15 minutes + 10 s"],
  ["30+20", "30 minutes + 20 s"],
];

/**
 * @typedef {object} Settings of a game
 * @property {number} size
 * @property {number} halfKomi
 * @property {string} opening
 * @property {string} color `white`, `black`, `random` or `both`
 * @property {number} level 0 for full strength
 * @property {number} seconds for a move at full strength
 * @property {string} clock
 * @property {boolean} street
 */

/** @type {Settings} */
export const FIRST_SETTINGS = {
  size: 6,
  halfKomi: 4,
  opening: "swap",
  color: "white",
  level: 3,
  seconds: 1,
  clock: "",
  street: false,
};

/**
 * Asks for the settings of the next game.
 * @param {import("../modes/play.js").Play} play
 * @param {import("../model/game.js").Game | null} [from] a game to continue, which has a board and rules
 */
export function askForGame(play, from = null) {
  const wish = { ...play.settings };
  const set = (/** @type {keyof Settings} */ key) => (/** @type {string | boolean} */ value) => {
    Object.assign(wish, { [key]: typeof FIRST_SETTINGS[key] === "number" ? Number(value) : value });
    level.hidden = about.hidden = wish.color === "both";
    about.textContent = LEVELS[wish.level]?.[1] ?? "";
    seconds.hidden = wish.color === "both" || wish.level > 0 || wish.clock !== "";
  };
  const levels = LEVELS.map(([name], index) => /** @type {[number, string]} */ ([index, index === 0 ? name : `${index} ${name}`]));
  const level = choice("Stonefall plays at", [...levels.slice(1), levels[0]], wish.level, set("level"), "new-level");
  const about = make("p", { class: "note", id: "new-level-note", role: "status" });
  const seconds = choice("Time for a move", [[0.5, "½ second"], [1, "1 second"], [3, "3 seconds"], [10, "10 seconds"], [30, "30 seconds"]], wish.seconds, set("seconds"), "new-seconds");
  const hasOwnClock = !CLOCKS.some(([value]) => value === wish.clock);
  const time = make("input", { id: "new-own-clock", value: hasOwnClock ? wish.clock : "7+3", required: true, pattern: "[0-9]+(\\.[0-9]+)?(\\+[0-9]+)?", title: "Minutes, and seconds for each move: 7+3", change: () => set("clock")(time.value) });
  const ownClock = make("label", { class: "field", hidden: !hasOwnClock }, [make("span", { text: "Minutes + seconds" }), time]);
  const clock = choice("Clock", [...CLOCKS, ["own", "Own…"]], hasOwnClock ? "own" : wish.clock, (value) => {
    ownClock.hidden = value !== "own";
    set("clock")(value === "own" ? time.value : value);
  }, "new-clock");
  const begin = () => {
    if (!ownClock.hidden && !time.reportValidity()) return;
    play.app.safely(play.begin(wish, from));
    play.app.table.board.focus({ preventScroll: true });
  };
  openDialog(from ? "Play on from here" : "New game", [
    make("div", { class: "fields" }, [
      ...(from ? [] : [choice("Board", SIZES, wish.size, set("size"), "new-size")]),
      choice("You play", [["white", "White"], ["black", "Black"], ["random", "Either, at random"], ["both", "Both colors"]], wish.color, set("color"), "new-color"),
      level,
      about,
      seconds,
      ...(from ? [] : [choice("Komi", KOMIS, wish.halfKomi, set("halfKomi"), "new-komi"), choice("Opening", OPENINGS, wish.opening, set("opening"), "new-opening")]),
      clock,
      ownClock,
      tick("Street rules: no announcement of tak", wish.street, set("street"), "new-street"),
    ]),
    make("div", { class: "row end" }, [button("Play", begin, { id: "new-play", class: "strong" })]),
  ]);
  set("color")(wish.color);
}
