/** Analysis of a game with variations: its own game, which changes no game of the other modes. */
import { arrowsOf } from "../view/arrows.js";
import { announce } from "../view/dom.js";
import { Game } from "../model/game.js";
import { askForGame } from "../view/new-game.js";
import { renderAnalysis, renderGraph, renderLines } from "../view/analysis-panel.js";
import { Review } from "./review.js";
import { reasonOf } from "../model/ending.js";
import { evaluationWords } from "../model/speech.js";
import { colorName, other, scoreText, verdict, whiteChance } from "../model/words.js";

/**
 * @typedef {{game?: Partial<import("../model/game.js").Saved>, review?: import("./review.js").Result | null}} AnalyzedGame
 * @typedef {AnalyzedGame & {isOn?: boolean, count?: number, showsThreats?: boolean, showsArrows?: boolean, previous?: AnalyzedGame | null}} SavedAnalysis
 */

/** Chances of lower depths are rough, most of all in the opening: the graph would keep them if the user goes on at once. */
const LEAST_DEPTH = 4;

export class Analysis {
  /** @param {import("../app.js").App} app @param {SavedAnalysis} saved */
  constructor(app, saved = {}) {
    this.app = app;
    this.isOn = saved.isOn ?? true;
    this.count = saved.count ?? 1;
    this.showsThreats = saved.showsThreats ?? true;
    this.showsArrows = saved.showsArrows ?? true;
    /** State of the game before this one. @type {AnalyzedGame | null} */
    this.previous = saved.previous ?? null;
    /** The lines of the engine, their position and its facts. @type {{facts: import("../engine/answers.js").Facts | null, position: string, lines: import("../engine/tei.js").Info[]}} */
    this.found = { facts: null, position: "", lines: [] };
    /** Kinds of wins, `road` or `flats`, by position and line. @type {Map<string, string>} */
    this.ways = new Map();
    /** The moves that were deleted last. @type {{bringBack: () => void, node: import("../model/tree.js").Node} | null} */
    this.deleted = null;
    this.shown = "";
    /** Whether new lines are not drawn yet. */
    this.waits = false;
    this.game = new Game();
    this.review = new Review(this);
    this.restore(saved);
  }

  /** Continues with the state of a game. @param {AnalyzedGame} state */
  restore(state) {
    this.game = new Game(state.game);
    this.reset();
    this.review.restore(state.review);
  }

  /** @returns {AnalyzedGame} */
  current() {
    return { game: this.game.saved(), review: this.review.saved() };
  }

  saved() {
    const { isOn, count, showsThreats, showsArrows, previous } = this;
    return { ...this.current(), isOn, count, showsThreats, showsArrows, previous };
  }

  /** Forgets what belongs to the game before. */
  reset() {
    this.deleted = null;
    this.review.reset();
  }

  /** The lines of the shown position. */
  get lines() {
    return this.isAt(this.found.facts) ? this.found.lines : [];
  }

  /** Whether these facts are of the position on the board. A move comes before its facts. @param {import("../engine/answers.js").Facts | null} facts */
  isAt(facts) {
    const { app, found } = this;
    return app.mode === this && app.shown === facts && found.facts === facts && found.position === this.game.position();
  }

  enter() {
    const { game, app } = this;
    // A first visit has the board of the game that is played.
    if (game.root.children.length === 0 && game.start === null && game.tags.length === 0) this.game = new Game({ setup: app.play.game.setup });
    this.render();
  }

  leave() {
    this.review.leave();
    this.app.engine.stop();
  }

  mayMove() {
    return !this.review.isJudging;
  }

  /** @param {string} move */
  async move(move) {
    if (this.review.attempt) return this.review.judge(move);
    this.game.play(move);
    await this.app.show();
  }

  async undo() {
    this.game.go(this.game.ply - 1);
    await this.app.show();
  }

  async redo() {
    this.game.go(this.game.ply + 1);
    await this.app.show();
  }

  get canUndo() {
    return this.game.ply > 0;
  }

  get canRedo() {
    return !this.game.isAtEnd;
  }

  scene() {
    const { app } = this;
    const showsLines = this.showsArrows && this.isOn && app.shown;
    return {
      arrows: showsLines ? arrowsOf(app.facts, this.lines) : [],
      showsThreats: this.showsThreats && !this.review.attempt,
      clocks: { white: null, black: null },
      names: this.game.names,
    };
  }

  /** Subject and verb of a player's move. @param {string} color */
  subject(color) {
    return `${colorName(color)} plays`;
  }

  /** The lines are the hint. */
  hint() {
    this.evaluate();
  }

  /** Announces the evaluation of the shown position, and the verdict on the last move. */
  evaluate() {
    const [best] = this.lines;
    const { shown: facts } = this.app;
    const evaluation = best && facts ? evaluationWords(best, this.score(best, facts), whiteChance(best, facts.to_move)) : "There is no evaluation yet.";
    announce(`${evaluation} ${this.verdict}`.trim());
  }

  /** @param {import("../engine/answers.js").Facts} facts */
  async onPosition(facts) {
    const { app, review } = this;
    review.follow();
    this.found = { facts, position: this.game.position(), lines: [] };
    this.shown = "";
    app.showChances(review.attempt ? null : this.game.shown.chance, "");
    this.render();
    this.describe(facts);
    if (facts.outcome) this.note(100 * Number(facts.outcome.winner === "white") || (facts.outcome.winner ? 0 : 50));
    if (!review.isRunning) await this.look(facts);
  }

  /** The verdict on the last move. */
  get verdict() {
    const { judged } = this.game.shown;
    return judged && !this.review.isRunning && !this.review.attempt ? verdict(judged) : "";
  }

  /** @param {import("../engine/answers.js").Facts} facts */
  describe(facts) {
    const { game, review } = this;
    if (review.attempt) return this.app.tell(review.task(facts), true);
    if (review.praise?.node === game.shown) return this.app.tell(review.praise.words, true);
    const end = (game.isAtMainEnd ? game.result : null) ?? facts.outcome;
    if (end) return this.app.tell(`${end.words} (${end.code}).${reasonOf(facts)}`, true);
    if (this.verdict) return this.app.tell(this.verdict);
    const tak = facts.last?.tak ? "Tak! " : "";
    const threat = !facts.last?.tak && facts.threats.length > 0 ? ` ${colorName(other(facts.to_move))} threatens to win.` : "";
    this.app.tell(`${tak}Move ${facts.move_number}, ${colorName(facts.to_move)} to move.${threat}`, tak !== "");
  }

  /** Searches the position until another one is on the board. @param {import("../engine/answers.js").Facts} facts */
  async look(facts) {
    const { app } = this;
    if (!this.isOn || facts.outcome?.by_stones || document.hidden || this.review.attempt) {
      app.engine.stop();
      return;
    }
    const onInfo = (/** @type {import("../engine/tei.js").Info[]} */ lines) => {
      if (this.isAt(facts) && !this.review.isRunning) this.hear(facts, lines);
    };
    await app.search("infinite", this.count, onInfo);
  }

  /** A hidden window does not search. */
  async followWindow() {
    const { app, review } = this;
    if (app.mode !== this || !app.shown || review.isJudging) return;
    if (review.isRunning) return document.hidden && review.pause();
    await this.look(app.shown);
  }

  /** @param {import("../engine/answers.js").Facts} facts @param {import("../engine/tei.js").Info[]} lines */
  hear(facts, lines) {
    // The lines of one depth arrive one by one: they are drawn together.
    const isFirst = this.lines.length === 0;
    this.found.lines = lines.slice(0, this.count);
    if (isFirst) return this.refresh(facts);
    if (this.waits) return;
    this.waits = true;
    setTimeout(() => {
      this.waits = false;
      if (this.isAt(facts)) this.refresh(facts);
    }, 100);
  }

  /** @param {import("../engine/answers.js").Facts} facts */
  refresh(facts) {
    const [best] = this.lines;
    if (!best) return;
    if (best.kind !== "cp" || best.depth >= LEAST_DEPTH) this.note(whiteChance(best, facts.to_move));
    renderLines(this);
    const key = this.lines.map((line) => line.pv[0]).join(" ");
    if (key !== this.shown) {
      this.shown = key;
      this.app.draw();
    }
  }

  /** Stores White's chance in the shown position. @param {number} chance */
  note(chance) {
    this.game.shown.chance = chance;
    this.app.showChances(chance, this.lines[0] ? this.score(this.lines[0], this.app.facts) : "");
    renderGraph(this);
  }

  /** @param {import("../engine/tei.js").Info} line @param {import("../engine/answers.js").Facts} facts */
  score(line, facts) {
    const key = `${this.game.position()} ${line.pv.join(" ")}`;
    if (line.kind !== "cp" && !this.ways.has(key)) {
      this.ways.set(key, "win");
      this.app.safely(
        this.app.how(line).then((how) => {
          this.ways.set(key, how);
          if (this.isAt(facts)) this.refresh(facts);
        }),
      );
    }
    return scoreText(line, facts.to_move, this.ways.get(key));
  }

  render() {
    if (this.app.mode === this) renderAnalysis(this);
  }

  /** @param {Partial<Analysis>} change */
  set(change) {
    Object.assign(this, change);
    this.app.save();
    this.shown = "";
    this.app.safely(this.app.show());
  }

  /** Adds a line as a variation, and shows its end. @param {string[]} moves */
  async follow(moves) {
    const { app, game } = this;
    for (const move of moves) {
      game.play(move.replace(/[*'"!?]/g, ""));
      game.spell((await app.ask(game.position())).last?.ptn ?? move);
    }
    await app.show();
  }

  /** Brings back what was deleted last. */
  restoreDeleted() {
    if (!this.deleted) return;
    const { bringBack, node } = this.deleted;
    this.deleted = null;
    bringBack();
    this.app.select(node);
    announce("The deleted moves are back.");
  }

  /** Begins a game from the shown position, after questions about color and level. */
  playOn() {
    askForGame(this.app.play, this.game.begun());
  }

}
