/** The page: the game on the board, and the mode: play, analysis, puzzles or lessons. */
import { Analysis } from "./modes/analysis.js";
import { showChances } from "./view/analysis-panel.js";
import { showGone, showKept, showWeakness } from "./view/banners.js";
import { announce, keepFocus, the } from "./view/dom.js";
import { engine as where } from "./engine.js";
import { Explorer } from "./modes/explorer.js";
import { fromRead } from "./model/game.js";
import { Learn } from "./modes/learn.js";
import { forgetLink, linkedGame, wantsPuzzles } from "./storage/link.js";
import { renderMoves } from "./view/movelist.js";
import { renderMoveTools } from "./view/move-tools.js";
import { Play } from "./modes/play.js";
import { Puzzles } from "./modes/puzzles.js";
import { openLoad } from "./view/share.js";
import { changeWords, shownOf } from "./model/speech.js";
import { errorText } from "./model/words.js";
import { showLook } from "./view/settings.js";
import { recallSettings, rememberSettings } from "./storage/settings.js";
import { recall, remember } from "./storage/store.js";
import { Table } from "./view/table.js";
import { playMove } from "./view/sound.js";
import { showTab } from "./view/tabs.js";
import { Engine, Gone } from "./engine/tei.js";

/** Maximum number of positions with stored facts. */
const KNOWN = 400;

/**
 * @typedef {import("./engine/answers.js").Facts} Facts
 * @typedef {import("./model/game.js").Game} Game
 */

export class App {
  constructor() {
    const saved = recall();
    // Before the modes had games of their own, one game was for all.
    if (saved.game && !saved.game.isOpened && saved.play && !saved.play.game) saved.play.game = saved.game;
    this.settings = recallSettings();
    showLook(this.settings);
    /** Facts of positions. @type {Map<string, Facts>} */
    this.known = new Map();
    /** Facts of the position on the board, once there is one. @type {Facts | null} */
    this.shown = null;
    /** @type {import("./model/speech.js").Shown | null} */
    this.announced = null;
    /** The last text below the board. */
    this.told = "";
    this.table = new Table((move) => this.safely(this.mode.move(move)), (step) => this.step(step));
    this.play = new Play(this, saved.play);
    this.analysis = new Analysis(this, saved.analysis);
    this.puzzles = new Puzzles(this, where, saved.puzzles);
    this.learn = new Learn(this, saved.learn);
    this.explorer = new Explorer(this, where, saved.explorer);
    /** @type {Record<string, Play | Analysis | Puzzles | Learn>} */
    this.modes = { play: this.play, analysis: this.analysis, puzzles: this.puzzles, learn: this.learn };
    this.mode = this.modes[saved.mode] ?? this.play;
    this.isFirst = !saved.play?.game;
    this.engine = new Engine(where, (...state) => this.safely(this.onEngine(...state)));
    this.engine.hash = this.settings.hash;
    this.engine.onNetwork = showWeakness;
  }

  /** Threads without a choice of the user. One core stays free for the browser; each thread in a worker needs memory. */
  get automaticThreads() {
    const cores = (navigator.hardwareConcurrency || 2) - 1;
    return Math.max(1, Math.min(cores, this.engine.limits.Threads.max, where === "worker" ? 8 : 16));
  }

  /** Threads of searches at full strength. */
  get threads() {
    return Math.min(this.settings.threads, this.engine.limits.Threads.max) || this.automaticThreads;
  }

  /** Changes settings. @param {Partial<import("./storage/settings.js").Settings>} change */
  change(change) {
    Object.assign(this.settings, change);
    rememberSettings(this.settings);
    showLook(this.settings);
    this.engine.useHash(this.settings.hash);
    if (change.asks !== undefined) this.table.cancel();
    this.draw();
    // A running search gets the new number of threads.
    if ((change.threads !== undefined || change.hash !== undefined) && this.mode === this.analysis) this.safely(this.show());
  }

  /** Facts of the position on the board. */
  get facts() {
    if (!this.shown) throw new Error("expected a position on the board, found none");
    return this.shown;
  }

  /** The game of the mode: each mode has its own. @returns {Game} */
  get game() {
    return this.mode.game;
  }

  get modeName() {
    return Object.keys(this.modes).find((name) => this.modes[name] === this.mode) ?? "play";
  }

  /** Called when the engine comes or goes. @param {boolean} isThere @param {string} reason @param {boolean} isRefused */
  async onEngine(isThere, reason, isRefused) {
    showGone(isThere, reason, isRefused);
    if (!isThere) {
      this.showChances(null, "");
      return this.draw();
    }
    this.engine.play_by(this.game.setup);
    const linked = linkedGame();
    if (linked !== null) {
      forgetLink();
      try {
        const read = await this.engine.readGame(linked);
        return await this.analyze(fromRead(read));
      } catch (error) {
        if (error instanceof Gone) throw error;
        openLoad(this, linked, errorText(error));
      }
    } else if (wantsPuzzles()) {
      forgetLink();
      return this.openPuzzles();
    } else if (this.isFirst) {
      this.isFirst = false;
      this.enter("play");
      return this.play.begin(this.play.settings);
    }
    this.enter(this.modeName);
    await this.show();
  }

  /** Shows the puzzles of the server's player. */
  async openPuzzles() {
    if (this.isFirst) {
      this.isFirst = false;
      this.enter("play");
      await this.play.begin(this.play.settings);
    }
    this.enter("puzzles");
    await this.puzzles.showOwn();
  }

  /** Waits for work and shows its error. @param {Promise<unknown> | undefined} work */
  async safely(work) {
    try {
      await work;
    } catch (error) {
      // The page starts again when the engine is back.
      if (error instanceof Gone) return;
      this.tell(errorText(error));
      console.error(error);
    }
  }

  /** Puts another game on the board of this mode. @param {Game} game */
  async take(game) {
    this.mode.game = game;
    this.engine.play_by(game.setup);
    await this.show();
  }

  /** Puts a game on the board to analyze it; the games of the other modes stay as they are. @param {Game} game */
  async analyze(game) {
    this.enter("analysis");
    this.keep();
    this.analysis.reset();
    await this.take(game);
  }

  /** Keeps the game of this mode before another one replaces it. */
  keep() {
    if (this.game.root.children.length > 0) this.mode.previous = this.mode.current();
  }

  /** Exchanges the game of this mode and the one before it. */
  async bringBack() {
    const { mode } = this;
    const { previous } = mode;
    mode.previous = mode.current();
    mode.leave();
    mode.restore(previous);
    this.enter(this.modeName);
    await this.take(mode.game);
  }

  /** Switches between the modes. @param {string} name */
  enter(name) {
    const next = this.modes[name];
    if (next !== this.mode) {
      this.mode.leave();
      this.mode = next;
    }
    showTab(name);
    the("side").setAttribute("aria-labelledby", `tab-${name}`);
    document.body.dataset.mode = name;
    this.showChances(null, "");
    this.mode.enter();
    if (JSON.stringify(this.engine.setup) !== JSON.stringify(this.game.setup)) this.engine.play_by(this.game.setup);
  }

  /** Shows another mode. @param {string} name */
  async open(name) {
    this.enter(name);
    await this.show();
  }

  /** Facts of a position. @param {string} position @returns {Promise<Facts>} */
  async ask(position) {
    const { setup } = this.game;
    const key = `${JSON.stringify(setup)} ${position}`;
    const known = this.known.get(key);
    if (known) return known;
    const facts = await this.engine.ask("facts", position);
    if (this.known.size >= KNOWN) this.known.delete(this.known.keys().next().value ?? "");
    this.known.set(key, facts);
    return facts;
  }

  /** Shows the game's current position. */
  async show() {
    const { game, mode } = this;
    const position = game.position();
    const facts = await this.ask(position);
    if (this.game !== game || game.position() !== position || this.mode !== mode) return;
    this.shown = facts;
    this.table.played = null;
    if (facts.last) game.spell(facts.last.ptn);
    this.save();
    this.draw();
    this.announceChange();
    await mode.onPosition(facts);
  }

  /** Announces moves and undos since the last shown position. */
  announceChange() {
    const shown = shownOf(this.game);
    announce(changeWords(this.announced, shown, (color) => this.mode.subject(color)));
    const isForward = this.announced?.game === shown.game && shown.moves.length > this.announced.moves.length;
    if (isForward && this.settings.sounds) playMove(this.facts);
    this.announced = shown;
  }

  draw() {
    keepFocus(() => this.drawAll(), (options) => this.table.board.focus(options));
  }

  drawAll() {
    const { shown: facts, mode } = this;
    if (!facts) return;
    const mayMove = this.engine.isThere && mode.mayMove(facts);
    this.table.show(facts, { ...mode.scene(), mayMove, isFlipped: this.game.isFlipped, asks: this.settings.asks, hasNames: this.settings.names });
    renderMoves(this);
    renderMoveTools(this);
    const { game } = this;
    const disable = (/** @type {string} */ id, /** @type {boolean} */ isDisabled) => (the(id, HTMLButtonElement).disabled = isDisabled);
    for (const id of ["first", "previous"]) disable(id, game.ply === 0);
    for (const id of ["next", "last"]) disable(id, game.isAtEnd);
    disable("undo", !mode.canUndo);
    disable("redo", !mode.canRedo);
    the("earlier").hidden = !mode.previous;
    the("analyze").hidden = mode === this.analysis;
    if (mode === this.play) this.play.render();
    this.explorer.follow();
  }

  save() {
    const refused = remember({
      mode: this.modeName,
      play: this.play.saved(),
      analysis: this.analysis.saved(),
      explorer: this.explorer.saved(),
      puzzles: this.puzzles.saved(),
      learn: this.learn.saved(),
    });
    showKept("state", refused.length === 0);
  }

  /** The game as PTN. */
  async ptn() {
    const { game } = this;
    const main = [game.root, ...game.root.rest].map(({ move }) => move).slice(1);
    const end = await this.ask(game.position(0, main));
    const query = game.query(end.outcome?.by_stones ? end.outcome.code : null);
    return (await this.engine.ask("ptn", JSON.stringify(query))).text;
  }

  /**
   * Searches the shown position at full strength.
   * @param {string} go limits
   * @param {number} [count] number of lines
   * @param {import("./engine/tei.js").Search["onInfo"]} [onInfo]
   */
  search(go, count = 1, onInfo) {
    const options = { LimitStrength: false, OwnBook: false, MultiPV: count, Threads: this.threads };
    return this.engine.think({ position: this.game.position(), go, options, onInfo });
  }

  /** The end of a proven line: `road`, `flats` or `win`. @param {import("./engine/tei.js").Info} line */
  async how(line) {
    if (line.kind === "cp") return "win";
    const end = await this.ask(this.game.position(this.game.ply, line.pv));
    const code = end.outcome?.code ?? "";
    return code.includes("R") ? "road" : code.includes("F") ? "flats" : "win";
  }

  /** Shows a text below the board. @param {string} text @param {boolean} [isLoud] */
  tell(text, isLoud = false) {
    const status = the("status");
    status.classList.toggle("loud", isLoud);
    if (status.textContent !== text) status.textContent = text;
    if (this.told !== text) announce(text);
    this.told = text;
  }

  /** Fills the panel. @param {...Node} children */
  panel(...children) {
    keepFocus(() => the("panel").replaceChildren(...children), (options) => this.table.board.focus(options));
  }

  /** The bar of White's chances. @param {number | null} chance @param {string} score */
  showChances(chance, score) {
    showChances(this.mode === this.analysis, chance, score);
  }

  /** Goes through the game; returns whether there is a position. @param {number} step */
  step(step) {
    const before = this.game.ply;
    this.go(before + step);
    return this.game.ply !== before;
  }

  /** @param {number} ply */
  go(ply) {
    this.game.go(ply);
    this.safely(this.show());
  }

  /** Shows the position after a move of the game's tree. @param {import("./model/tree.js").Node} node */
  select(node) {
    this.game.select(node);
    this.safely(this.show());
  }

  flip() {
    this.game.isFlipped = !this.game.isFlipped;
    this.save();
    this.draw();
  }
}
