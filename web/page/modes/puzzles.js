/** Puzzles: those of the training, the eleven of the book, those that the player of a report missed, or those of a file. */
import { arrowsOf } from "../view/arrows.js";
import { Game } from "../model/game.js";
import { renderPuzzles } from "../view/puzzle-panel.js";
import { inMoves, judged } from "./puzzle-judge.js";
import { bookPuzzles, filePuzzles, ownPuzzles, trainingPuzzles } from "../storage/puzzle-source.js";
import { Training, keyOf } from "../model/training.js";
import { colorName, errorText } from "../model/words.js";
import { Exercise } from "./exercise.js";

/** Limits of the search after a move of the player. */
const LOOK = "nodes 600000 movetime 4000";
/** Limits of the search for a hint. */
const HINT = "nodes 600000 movetime 3000";
/** Most plies of a shown solution. */
const MOST_PLIES = 40;

/** @typedef {import("../model/training.js").Puzzle} Puzzle */

export class Puzzles extends Exercise {
  /** @param {import("../app.js").App} app @param {string} where the address in engine.js @param {any} saved */
  constructor(app, where, saved = {}) {
    super(app, saved.game);
    this.where = where;
    this.training = new Training(saved.training);
    /** The puzzles of each source. @type {{ training: Puzzle[], book: Puzzle[], own: Puzzle[], file: Puzzle[] }} */
    this.sources = { training: [], book: [], own: [], file: saved.file ?? [] };
    /** The shown source. @type {keyof Puzzles["sources"]} */
    this.shown = saved.shown ?? "training";
    this.index = saved.index ?? -1;
    /** Keys of the puzzles that were solved without help; the others come again. @type {Set<string>} */
    this.solved = new Set(saved.solved);
    /** Whether the player needed a hint, the solution or another try. */
    this.isHelped = saved.isHelped ?? false;
    /** `open`, `failed` or `solved`. */
    this.state = saved.state ?? "open";
    this.verdict = saved.verdict ?? "";
    this.trouble = "";
  }

  saved() {
    const { shown, index, isHelped, state, verdict } = this;
    const training = this.training.saved();
    return { file: this.sources.file, shown, index, solved: [...this.solved], isHelped, state, verdict, training, game: this.game.saved() };
  }

  /** @returns {Puzzle[]} */
  get all() {
    return this.sources[this.shown];
  }

  /** @param {Puzzle} puzzle */
  isSolved(puzzle) {
    return this.solved.has(keyOf(puzzle));
  }

  /** The next puzzle that is not solved; the next one if all are. */
  get next() {
    const { all, index } = this;
    if (this.shown === "training") return this.training.next(all, this.state === "open" ? index : -1, (puzzle) => this.isSolved(puzzle));
    const others = all.map((_, step) => (index + 1 + step) % all.length);
    return others.find((other) => !this.isSolved(all[other])) ?? others[0] ?? 0;
  }

  /** @returns {Puzzle | undefined} */
  get puzzle() {
    return this.all[this.index];
  }

  enter() {
    this.render();
    if (this.sources.book.length === 0) this.app.safely(this.fetch());
    else if (this.puzzle && this.game.start !== this.puzzle.tps) this.app.safely(this.begin(this.index));
  }

  leave() {
    this.app.engine.stop();
  }

  /** Gets the puzzles of the book, and those of the server's player. */
  async fetch() {
    const [training, book, own] = await Promise.all([trainingPuzzles(), bookPuzzles(), ownPuzzles(this.where)]);
    Object.assign(this.sources, { training, book, own });
    if (this.all.length === 0) this.shown = training.length > 0 ? "training" : "book";
    if (!this.puzzle) await this.show(this.shown);
    else if (this.game.start !== this.puzzle.tps) await this.begin(this.index);
    this.render();
  }

  /** Shows the puzzles of the server's player. */
  async showOwn() {
    if (this.sources.book.length === 0) await this.fetch();
    if (this.sources.own.length > 0) await this.show("own");
  }

  /** Shows another source, from its first puzzle that is not solved, or from the puzzle of the day. @param {keyof Puzzles["sources"]} source */
  async show(source) {
    this.shown = source;
    this.index = -1;
    if (source === "training" && !this.training.isTodaySolved) await this.showToday();
    else await this.begin(this.next);
  }

  /** Whether the puzzle of the day is shown. */
  get isToday() {
    return this.shown === "training" && this.index === this.training.placeOfToday(this.all);
  }

  async showToday() {
    await this.begin(this.training.placeOfToday(this.all));
  }

  /** Chooses a theme or a difficulty. @param {{theme?: string, range?: string}} change */
  async choose(change) {
    Object.assign(this.training, change);
    this.trouble = "";
    const { next } = this;
    if (next >= 0) return this.begin(next);
    this.trouble = "No puzzle has this theme and difficulty.";
    this.app.save();
    this.render();
  }

  /** Puts a puzzle on the board. @param {number} index */
  async begin(index) {
    this.index = index;
    this.state = "open";
    this.verdict = "";
    this.isHelped = false;
    this.arrows = [];
    this.isBusy = false;
    const { puzzle, app } = this;
    if (!puzzle || app.mode !== this) return;
    const size = puzzle.tps.split("/").length;
    const game = new Game({ setup: { size, halfKomi: puzzle.halfKomi, opening: "swap" }, start: puzzle.tps });
    game.isFlipped = game.first.color === "black" && this.game.isFlipped;
    await app.take(game);
    this.render();
  }

  scene() {
    return {
      arrows: this.arrows,
      showsThreats: false,
      clocks: { white: null, black: null },
      names: { white: this.solver === "white" ? "You, White" : "White", black: this.solver === "black" ? "You, Black" : "Black" },
    };
  }

  /** An evaluation would be the answer. */
  evaluate() {
    this.app.tell("A puzzle has no evaluation. H shows a hint.");
  }

  /** @param {any} facts */
  mayMove(facts) {
    return this.state === "open" && !this.isBusy && this.game.isAtEnd && facts.to_move === this.solver && !facts.outcome;
  }

  /** @param {any} facts */
  async onPosition(facts) {
    if (this.verdict) this.app.tell(this.verdict, this.state !== "open");
    else this.app.tell(`${colorName(this.solver)} to move and win${inMoves(this.puzzle)}.`);
    // The page was reloaded during the engine's search.
    if (this.state === "open" && !this.isBusy && this.game.isAtEnd && facts.to_move !== this.solver && !facts.outcome) await this.judge(facts);
  }

  /** @param {string} move */
  async move(move) {
    const { app } = this;
    const before = app.facts;
    this.arrows = [];
    this.verdict = "";
    // The judgement below replaces that of `onPosition`.
    this.isBusy = true;
    this.game.play(move);
    await app.show();
    const { facts } = app;
    this.isBusy = false;
    if (facts === before) return;
    await this.judge(facts);
  }

  /** Judges the player's move. @param {any} facts */
  async judge(facts) {
    const { app, puzzle, game } = this;
    if (!puzzle) return;
    this.isBusy = true;
    const think = () => {
      app.tell(`${game.moves.at(-1)} … ${colorName(facts.to_move)} looks for a defense.`);
      app.draw();
      return app.search(LOOK);
    };
    const isShown = () => this.game === game && app.mode === this;
    try {
      const verdict = await judged(puzzle, game, facts, think);
      if (!isShown() || !verdict) return;
      const { state, words, reply } = verdict;
      if (state !== "open") return await this.settle(state === "solved", words, reply);
      if (reply) game.play(reply);
      this.verdict = words;
    } finally {
      this.isBusy = false;
      if (isShown()) await app.show();
    }
  }

  /**
   * Ends the puzzle: solved or failed.
   * @param {boolean} isRight
   * @param {string} words
   * @param {string} [reply] the refutation
   */
  async settle(isRight, words, reply) {
    const { app, puzzle } = this;
    this.isBusy = false;
    this.state = isRight ? "solved" : "failed";
    if (puzzle) this.note(puzzle, isRight && !this.isHelped);
    if (isRight && this.isToday) this.training.noteToday();
    const again = this.isHelped && puzzle && !this.isSolved(puzzle) ? " With help: the puzzle comes again." : "";
    this.verdict = isRight ? `Solved! ${words}${again}` : words;
    if (!isRight) this.isHelped = true;
    if (reply) this.arrows = arrowsOf(app.facts, [{ pv: [reply] }]);
    this.render();
    await app.show();
  }

  /** Notes the result of a puzzle. @param {Puzzle} puzzle @param {boolean} isRight whether it was solved without help */
  note(puzzle, isRight) {
    if (isRight) this.solved.add(keyOf(puzzle));
    if (this.shown === "training") this.training.note(puzzle, isRight);
  }

  /** Undoes the player's last move. */
  async again() {
    const { app } = this;
    if (this.isBusy) app.engine.stop();
    const { game } = this;
    let length = game.moves.length - 1;
    while (length > 0 && game.moveAt(length).color !== this.solver) length -= 1;
    game.cut(Math.max(0, length));
    this.state = "open";
    this.verdict = "";
    this.arrows = [];
    this.isBusy = false;
    this.render();
    await app.show();
  }

  async hint() {
    const { app } = this;
    const { facts } = app;
    if (!this.mayMove(facts)) return;
    this.isHelped = true;
    const move = await this.best();
    if (app.facts !== facts || !move) return;
    this.arrows = arrowsOf(facts, [{ pv: [move] }]);
    app.draw();
    app.tell(`Look at ${this.arrows[0]?.from ?? move}.`);
  }

  /** The winning move. @returns {Promise<string | null>} */
  async best() {
    const { app, puzzle } = this;
    const { moves } = this.game;
    const known = puzzle?.line[moves.length];
    if (known && moves.every((one, index) => puzzle?.line[index] === one)) return known;
    return (await app.search(HINT)).best;
  }

  /** Plays the rest of the solution. */
  async solution() {
    const { app } = this;
    this.isHelped = true;
    if (this.puzzle) this.note(this.puzzle, false);
    if (this.state === "failed") await this.again();
    const { game } = this;
    for (let ply = 0; ply < MOST_PLIES && this.game === game && app.mode === this && !app.facts.outcome; ply += 1) {
      this.isBusy = true;
      const move = await this.best();
      if (!move || this.game !== game || app.mode !== this) break;
      game.play(move);
      await app.show();
    }
    if (this.game !== game || app.mode !== this) return;
    this.isBusy = false;
    this.state = "shown";
    this.verdict = `The solution: ${game.ptn.join(" ")}.`;
    game.go(game.moves.length);
    this.render();
    await app.show();
  }

  render() {
    if (this.app.mode === this) renderPuzzles(this);
  }

  /** Reads puzzles from a file. @param {File | undefined} file */
  async open(file) {
    if (!file) return;
    try {
      this.sources.file = await filePuzzles(this.app.engine, file);
      this.trouble = "";
      await this.show("file");
    } catch (error) {
      this.trouble = errorText(error);
      this.render();
    }
  }
}
