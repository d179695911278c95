/** A judgement of every move of a game, as by `stonefall annotate`. */
import { announce, button, make, the } from "../view/dom.js";
import { fromRead } from "../model/game.js";
import { ptnOf } from "../view/share.js";
import { counted, verdict } from "../model/words.js";

/** Limits of each search. */
const EACH = { nodes: 150_000, movetime: 1500 };

/** Numbers of mistakes and blunders. @param {any} answer to `annotate` */
function summary({ moves, complete }) {
  const count = (/** @type {string} */ mark) => moves.filter((/** @type {any} */ { judgement }) => judgement === mark).length;
  return `${complete ? "The game" : "A part of the game"} is judged: ${counted(count("?"), "mistake")}, ${counted(count("??"), "blunder")}.`;
}

export class Review {
  /** @param {import("./analysis.js").Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.app = analysis.app;
    this.isRunning = false;
    /** Judgements of moves, by the position after the move. @type {Map<string, any>} */
    this.moves = new Map();
  }

  /** Judgement of the move before a position. @param {number} ply */
  of(ply) {
    return ply > 0 ? this.moves.get(this.app.game.position(ply)) : undefined;
  }

  button() {
    return button(this.isRunning ? "Stop" : "Go through the game", () => this.app.safely(this.toggle()), { id: "walk" });
  }

  async toggle() {
    if (this.isRunning) return this.end();
    this.isRunning = true;
    try {
      await this.run();
    } finally {
      this.isRunning = false;
      if (this.app.mode === this.analysis) {
        this.analysis.render();
        await this.app.show();
      }
    }
  }

  end() {
    if (this.isRunning) this.app.engine.stop();
  }

  async run() {
    const { app, analysis } = this;
    const { game } = app;
    const text = await ptnOf(app);
    app.engine.option("Threads", app.threads);
    analysis.render();
    const answer = await app.engine.annotate({ text, ...EACH }, (/** @type {any} */ { done, of, ply, position }) => {
      if (app.game !== game) return this.end();
      analysis.chances.set(game.position(ply), 100 * position.white_chance);
      if (app.mode !== analysis) return;
      analysis.renderGraph();
      the("depth").textContent = `${done} of ${of} positions …`;
    });
    if (app.game !== game) return;
    this.keep(game, answer);
    // The text of the main line does not change during a variation.
    if (answer.complete && game.main === null) await this.write(game, answer.text);
    announce(summary(answer));
  }

  /** @param {import("../model/game.js").Game} game @param {any} answer */
  keep(game, answer) {
    const { chances } = this.analysis;
    const note = (/** @type {number} */ ply, /** @type {any} */ judged) => judged && chances.set(game.position(ply), 100 * judged.white_chance);
    note(0, answer.start);
    for (const move of answer.moves) {
      note(move.ply, move.after);
      this.moves.set(game.position(move.ply), move);
    }
  }

  /** Adds marks and comments to the game. @param {import("../model/game.js").Game} game @param {string} text */
  async write(game, text) {
    const read = fromRead(await this.app.engine.readGame(text));
    if (read.moves.join(" ") !== game.moves.join(" ")) return;
    Object.assign(game, { text: read.text, ptn: read.ptn, kept: read.kept });
    this.app.save();
  }

  /** The verdict about the last move on the board. */
  words() {
    const move = this.of(this.app.game.ply);
    const text = move && !this.isRunning ? verdict(move) : "";
    return make("p", { class: "verdict", id: "verdict", hidden: text === "", text });
  }
}
