/** The dialog for a new game. */
import { button, choice, closeDialog, make, openDialog, tick } from "./dom.js";
import { LEVELS } from "../model/levels.js";
import { komiText } from "../model/words.js";

const SIZES = [3, 4, 5, 6, 7, 8].map((size) => /** @type {[number, string]} */ ([size, `${size} × ${size}`]));

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
  const set = (/** @type {string} */ key) => (/** @type {any} */ value) => {
    /** @type {any} */ (wish)[key] = typeof (/** @type {any} */ (FIRST_SETTINGS)[key]) === "number" ? Number(value) : value;
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
      ...(from ? [] : rulesOf(wish, set)),
      clock,
      ownClock,
      tick("Street rules: no announcement of tak", wish.street, set("street"), "new-street"),
    ]),
    make("div", { class: "row end" }, [button("Play", begin, { id: "new-play", class: "strong" })]),
  ]);
  set("color")(wish.color);
}

/**
 * Choices of the rules.
 * @param {{halfKomi: number, opening: string}} wish
 * @param {(key: string) => (value: any) => void} set
 */
function rulesOf(wish, set) {
  const komis = [...Array(21).keys()].map((index) => /** @type {[number, string]} */ ([index - 10, komiText(index - 10)]));
  return [
    choice("Komi", komis, wish.halfKomi, set("halfKomi"), "new-komi"),
    choice("Opening", [["swap", "Swap (standard)"], ["no-swap", "No swap"], ["double black stack", "Double black stack"]], wish.opening, set("opening"), "new-opening"),
  ];
}

/**
 * Asks for the rules of an empty board to analyze.
 * @param {import("../model/game.js").Setup} setup
 * @param {(setup: import("../model/game.js").Setup) => void} begin
 */
export function askForBoard(setup, begin) {
  const wish = { size: setup.size, halfKomi: setup.halfKomi, opening: setup.opening };
  const set = (/** @type {string} */ key) => (/** @type {any} */ value) => {
    /** @type {any} */ (wish)[key] = key === "opening" ? value : Number(value);
  };
  const done = () => {
    closeDialog();
    begin(wish);
  };
  openDialog("Empty board", [
    make("div", { class: "fields" }, [choice("Board", SIZES, wish.size, set("size"), "new-size"), ...rulesOf(wish, set)]),
    make("div", { class: "row end" }, [button("Begin", done, { id: "new-play", class: "strong" })]),
  ]);
}
