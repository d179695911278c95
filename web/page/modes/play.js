/** Play against the engine, or between two people at one screen. */
import { arrowsOf } from "../view/arrows.js";
import { Clocks, face, readClock } from "../model/clock.js";
import { announce, closeDialog } from "../view/dom.js";
import { FIRST_SETTINGS } from "../view/new-game.js";
import { renderPlay } from "../view/play-panel.js";
import { Game, tagsOf } from "../model/game.js";
import { OwnGames } from "./own-games.js";
import { endOf, reasonOf } from "../model/ending.js";
import { colorName, komiText, list, other, sentence } from "../model/words.js";

/** Number of moves before a draw can be offered. */
const DRAW_PLY = 10;
/** Limits of the search for a hint, and for the answer to an offer. */
const HINT = "nodes 400000 movetime 2000";
/** Maximum for a level, which chooses its own time. */
const LEVEL_TIME = "movetime 10000";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../engine/answers.js").Facts} Facts
 * @typedef {import("./own-games.js").PlayState} PlayState
 * @typedef {import("../view/new-game.js").Settings} Settings
 */

export class Play {
  /** @param {App} app @param {PlayState} saved */
  constructor(app, saved = {}) {
    this.app = app;
    /** The game among the kept ones: the millisecond in which it began. */
    this.id = "";
    /** @type {Settings} */
    this.settings = FIRST_SETTINGS;
    /** `white`, `black` or `both`. */
    this.human = "white";
    /** @type {Clocks | null} */
    this.clocks = null;
    this.game = new Game();
    /** Undone moves, the first one last. @type {string[]} */
    this.taken = [];
    this.isThinking = false;
    /** What Stonefall says about a position: a hint, or the answer to an offer. */
    this.said = { position: "", note: "", arrows: /** @type {import("../view/board.js").Arrow[]} */ ([]) };
    /** @type {PlayState | null} */
    this.previous = saved.previous ?? null;
    this.own = new OwnGames(this);
    this.restore(saved);
    setInterval(() => this.tick(), 100);
  }

  /** Continues a game. @param {PlayState} state */
  restore(state) {
    this.settings = { ...FIRST_SETTINGS, ...state.settings };
    this.human = state.human ?? "white";
    this.clocks = state.clocks ? Object.assign(new Clocks(0, 0), state.clocks, { running: null }) : null;
    const { size, halfKomi, opening } = this.settings;
    this.game = new Game(state.game ?? { setup: { size, halfKomi, opening } });
    // Earlier versions named a game by the second in which it began.
    this.id = state.id ?? this.game.tags.filter(([name]) => name === "Date" || name === "Time").join(" ");
    this.taken = [];
    this.isThinking = false;
  }

  /** The state of the game. @returns {PlayState} */
  current() {
    const { id, settings, human, game } = this;
    const clocks = this.clocks && { base: this.clocks.base, increment: this.clocks.increment, left: { white: this.clocks.now("white"), black: this.clocks.now("black") } };
    return { id, settings, human, clocks, game: game.saved() };
  }

  saved() {
    return { ...this.current(), previous: this.previous };
  }

  enter() {
    this.render();
  }

  leave() {
    this.clocks?.stop();
    if (this.isThinking) this.app.engine.stop();
  }

  get names() {
    const engine = this.settings.level > 0 ? `Stonefall (level ${this.settings.level})` : "Stonefall";
    const name = (/** @type {string} */ color) => (this.human === "both" ? colorName(color) : color === this.human ? this.app.settings.name || "You" : engine);
    return { white: name("white"), black: name("black") };
  }

  /** Remarks on the shown position alone. @param {string} note @param {import("../view/board.js").Arrow[]} [arrows] */
  remark(note, arrows = []) {
    this.said = { position: this.game.position(), note, arrows };
  }

  /** What Stonefall says about the shown position. */
  get remarks() {
    return this.said.position === this.game.position() ? this.said : { note: "", arrows: [] };
  }

  /** @param {Facts} facts */
  isOver(facts) {
    return Boolean(facts.outcome || this.game.result);
  }

  /** @param {Facts} facts */
  isHumansTurn(facts) {
    return this.human === "both" || facts.to_move === this.human;
  }

  /** @param {Facts} facts */
  mayMove(facts) {
    return this.game.isAtEnd && !this.isOver(facts) && this.isHumansTurn(facts) && !this.isThinking;
  }

  /** @param {string} move */
  async move(move) {
    const { app } = this;
    this.taken = [];
    this.clocks?.press(app.facts.to_move);
    this.game.play(move);
    await app.show();
  }

  /** Another position is on the board. @param {Facts} facts */
  async onPosition(facts) {
    const { app } = this;
    this.own.keep(facts);
    if (this.isOver(facts)) return this.finish(facts);
    if (!this.game.isAtEnd) {
      app.tell("This is an earlier position. Go to the last one to continue the game.");
      return;
    }
    if (this.clocks && facts.opening_plies < 2) this.clocks.start(facts.to_move);
    this.say(facts);
    if (!this.isHumansTurn(facts)) await this.answer(facts);
  }

  /** @param {Facts} facts */
  say(facts) {
    const { note } = this.remarks;
    const tak = facts.last?.tak && !this.settings.street ? "Tak! " : "";
    const turn = this.isThinking || !this.isHumansTurn(facts)
      ? "Stonefall is thinking …"
      : this.human === "both" ? `${colorName(facts.to_move)} to move.` : "Your move.";
    this.app.tell(`${tak}${note ? `${note} ` : ""}${turn}`, tak !== "");
  }

  /** The engine plays. @param {Facts} facts */
  async answer(facts) {
    const { app, game, settings } = this;
    if (this.isThinking) return;
    this.isThinking = true;
    this.say(facts);
    const position = game.position();
    try {
      const hasLevel = settings.level > 0;
      const limit = hasLevel ? LEVEL_TIME : this.clocks ? this.clocks.limits() : `movetime ${settings.seconds * 1000}`;
      const options = { LimitStrength: hasLevel, Level: hasLevel ? settings.level : 1, OwnBook: !hasLevel, MultiPV: 1, Threads: app.threads };
      const { best } = await app.engine.think({ position, go: limit, options });
      // Meanwhile another game may have begun, or moves were undone.
      if (app.game !== game || app.mode !== this || !best || game.position() !== position || this.isOver(facts)) return;
      this.clocks?.press(facts.to_move);
      game.play(best);
      this.isThinking = false;
      await app.show();
    } finally {
      this.isThinking = false;
      if (app.game === game && app.mode === this) app.draw();
    }
  }

  /** @param {Facts} facts */
  finish(facts) {
    this.clocks?.stop();
    const end = endOf(facts, this.game.result);
    if (!end) return;
    const verdict = this.human === "both" || !end.winner ? "" : end.winner === this.human ? " You have won!" : " Stonefall has won.";
    this.app.tell(`${end.words} (${end.code}).${verdict}${reasonOf(facts)}`, true);
  }

  /** @param {string} code @param {string} words */
  end(code, words) {
    this.clocks?.stop();
    this.game.result = { code, words };
    if (this.isThinking) this.app.engine.stop();
    this.app.show();
  }

  tick() {
    if (!this.clocks?.running || this.app.mode !== this) return;
    for (const color of ["white", "black"]) this.app.table.tellTime(color, face(this.clocks.now(color)));
    const late = this.clocks.running;
    if (this.clocks.now(late) > 0) return;
    this.clocks.stop();
    this.clocks.left[late] = 0;
    this.end(late === "white" ? "0-1" : "1-0", `${colorName(late)}'s time is up: ${colorName(other(late))} wins`);
  }

  scene() {
    const shown = (/** @type {string} */ color) => (this.clocks ? face(this.clocks.now(color)) : null);
    return {
      arrows: this.remarks.arrows,
      showsThreats: false,
      clocks: { white: shown("white"), black: shown("black") },
      names: this.names,
      next: this.app.shown && this.isOver(this.app.shown) ? this.own.next(this.app.shown) : [],
    };
  }

  /** Undoes the last move of the player. */
  async undo() {
    const { app, game } = this;
    if (game.result) {
      game.result = null;
      // After a loss on time the game continues without clocks.
      if (this.clocks && Math.min(this.clocks.now("white"), this.clocks.now("black")) <= 0) this.clocks = null;
      await app.show();
      return;
    }
    if (game.moves.length === 0) return;
    if (this.isThinking) app.engine.stop();
    game.go(game.moves.length);
    const isOwn = (/** @type {number} */ ply) => this.human === "both" || game.moveAt(ply).color === this.human;
    let length = game.moves.length - 1;
    while (length > 0 && !isOwn(length)) length -= 1;
    if (!isOwn(length)) return;
    this.taken.push(...game.moves.slice(length).reverse());
    game.cut(length);
    this.isThinking = false;
    await app.show();
  }

  /** Plays the undone moves again. */
  async redo() {
    const { game } = this;
    do {
      const move = this.taken.pop();
      if (!move) return;
      game.go(game.moves.length);
      game.play(move);
    } while (this.taken.length > 0 && this.human !== "both" && game.moveAt(game.moves.length).color !== this.human);
    const { taken } = this;
    await this.app.show();
    this.taken = taken;
  }

  get canUndo() {
    return this.game.moves.length > 0 || this.game.result !== null;
  }

  get canRedo() {
    return this.taken.length > 0;
  }

  /** Subject and verb of a player's move. @param {string} color */
  subject(color) {
    if (this.human === "both") return `${colorName(color)} plays`;
    return color === this.human ? "You play" : "Stonefall plays";
  }

  /** A hint has the evaluation. */
  evaluate() {
    return this.hint();
  }

  async hint() {
    const { app } = this;
    const { facts } = app;
    if (!this.mayMove(facts)) return;
    app.tell("Stonefall looks for a hint …");
    const { lines } = await app.search(HINT);
    if (app.facts !== facts || !lines[0]) return;
    const how = await app.how(lines[0]);
    if (app.facts !== facts) return;
    this.remark(sentence(lines[0], facts.to_move, how), arrowsOf(facts, lines.slice(0, 1)));
    app.draw();
    this.say(facts);
  }

  async offerDraw() {
    const { app } = this;
    const { facts } = app;
    if (this.game.moves.length < DRAW_PLY) {
      this.remark("Stonefall declines: the game has hardly begun.");
      return this.say(facts);
    }
    if (this.human === "both") return this.end("1/2-1/2", "The players agree: the game is drawn");
    app.tell("Stonefall considers the draw …");
    const { lines } = await app.search(HINT);
    if (app.facts !== facts) return;
    const accepts = lines[0] && (lines[0].kind === "win" || (lines[0].kind === "cp" && lines[0].value >= 0));
    if (accepts) return this.end("1/2-1/2", "Stonefall accepts: the game is drawn");
    this.remark("Stonefall declines: it likes its position better than yours.");
    this.say(facts);
  }

  resign() {
    const loser = this.human === "both" ? this.app.facts.to_move : this.human;
    this.end(loser === "white" ? "0-1" : "1-0", `${colorName(loser)} resigns: ${colorName(other(loser))} wins`);
  }

  /** The players and the rules. */
  summary() {
    const { settings } = this;
    const { setup } = this.game;
    const players = this.human === "both" ? "Two players at this screen" : `You play ${colorName(this.human)} against ${this.names[other(this.human)]}`;
    const rules = [`${setup.size}×${setup.size}`];
    if (setup.halfKomi !== 0) rules.push(`komi ${komiText(setup.halfKomi)}`);
    if (setup.opening !== "swap") rules.push(setup.opening);
    if (settings.street) rules.push("street rules");
    return `${players}: ${list(rules, "and")}`;
  }

  /** The controls. */
  render() {
    if (this.app.mode === this) renderPlay(this);
  }

  /**
   * Begins a game.
   * @param {Settings} settings
   * @param {Game | null} [from] a game to continue
   */
  async begin(settings, from = null) {
    closeDialog();
    const { app } = this;
    const { size, halfKomi, opening, color } = settings;
    if (app.mode !== this) app.enter("play");
    app.keep();
    if (this.isThinking) app.engine.stop();
    const game = from ?? new Game({ setup: { size, halfKomi, opening } });
    this.settings = from ? { ...settings, size: from.setup.size, halfKomi: from.setup.halfKomi, opening: from.setup.opening } : settings;
    this.human = color === "random" ? (Math.random() < 0.5 ? "white" : "black") : color;
    this.clocks = readClock(settings.clock);
    this.taken = [];
    this.isThinking = false;
    game.tags = tagsOf(game.setup, this.names, this.clocks);
    game.names = this.names;
    game.isFlipped = this.human === "black";
    this.game = game;
    this.id = String(Date.now());
    announce(`New game: ${this.summary()}.`);
    await app.take(game);
    this.render();
  }
}
