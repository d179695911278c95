/** Play against the engine, or between two people at one screen. */
import { Clocks, face, readClock } from "../model/clock.js";
import { announce, button, closeDialog, make } from "../view/dom.js";
import { FIRST_SETTINGS, askForGame } from "../view/new-game.js";
import { Game, tagsOf } from "../model/game.js";
import { colorName, komiText, list, other, sentence } from "../model/words.js";

/** Number of moves before a draw can be offered. */
const DRAW_PLY = 10;
/** Limits of the search for a hint. */
const HINT = "nodes 400000 movetime 2000";
/** Maximum for a level, which chooses its own time. */
const LEVEL_TIME = "movetime 10000";

/** @typedef {import("../app.js").App} App */

export class Play {
  /** @param {App} app @param {any} saved */
  constructor(app, saved = {}) {
    this.app = app;
    this.settings = { ...FIRST_SETTINGS, ...saved.settings };
    /** `white`, `black` or `both`. */
    this.human = saved.human ?? "white";
    /** @type {Clocks | null} */
    this.clocks = saved.clocks ? Object.assign(new Clocks(0, 0), saved.clocks, { running: null }) : null;
    /** Undone moves, the first one last. @type {string[]} */
    this.taken = [];
    this.isThinking = false;
    this.note = "";
    /** @type {import("../view/board.js").Arrow[]} */
    this.arrows = [];
    const clock = setInterval(() => (app.play === this ? this.tick() : clearInterval(clock)), 100);
  }

  saved() {
    const clocks = this.clocks && { base: this.clocks.base, increment: this.clocks.increment, left: { white: this.clocks.now("white"), black: this.clocks.now("black") } };
    return { settings: this.settings, human: this.human, clocks };
  }

  enter() {
    this.render();
  }

  leave() {
    this.clocks?.stop();
    if (this.isThinking) this.app.engine.stop();
    this.arrows = [];
  }

  /** Whether the game on the board was opened, not played here. */
  get isOpened() {
    return this.app.game.isOpened;
  }

  get names() {
    if (this.isOpened) return this.app.game.names;
    const engine = this.settings.level > 0 ? `Stonefall (level ${this.settings.level})` : "Stonefall";
    const name = (/** @type {string} */ color) => (this.human === "both" ? colorName(color) : color === this.human ? this.app.settings.name || "You" : engine);
    return { white: name("white"), black: name("black") };
  }

  /** @param {any} facts */
  isOver(facts) {
    return Boolean(facts.outcome || this.app.game.result);
  }

  /** @param {any} facts */
  isHumansTurn(facts) {
    return this.human === "both" || facts.to_move === this.human;
  }

  /** @param {any} facts */
  mayMove(facts) {
    return !this.isOpened && this.app.game.isAtEnd && !this.isOver(facts) && this.isHumansTurn(facts) && !this.isThinking;
  }

  /** @param {string} move */
  async move(move) {
    const { app } = this;
    this.note = "";
    this.arrows = [];
    this.taken = [];
    this.clocks?.press(app.facts.to_move);
    app.game.play(move);
    await app.show();
  }

  /** Another position is on the board. @param {any} facts */
  async onPosition(facts) {
    const { app } = this;
    if (this.isOpened) return app.analysis.describe(facts);
    if (this.isOver(facts)) {
      this.clocks?.stop();
      this.finish(facts);
      return;
    }
    if (!app.game.isAtEnd) {
      app.tell("This is an earlier position. Go to the last one to continue the game.");
      return;
    }
    if (this.clocks && facts.opening_plies < 2) this.clocks.start(facts.to_move);
    this.say(facts);
    if (!this.isHumansTurn(facts)) await this.answer(facts);
  }

  /** @param {any} facts */
  say(facts) {
    const tak = facts.last?.tak && !this.settings.street ? "Tak! " : "";
    const turn = this.isThinking || !this.isHumansTurn(facts)
      ? "Stonefall is thinking …"
      : this.human === "both" ? `${colorName(facts.to_move)} to move.` : "Your move.";
    this.app.tell(`${tak}${this.note ? `${this.note} ` : ""}${turn}`, tak !== "");
  }

  /** The engine plays. @param {any} facts */
  async answer(facts) {
    const { app, settings } = this;
    if (this.isThinking) return;
    this.isThinking = true;
    this.say(facts);
    const { game } = app;
    const position = game.position();
    try {
      const hasLevel = settings.level > 0;
      const limit = hasLevel ? LEVEL_TIME : this.clocks ? this.clocks.limits() : `movetime ${settings.seconds * 1000}`;
      const options = { LimitStrength: hasLevel, Level: hasLevel ? settings.level : 1, OwnBook: !hasLevel, MultiPV: 1, Threads: app.threads };
      const { best } = await app.think({ position, go: limit, options });
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

  /** @param {any} facts */
  finish(facts) {
    const { game } = this.app;
    const outcome = facts.outcome ?? game.result;
    const winner = outcome.winner ?? (outcome.code === "1-0" ? "white" : outcome.code === "0-1" ? "black" : null);
    const verdict = this.human === "both" || !winner ? "" : winner === this.human ? " You have won!" : " Stonefall has won.";
    const score = facts.outcome?.score;
    const points = score ? ` Score: ${score[0] + score[1]} (${score[0]} for the board and ${score[1]} for the pieces left).` : "";
    this.app.tell(`${outcome.words} (${outcome.code}).${verdict}${points}`, true);
  }

  /** @param {string} code @param {string} words */
  end(code, words) {
    this.clocks?.stop();
    this.app.game.result = { code, words };
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
      arrows: this.arrows,
      showsThreats: false,
      clocks: this.isOpened ? { white: null, black: null } : { white: shown("white"), black: shown("black") },
      names: this.names,
    };
  }

  /** Undoes the last move of the player. */
  async undo() {
    const { app } = this;
    const { game } = app;
    if (this.isOpened) return app.analysis.undo();
    this.note = "";
    this.arrows = [];
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
    if (this.isOpened) return this.app.analysis.redo();
    const { game } = this.app;
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
    if (this.isOpened) return this.app.analysis.canUndo;
    return this.app.game.moves.length > 0 || this.app.game.result !== null;
  }

  get canRedo() {
    if (this.isOpened) return this.app.analysis.canRedo;
    return this.taken.length > 0;
  }

  /** Subject and verb of a player's move. @param {string} color */
  subject(color) {
    if (this.isOpened || this.human === "both") return `${colorName(color)} plays`;
    return color === this.human ? "You play" : "Stonefall plays";
  }

  /** A hint has the evaluation. */
  evaluate() {
    return this.hint();
  }

  /** A short search at full strength. */
  async consider() {
    const options = { LimitStrength: false, MultiPV: 1, OwnBook: false, Threads: this.app.threads };
    return this.app.think({ position: this.app.game.position(), go: HINT, options });
  }

  async hint() {
    const { app } = this;
    const { facts } = app;
    if (!this.mayMove(facts)) return;
    app.tell("Stonefall looks for a hint …");
    const { lines } = await this.consider();
    if (app.facts !== facts || !lines[0]) return;
    this.arrows = app.arrowsOf(facts, lines.slice(0, 1));
    this.note = sentence(lines[0], facts.to_move, await app.how(lines[0], facts.to_move));
    app.draw();
    this.say(facts);
  }

  async offerDraw() {
    const { app } = this;
    const { facts } = app;
    if (app.game.moves.length < DRAW_PLY) {
      this.note = "Stonefall declines: the game has hardly begun.";
      return this.say(facts);
    }
    if (this.human === "both") return this.end("1/2-1/2", "The players agree: the game is drawn");
    app.tell("Stonefall considers the draw …");
    const { lines } = await this.consider();
    if (app.facts !== facts) return;
    const accepts = lines[0] && (lines[0].kind === "win" || (lines[0].kind === "cp" && lines[0].value >= 0));
    if (accepts) return this.end("1/2-1/2", "Stonefall accepts: the game is drawn");
    this.note = "Stonefall declines: it likes its position better than yours.";
    this.say(facts);
  }

  resign() {
    const loser = this.human === "both" ? this.app.facts.to_move : this.human;
    this.end(loser === "white" ? "0-1" : "1-0", `${colorName(loser)} resigns: ${colorName(other(loser))} wins`);
  }

  /** The players and the rules. */
  summary() {
    const { settings } = this;
    const { white, black } = this.names;
    const players = this.isOpened
      ? `${white ?? "White"} against ${black ?? "Black"}`
      : this.human === "both" ? "Two players at this screen" : `You play ${colorName(this.human)} against ${this.names[other(this.human)]}`;
    const rules = [`${this.app.game.setup.size}×${this.app.game.setup.size}`];
    if (this.app.game.setup.halfKomi !== 0) rules.push(`komi ${komiText(this.app.game.setup.halfKomi)}`);
    if (this.app.game.setup.opening !== "swap") rules.push(this.app.game.setup.opening);
    if (settings.street && !this.isOpened) rules.push("street rules");
    return `${players}: ${list(rules, "and")}`;
  }

  /** The controls. */
  render() {
    const { facts } = this.app;
    const over = !facts || this.isOver(facts) || this.isOpened;
    this.app.panel(
      make("h2", { text: "Game" }),
      make("p", { class: "note", text: `${this.summary()}.` }),
      make("div", { class: "row" }, [
        button("New game…", () => askForGame(this), { id: "new", class: "strong" }),
        ...(this.isOpened ? [button("Play from here", () => this.app.safely(this.continue()), { id: "continue", title: "Play the side to move in the position on the board", disabled: !facts || Boolean(facts.outcome) })] : []),
        button("Hint", () => this.app.safely(this.hint()), { id: "hint", title: "What Stonefall would play (H)", disabled: over }),
        button("Offer a draw", () => this.app.safely(this.offerDraw()), { id: "draw", disabled: over }),
        button("Resign", () => this.resign(), { id: "resign", disabled: over }),
      ]),
    );
  }

  /** @param {typeof FIRST_SETTINGS} settings */
  async begin(settings) {
    closeDialog();
    const { size, halfKomi, opening, color } = settings;
    const human = color === "random" ? (Math.random() < 0.5 ? "white" : "black") : color;
    await this.start(new Game({ setup: { size, halfKomi, opening } }), settings, human);
  }

  /** Begins a game in the shown position of an opened one; the player has the side to move. */
  async continue() {
    const { setup, start, moves, ptn, ply } = this.app.game;
    const { size, halfKomi, opening } = setup;
    const game = new Game({ setup, start, moves: moves.slice(0, ply), ptn: ptn.slice(0, ply) });
    await this.start(game, { ...this.settings, size, halfKomi, opening, clock: "" }, this.app.facts.to_move);
  }

  /** @param {Game} game @param {typeof FIRST_SETTINGS} settings @param {string} human */
  async start(game, settings, human) {
    this.app.shelve();
    this.settings = settings;
    this.human = human;
    this.clocks = readClock(settings.clock);
    this.taken = [];
    this.note = "";
    this.arrows = [];
    if (this.isThinking) this.app.engine.stop();
    this.isThinking = false;
    this.app.game = game;
    game.tags = tagsOf(game.setup, this.names, this.clocks);
    game.names = this.names;
    this.app.isFlipped = this.human === "black";
    announce(`New game: ${this.summary()}.`);
    await this.app.take(game);
    this.render();
  }
}
