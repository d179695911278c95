/** A judgement of every move of a game, as by `stonefall annotate`, and another try at the mistakes. */
import { announce, the } from "../view/dom.js";
import { Game, fromRead } from "../model/game.js";
import { merge, remove } from "../model/tree.js";
import { colorName, counted } from "../model/words.js";

/** Limits of each search. */
const EACH = { nodes: 150_000, movetime: 1500 };

/**
 * @typedef {import("../engine/answers.js").Judged} Judged
 * @typedef {import("../engine/answers.js").Judgements} Judgements
 * @typedef {import("../model/tree.js").Node} Node
 * @typedef {{players: Judgements[], moves: string}} Result figures of the players, and the moves that they are about
 */

/** Waits until the window is visible. */
const visible = () =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve(null);
    };
    document.addEventListener("visibilitychange", look);
    look();
  });

export class Review {
  /** @param {import("./analysis.js").Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.app = analysis.app;
    this.isRunning = false;
    /** Whether the player ends it, and whether the hidden window interrupts it. */
    this.isEnding = false;
    this.isPaused = false;
    this.isJudging = false;
    /** Whether the figures of each phase are shown. */
    this.showsPhases = false;
    /** Number of judged positions, and of all. */
    this.progress = "";
    /** @type {Result | null} */
    this.result = null;
    /** The mistake that the player tries to avoid. @type {{node: Node, words: string} | null} */
    this.attempt = null;
    /** The praise of a better move. @type {{node: Node, words: string} | null} */
    this.praise = null;
  }

  saved() {
    return this.result;
  }

  /** @param {Result | null} [result] */
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

  /** Figures of the players, if they are about the main line as it is. @returns {Judgements[]} */
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
    this.isEnding = false;
    this.attempt = null;
    this.progress = "";
    try {
      // The engine keeps what it has judged.
      do {
        this.isPaused = document.hidden;
        if (this.isPaused) await visible();
        else await this.run();
      } while (this.isPaused && !this.isEnding);
    } finally {
      this.isRunning = false;
      if (this.app.mode === this.analysis) {
        const hadFocus = document.activeElement?.id === "walk";
        this.analysis.render();
        // The way through the mistakes replaces the button of the review.
        if (hadFocus && this.mistakes.length > 0) the("mistake-next").focus({ preventScroll: true });
        await this.app.show();
      }
    }
  }

  end() {
    if (!this.isRunning) return;
    this.isEnding = true;
    this.app.engine.stop();
  }

  /** Interrupts the review until the window is visible again. */
  pause() {
    this.isPaused = true;
    this.app.engine.stop();
  }

  async run() {
    const { app, analysis } = this;
    const { game } = analysis;
    const nodes = [game.root, ...game.root.rest];
    const moves = this.mainMoves;
    const text = await app.ptn();
    app.engine.option("Threads", app.threads);
    analysis.render();
    const answer = await app.engine.annotate({ text, ...EACH }, ({ done, of, ply, position, move, players }) => {
      if (analysis.game !== game || app.mode !== analysis) return this.end();
      nodes[ply].chance = 100 * position.white_chance;
      this.take(nodes, move, { players, moves });
      this.progress = `${done} of ${of} positions …`;
      // On a phone the panel is below the window.
      the("status").textContent = `Review: ${this.progress}`;
      analysis.render();
    });
    if (analysis.game !== game) return;
    for (const move of answer.moves) this.take(nodes, move, { players: answer.players, moves });
    merge(game.root, fromRead(await app.engine.readGame(answer.text)).root);
    game.refresh();
    app.save();
    if (this.isPaused) return;
    const count = (/** @type {string} */ mark) => answer.moves.filter(({ judgement }) => judgement === mark).length;
    announce(`${answer.complete ? "The game" : "A part of the game"} is judged: ${counted(count("?"), "mistake")}, ${counted(count("??"), "blunder")}.`);
  }

  /** Stores the judgement of a move. @param {Node[]} nodes @param {Judged | null} move @param {Result} result */
  take(nodes, move, result) {
    if (!move?.after) return;
    const node = nodes[move.ply];
    const { after, ...judged } = move;
    node.judged = judged;
    node.chance = 100 * after.white_chance;
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

  /** Lets the player search for a better move than the shown mistake; during a try, shows it. */
  tryAgain() {
    if (this.attempt) return this.giveUp();
    const { shown } = this.analysis.game;
    if (!this.mistakes.includes(shown) || !shown.parent) return;
    this.attempt = { node: shown, words: "" };
    this.app.select(shown.parent);
  }

  /** Ends the try when another position is shown. */
  follow() {
    if (this.attempt && !this.isJudging && this.attempt.node.parent !== this.analysis.game.shown) this.attempt = null;
  }

  /** @param {import("../engine/answers.js").Facts} facts */
  task(facts) {
    return this.attempt?.words || `${colorName(facts.to_move)} played ${this.attempt?.node.ptn}. Find a better move.`;
  }

  /** Judges another move than the mistake. @param {string} move */
  async judge(move) {
    const { app, analysis, attempt } = this;
    const { game } = analysis;
    const before = attempt?.node.parent;
    if (!attempt?.node.judged || !before) return;
    const { best } = attempt.node.judged;
    const { tps } = app.facts;
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
      const judged = move === best ? null : await this.judgementOf(move, tps);
      if (analysis.game !== game || app.mode !== analysis || this.attempt !== attempt) return;
      // Something else needed the engine.
      if (judged === undefined) return await back("");
      if (judged?.judgement?.startsWith("?")) {
        const points = counted(Math.round(100 * (judged.loss ?? 0)), "percentage point");
        return await back(`${move} lowers the chance by ${points}. Try another move.`);
      }
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

  /** The engine's judgement of a move, as in a review. @param {string} move @param {string} tps the position before @returns {Promise<Judged | undefined>} */
  async judgementOf(move, tps) {
    const { app, analysis } = this;
    const { setup, tags } = analysis.game;
    const pieces = tags.filter(([name]) => /^(flats|caps)[12]?$/i.test(name));
    const query = new Game({ setup, start: tps, tags: pieces, moves: [move] }).query(null);
    const { text } = await app.engine.ask("ptn", JSON.stringify(query));
    return (await app.engine.annotate({ text, ...EACH }, () => {})).moves[0];
  }

  /** Ends the try, and shows the move of the engine. */
  giveUp() {
    const { attempt, analysis } = this;
    if (!attempt?.node.parent) return;
    this.attempt = null;
    const best = attempt.node.judged?.best;
    if (best) analysis.game.play(best);
    this.app.safely(this.app.show());
  }
}
