/** Training with puzzles: the one of the day, a choice by theme and difficulty, and the repetition of failed ones. */
import { LEVELS } from "./levels.js";
import { list } from "./words.js";

/**
 * @typedef {object} Puzzle
 * @property {string} title
 * @property {string} tps
 * @property {number} halfKomi
 * @property {number | null} moves moves of the winner, if known
 * @property {string[]} line the solution, as far as known
 * @property {[string, string][]} explanation labels and sentences
 * @property {[string, string][]} answers winning moves, and the replies before them
 * @property {string} source
 * @property {string} [id] a short name of the position, in the training
 * @property {number} [level] the lowest level that solves it, or FULL
 * @property {string[]} [themes]
 */

/** Themes by their names in tables. @type {Record<string, string>} */
export const THEMES = {
  spread: "Road with a spread",
  capstone: "Capstone",
  wall: "A wall is flattened",
  "double-threat": "Two threats at once",
  defense: "Answer to a threat",
  flats: "Win on flats",
};

/** The difficulty of a puzzle that only full strength solves. */
export const FULL = LEVELS.length;

/** The themes with these names, as far as they are known. @param {string[]} names */
export const themesOf = (names) => names.filter((name) => name in THEMES);

/** Labels and sentences about the difficulty of a puzzle and its themes. @param {number} level none for 0 @param {string[]} names @returns {[string, string][]} */
export function gradeOf(level, names) {
  const themes = themesOf(names).map((theme) => THEMES[theme].toLowerCase());
  const finds = `Level ${level} (${LEVELS[level]?.[0]}) ${level === FULL - 1 ? "finds" : "and stronger ones find"} the first move.`;
  return [
    ...(themes.length > 0 ? [/** @type {[string, string]} */ (["Themes", list(themes, "and")])] : []),
    ...(level > 0 ? [/** @type {[string, string]} */ (["Difficulty", level === FULL ? "Only full strength finds the first move." : finds])] : []),
  ];
}

/** Ranges of difficulty: the lowest levels that solve such puzzles. @type {Record<string, [string, number, number]>} */
export const RANGES = {
  easy: ["Easy", 1, 8],
  medium: ["Medium", 9, 14],
  hard: ["Hard", 15, FULL],
};

/** Days before a failed puzzle comes again, and before it comes again after each solution. */
const GAPS = [1, 3, 7, 21];
/** A prime number above the number of puzzles, so that each has its day before one comes again. */
const STRIDE = 7919;

/** The number of the day here. */
function today() {
  const now = new Date();
  return Math.round(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000);
}

/** A short name of a position. @param {string} text */
export function idOf(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** What makes a puzzle the same in every file. @param {Puzzle} puzzle */
export const keyOf = (puzzle) => puzzle.id ?? `${puzzle.tps} ${puzzle.halfKomi}`;

export class Training {
  /** @param {any} [saved] */
  constructor(saved = {}) {
    /** The chosen theme and range of difficulty; empty for all. */
    this.theme = saved.theme ?? "";
    this.range = saved.range ?? "";
    /** The failed puzzles: solutions since then, and the day on which they come again. @type {Record<string, [number, number]>} */
    this.repeats = saved.repeats ?? {};
    /** Days in a row with a solved puzzle of the day, and the last of them. @type {{days: number, last: number}} */
    this.streak = saved.streak ?? { days: 0, last: 0 };
  }

  saved() {
    const { theme, range, repeats, streak } = this;
    return { theme, range, repeats, streak };
  }

  /** Whether a puzzle has the chosen theme and difficulty. @param {Puzzle} puzzle */
  fits({ themes = [], level = 0 }) {
    const [, from, to] = RANGES[this.range] ?? ["", 0, Infinity];
    return (this.theme === "" || themes.includes(this.theme)) && level >= from && level <= to;
  }

  /** The place of the puzzle of the day: an easy one on Monday, the hardest on Sunday. @param {Puzzle[]} puzzles */
  placeOfToday(puzzles) {
    const day = today();
    const sorted = puzzles.map((_, index) => index).sort((one, two) => (puzzles[one].level ?? 0) - (puzzles[two].level ?? 0) || one - two);
    // Day 0, the first of January 1970, was a Thursday.
    const part = (day + 3) % 7;
    const own = sorted.slice(Math.floor((part * sorted.length) / 7), Math.floor(((part + 1) * sorted.length) / 7));
    return own.length > 0 ? own[(Math.floor((day + 3) / 7) * STRIDE) % own.length] : 0;
  }

  /** Whether a failed puzzle is to be solved again. @param {Puzzle} puzzle */
  isDue({ id = "" }) {
    return id in this.repeats && this.repeats[id][1] <= today();
  }

  /**
   * The place of the next puzzle: a failed one whose day has come, or one that was never tried; -1 if no puzzle has the
   * chosen theme and difficulty.
   * @param {Puzzle[]} puzzles
   * @param {number} current the place of a puzzle that the player leaves; -1 for none
   * @param {(puzzle: Puzzle) => boolean} isSolved
   */
  next(puzzles, current, isSolved) {
    const all = puzzles.map((_, index) => index).filter((index) => this.fits(puzzles[index]));
    const others = all.filter((index) => index !== current);
    const due = others.find((index) => this.isDue(puzzles[index]));
    if (due !== undefined) return due;
    const fresh = others.filter((index) => !isSolved(puzzles[index]) && !((puzzles[index].id ?? "") in this.repeats));
    const from = fresh.length > 0 ? fresh : others.length > 0 ? others : all;
    return from[Math.floor(Math.random() * from.length)] ?? -1;
  }

  /** Notes the result of a puzzle. @param {Puzzle} puzzle @param {boolean} isRight whether it was solved without help */
  note({ id = "" }, isRight) {
    if (!isRight) this.repeats[id] = [0, today() + GAPS[0]];
    else if (id in this.repeats) {
      const times = this.repeats[id][0] + 1;
      if (times < GAPS.length) this.repeats[id] = [times, today() + GAPS[times]];
      else delete this.repeats[id];
    }
  }

  /** Notes that the puzzle of the day is solved. */
  noteToday() {
    const { last, days } = this.streak;
    if (last !== today()) this.streak = { days: last === today() - 1 ? days + 1 : 1, last: today() };
  }

  get isTodaySolved() {
    return this.streak.last === today();
  }

  /** Days in a row up to today, or up to yesterday. */
  get days() {
    return this.streak.last >= today() - 1 ? this.streak.days : 0;
  }
}
