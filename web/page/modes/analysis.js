/** Analysis of the position on the board, and of a whole game. */
import { announce, button, choice, keepFocus, make, the, tick } from "../view/dom.js";
import { graph, plyAt } from "../view/graph.js";
import { Review } from "./review.js";
import { evaluationWords } from "../model/speech.js";
import { colorName, grouped, scoreText, whiteChance, winner } from "../model/words.js";

/** Number of shown moves of a line without a proven win. */
const SHOWN = 12;

export class Analysis {
  /** @param {import("../app.js").App} app @param {any} saved */
  constructor(app, saved = {}) {
    this.app = app;
    this.isOn = saved.isOn ?? true;
    this.count = saved.count ?? 1;
    this.showsThreats = saved.showsThreats ?? true;
    this.showsArrows = saved.showsArrows ?? true;
    /** @type {import("../engine/tei.js").Info[]} */
    this.lines = [];
    /** Kinds of wins, `road` or `flats`, by position and line. @type {Map<string, string>} */
    this.ways = new Map();
    /** White's chance, by position. @type {Map<string, number>} */
    this.chances = new Map();
    this.review = new Review(this);
    this.shown = "";
    /** Whether new lines are not drawn yet. */
    this.waits = false;
  }

  saved() {
    const { isOn, count, showsThreats, showsArrows } = this;
    return { isOn, count, showsThreats, showsArrows };
  }

  enter() {
    this.lines = [];
    this.render();
  }

  leave() {
    this.app.engine.stop();
    this.app.showChances(null, "");
  }

  mayMove() {
    return true;
  }

  /** @param {string} move */
  async move(move) {
    this.app.game.play(move);
    await this.app.show();
  }

  async undo() {
    const { game } = this.app;
    game.go(game.ply - 1);
    await this.app.show();
  }

  async redo() {
    const { game } = this.app;
    game.go(game.ply + 1);
    await this.app.show();
  }

  get canUndo() {
    return this.app.game.ply > 0;
  }

  get canRedo() {
    return !this.app.game.isAtEnd;
  }

  scene() {
    const { app } = this;
    return {
      arrows: this.showsArrows && this.isOn && app.facts ? app.arrowsOf(app.facts, this.lines) : [],
      showsThreats: this.showsThreats,
      clocks: { white: null, black: null },
      names: app.game.names,
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
    const { facts } = this.app;
    const evaluation = best && facts ? evaluationWords(best, this.score(best, facts), whiteChance(best, facts.to_move)) : "There is no evaluation yet.";
    announce(`${evaluation} ${the("verdict")?.textContent ?? ""}`.trim());
  }

  /** @param {any} facts */
  async onPosition(facts) {
    const { app } = this;
    this.lines = [];
    this.render();
    this.describe(facts);
    if (facts.outcome) this.note(100 * Number(facts.outcome.winner === "white") || (facts.outcome.winner ? 0 : 50));
    if (!this.review.isRunning) await this.look(facts);
  }

  /** @param {any} facts */
  describe(facts) {
    const { game } = this.app;
    const end = (game.isAtEnd ? game.result : null) ?? facts.outcome;
    if (end) return this.app.tell(`${end.words} (${end.code}).`, true);
    const tak = facts.last?.tak ? "Tak! " : "";
    const threat = !facts.last?.tak && facts.threats.length > 0 ? ` ${colorName(facts.to_move === "white" ? "black" : "white")} threatens to win.` : "";
    this.app.tell(`${tak}Move ${facts.move_number}, ${colorName(facts.to_move)} to move.${threat}`, tak !== "");
  }

  /** Searches the position until another one is on the board. @param {any} facts */
  async look(facts) {
    const { app } = this;
    if (!this.isOn || facts.outcome?.by_stones || document.hidden) {
      app.engine.stop();
      return;
    }
    const options = { LimitStrength: false, OwnBook: false, MultiPV: this.count, Threads: app.threads };
    const onInfo = (/** @type {import("../engine/tei.js").Info[]} */ lines) => {
      if (app.facts === facts && app.mode === this && !this.review.isRunning) this.hear(facts, lines);
    };
    await app.think({ position: app.game.position(), go: "infinite", options, onInfo });
  }

  /** @param {any} facts @param {import("../engine/tei.js").Info[]} lines */
  hear(facts, lines) {
    const { app } = this;
    // The lines of one depth arrive one by one: they are drawn together.
    const isFirst = this.lines.length === 0;
    this.lines = lines.slice(0, this.count);
    if (isFirst) return this.refresh(facts);
    if (this.waits) return;
    this.waits = true;
    setTimeout(() => {
      this.waits = false;
      if (app.facts === facts && app.mode === this) this.refresh(facts);
    }, 100);
  }

  /** @param {any} facts */
  refresh(facts) {
    const [best] = this.lines;
    if (!best) return;
    this.note(whiteChance(best, facts.to_move));
    this.renderLines(facts);
    const key = this.lines.map((line) => line.pv[0]).join(" ");
    if (key !== this.shown) {
      this.shown = key;
      this.app.draw();
    }
  }

  /** Stores White's chance in the shown position. @param {number} chance */
  note(chance) {
    const { app } = this;
    this.chances.set(app.game.position(), chance);
    app.showChances(chance, this.lines[0] ? this.score(this.lines[0], app.facts) : "");
    this.renderGraph();
  }

  /** @param {import("../engine/tei.js").Info} line @param {any} facts */
  score(line, facts) {
    const key = `${this.app.game.position()} ${line.pv.join(" ")}`;
    if (line.kind !== "cp" && !this.ways.has(key)) {
      this.ways.set(key, "win");
      this.app.safely(
        this.app.how(line, facts.to_move).then((how) => {
          this.ways.set(key, how);
          if (this.app.facts === facts && this.app.mode === this) this.refresh(facts);
        }),
      );
    }
    return scoreText(line, facts.to_move, this.ways.get(key));
  }

  render() {
    const lines = make("ol", { class: "lines", id: "lines" });
    // The list has a fixed height, so that the elements below do not move.
    lines.style.setProperty("--count", String(this.isOn ? this.count : 0));
    const charts = make("div", { id: "graph", click: (/** @type {MouseEvent} */ event) => this.app.go(plyAt(charts, event, this.app.game.moves.length)) });
    this.app.panel(
      make("h2", { text: "Analysis" }),
      make("div", { class: "switches" }, [
        tick("Think", this.isOn, (value) => this.set({ isOn: value }), "think"),
        choice("Lines", [1, 2, 3, 4, 5].map((count) => [count, String(count)]), this.count, (value) => this.set({ count: Number(value) }), "count"),
        tick("Arrows", this.showsArrows, (value) => this.set({ showsArrows: value }), "arrows"),
        tick("Threats", this.showsThreats, (value) => this.set({ showsThreats: value }), "threats"),
      ]),
      lines,
      make("p", { class: "note", id: "depth" }),
      this.review.words(),
      charts,
      make("div", { class: "row" }, [
        this.review.button(),
      ]),
    );
    this.renderGraph();
    if (this.app.facts && this.lines.length > 0) this.renderLines(this.app.facts);
  }

  /** @param {Partial<Analysis>} change */
  set(change) {
    Object.assign(this, change);
    this.app.save();
    this.shown = "";
    this.app.safely(this.app.show());
  }

  /** @param {any} facts */
  renderLines(facts) {
    const box = the("lines");
    if (!box) return;
    keepFocus(() => this.fillLines(box, facts), (options) => (box.querySelector("button") ?? the("think")).focus(options));
    const [best] = this.lines;
    if (best) the("depth").textContent = `Depth ${best.depth}, ${grouped(best.nodes)} positions`;
  }

  /** @param {HTMLElement} box @param {any} facts */
  fillLines(box, facts) {
    const before = [...box.children];
    for (const row of before.slice(this.lines.length)) row.remove();
    for (const [index, line] of this.lines.entries()) {
      const row = this.row(line, facts);
      // An unchanged line keeps its element, which may be under the mouse.
      if (index >= before.length) box.append(row);
      else if (!before[index].isEqualNode(row)) before[index].replaceWith(row);
    }
  }

  /** @param {import("../engine/tei.js").Info} line @param {any} facts */
  row(line, facts) {
    const isProven = winner(line, facts.to_move) !== null;
    const shown = isProven ? line.pv : line.pv.slice(0, SHOWN);
    const moves = shown.map((move, index) =>
      button(move, () => this.app.safely(this.follow(line.pv.slice(0, index + 1))), { class: "ply", id: `line-${line.line}-${index + 1}`, title: "Play the line up to here" }),
    );
    const score = make("b", { class: `score${isProven ? " proven" : ""}`, text: this.score(line, facts) });
    return make("li", { class: `rank${line.line}` }, [score, make("span", { class: "pv" }, moves)]);
  }

  renderGraph() {
    const box = the("graph");
    if (!box) return;
    const { game } = this.app;
    const plies = [...Array(game.moves.length + 1).keys()];
    const chances = plies.map((ply) => this.chances.get(game.position(ply)) ?? null);
    const marks = plies.map((ply) => this.review.of(ply)?.judgement ?? null);
    // The empty graph keeps its place, so that the elements below do not move.
    box.hidden = game.moves.length === 0;
    if (!box.hidden) box.replaceChildren(graph(chances, marks, game.ply));
  }

  /** Plays a line. @param {string[]} moves */
  async follow(moves) {
    for (const move of moves) this.app.game.play(move);
    await this.app.show();
  }
}
