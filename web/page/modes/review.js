/** A judgement of every move of a game, as by `stonefall annotate`, and another try at the mistakes. */
import { announce } from "../view/dom.js";
import { fromRead } from "../model/game.js";
import { merge, remove } from "../model/tree.js";
import { colorName, counted, whiteChance } from "../model/words.js";

/** Limits of each search. */
const EACH = { nodes: 150_000, movetime: 1500 };
/** Limits of the search for a move of another try. */
const TRY = "nodes 300000 movetime 2000";
/** Smallest loss of a mistake, as in docs/annotate.md. */
const MISTAKE = 0.1;

/** @typedef {import("../model/tree.js").Node} Node */

export class Review {
  /** @param {import("./analysis.js").Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.app = analysis.app;
    this.isRunning = false;
    this.isJudging = false;
    /** Number of judged positions, and of all. */
    this.progress = "";
    /** Figures of the players, and the moves that they are about. @type {{players: any[], moves: string} | null} */
    this.result = null;
    /** The mistake that the player tries to avoid. @type {{node: Node, words: string} | null} */
    this.attempt = null;
    /** The praise of a better move. @type {{node: Node, words: string} | null} */
    this.praise = null;
  }

  saved() {
    return this.result;
  }

  /** @param {any} result */
  restore(result) {
    this.result = result ?? null;
  }

  reset() {
    this.end();
    this.result = null;
    this.attempt = null;
  }

  leave() {
    this.end();
    this.attempt = null;
  }

  /** The moves of the main line. */
  get mainMoves() {
    return this.analysis.game.root.rest.map(({ move }) => move).join(" ");
  }

  /** Figures of the players, if they are about the main line as it is. @returns {any[]} */
  get players() {
    return this.result?.moves === this.mainMoves ? this.result.players : [];
  }

  /** The judged mistakes of the main line. */
  get mistakes() {
    return this.analysis.game.root.rest.filter(({ judged }) => judged?.judgement === "?" || judged?.judgement === "??");
  }

  async toggle() {
    if (this.isRunning) return this.end();
    this.isRunning = true;
    this.attempt = null;
    this.progress = "";
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
    const { game } = analysis;
    const nodes = [game.root, ...game.root.rest];
    const moves = this.mainMoves;
    const text = await app.ptn();
    app.engine.option("Threads", app.threads);
    analysis.render();
    const answer = await app.engine.annotate({ text, ...EACH }, (/** @type {any} */ { done, of, ply, position, move, players }) => {
      if (analysis.game !== game || app.mode !== analysis) return this.end();
      nodes[ply].chance = 100 * position.white_chance;
      this.take(nodes, move, { players, moves });
      this.progress = `${done} of ${of} positions …`;
      analysis.render();
    });
    if (analysis.game !== game) return;
    for (const move of answer.moves) this.take(nodes, move, { players: answer.players, moves });
    merge(game.root, fromRead(await app.engine.readGame(answer.text)).root);
    game.refresh();
    app.save();
    const count = (/** @type {string} */ mark) => answer.moves.filter((/** @type {any} */ { judgement }) => judgement === mark).length;
    announce(`${answer.complete ? "The game" : "A part of the game"} is judged: ${counted(count("?"), "mistake")}, ${counted(count("??"), "blunder")}.`);
  }

  /** Stores the judgement of a move. @param {Node[]} nodes @param {any} move @param {{players: any[], moves: string}} result */
  take(nodes, move, result) {
    if (!move?.after) return;
    const node = nodes[move.ply];
    node.judged = move;
    node.chance = 100 * move.after.white_chance;
    this.result = result;
  }

  /** Shows the next mistake, or the one before. @param {1 | -1} direction */
  step(direction) {
    const { ply } = this.analysis.game;
    const all = direction > 0 ? this.mistakes : this.mistakes.toReversed();
    const next = all.find((node) => (direction > 0 ? node.ply > ply : node.ply < ply)) ?? all[0];
    this.attempt = null;
    if (next) this.app.select(next);
  }

  /** Lets the player search for a better move than the shown mistake. */
  tryAgain() {
    const { shown } = this.analysis.game;
    if (!this.mistakes.includes(shown) || !shown.parent) return;
    this.attempt = { node: shown, words: "" };
    this.app.select(shown.parent);
  }

  /** Ends the try when another position is shown. */
  follow() {
    if (this.attempt && !this.isJudging && this.attempt.node.parent !== this.analysis.game.shown) this.attempt = null;
  }

  /** @param {any} facts */
  task(facts) {
    return this.attempt?.words || `${colorName(facts.to_move)} played ${this.attempt?.node.ptn}. Find a better move.`;
  }

  /** Judges another move than the mistake. @param {string} move */
  async judge(move) {
    const { app, analysis, attempt } = this;
    const { game } = analysis;
    const before = attempt?.node.parent;
    if (!attempt || !before) return;
    const { color, best } = attempt.node.judged;
    const isNew = !before.children.some((child) => child.move === move);
    const back = async (/** @type {string} */ words) => {
      const tried = game.shown;
      game.select(before);
      if (isNew && tried.parent === before) remove(tried);
      game.refresh();
      attempt.words = words;
      await app.show();
    };
    if (move === attempt.node.move) return back(`That is the move of the game. Find a better one than ${attempt.node.ptn}.`);
    this.isJudging = true;
    try {
      game.play(move);
      app.table.played = null;
      await app.show();
      app.tell(`Stonefall looks at ${move} …`);
      const loss = move === best ? 0 : await this.lossOf(color, before);
      if (analysis.game !== game || app.mode !== analysis || this.attempt !== attempt) return;
      if (loss >= MISTAKE) return await back(`${move} lowers the chance by ${counted(Math.round(100 * loss), "percentage point")}. Try another move.`);
      this.attempt = null;
      const words = move === best ? `${move} is right: Stonefall would have played it, too.` : `${move} is good. Stonefall would have played ${best}.`;
      this.praise = { node: game.shown, words };
      // The search of the new position may last: it is not awaited.
      app.safely(app.show());
    } finally {
      this.isJudging = false;
      if (app.mode === analysis) app.draw();
    }
  }

  /** Loss of a player's chance by the shown move. @param {string} color @param {Node} before */
  async lossOf(color, before) {
    const { app, analysis } = this;
    const { facts } = app;
    const own = (/** @type {number} */ white) => (color === "white" ? white : 100 - white) / 100;
    const chance = own(before.chance ?? 50);
    if (facts.outcome) return Math.max(0, chance - (facts.outcome.winner === color ? 1 : facts.outcome.winner ? 0 : 0.5));
    const options = { LimitStrength: false, OwnBook: false, MultiPV: 1, Threads: app.threads };
    const { lines } = await app.think({ position: analysis.game.position(), go: TRY, options });
    return lines[0] ? Math.max(0, chance - own(whiteChance(lines[0], facts.to_move))) : 0;
  }

  /** Ends the try, and shows the move of the engine. */
  giveUp() {
    const { attempt, analysis } = this;
    if (!attempt?.node.parent) return;
    this.attempt = null;
    const { best } = attempt.node.judged;
    if (best) analysis.game.play(best);
    this.app.safely(this.app.show());
  }
}
