/** Lessons: the rules in ten steps, and some strategy. The engine's rules judge the moves of their tasks. */
import { arrowsOf } from "../view/arrows.js";
import { announce } from "../view/dom.js";
import { FIRST_SETTINGS } from "../view/new-game.js";
import { renderLearn } from "../view/learn-panel.js";
import { Game } from "../model/game.js";
import { RULES } from "../model/rules.js";
import { STRATEGY } from "../model/strategy.js";
import { colorName } from "../model/words.js";
import { Exercise } from "./exercise.js";

/** Milliseconds before a wrong move is taken back. */
const PAUSE = 2500;
/** Limits of the search for Black's answer between two moves of a task. */
const ANSWER = "nodes 100000 movetime 1000";

/** @typedef {import("../model/goals.js").Task} Task */

const LESSONS = [...RULES, ...STRATEGY];

/** All tasks in their order, with their lessons. Their ids are kept in the browser. */
const STEPS = LESSONS.flatMap((lesson) => lesson.tasks.map((task, index) => ({ id: `${lesson.id}-${index + 1}`, lesson, index, task })));

export class Learn extends Exercise {
  /** @param {import("../app.js").App} app @param {any} saved */
  constructor(app, saved = {}) {
    super(app);
    this.steps = STEPS;
    this.sections = { rules: RULES, strategy: STRATEGY };
    /** Ids of the tasks that were done. @type {Set<string>} */
    this.done = new Set(saved.done);
    /** The place of the shown task. */
    this.at = Math.max(0, STEPS.findIndex(({ id }) => id === saved.at));
    /** `open`, `wrong` or `done`. */
    this.state = "open";
    /** Number of goals of the task that were reached. */
    this.reached = 0;
    /** Number of hints that were given. */
    this.hints = 0;
    this.words = "";
  }

  saved() {
    return { at: this.step.id, done: [...this.done] };
  }

  get step() {
    return STEPS[this.at];
  }

  /** Whether all tasks of a lesson were done. @param {import("../model/goals.js").Lesson} lesson */
  isDone(lesson) {
    return STEPS.every((step) => step.lesson !== lesson || this.done.has(step.id));
  }

  /** Whether the shown task is the last one of the rules, or of all lessons. */
  get isEnd() {
    return this.at === STEPS.length - 1 || (this.step.lesson === RULES.at(-1) && STEPS[this.at + 1].lesson !== this.step.lesson);
  }

  enter() {
    this.prepare();
    this.render();
    this.introduce();
  }

  leave() {
    if (this.isBusy) this.app.engine.stop();
  }

  /** Sets the position of the task up. */
  prepare() {
    const { tps, size, halfKomi = 0 } = this.step.task;
    this.game = new Game({ setup: { size, halfKomi, opening: "swap" }, start: tps });
    this.state = "open";
    this.reached = 0;
    this.hints = 0;
    this.words = "";
    this.arrows = [];
    this.isBusy = false;
  }

  /** Announces the text of the task. */
  introduce() {
    const { lesson, task } = this.step;
    announce(`${lesson.title}. ${task.text} ${task.task}`);
  }

  /** Shows another task. @param {number} at */
  async begin(at) {
    this.at = Math.max(0, Math.min(at, STEPS.length - 1));
    this.prepare();
    this.render();
    this.introduce();
    await this.app.take(this.game);
  }

  /** Shows the first task of a lesson that was not done; the first one if all were. @param {import("../model/goals.js").Lesson} lesson */
  async open(lesson) {
    const own = STEPS.filter((step) => step.lesson === lesson);
    await this.begin(STEPS.indexOf(own.find(({ id }) => !this.done.has(id)) ?? own[0]));
  }

  async forward() {
    if (this.at < STEPS.length - 1) await this.begin(this.at + 1);
  }

  async back() {
    if (this.at > 0) await this.begin(this.at - 1);
  }

  scene() {
    return { arrows: this.arrows, showsThreats: false, clocks: { white: null, black: null }, names: { white: "You, White", black: "Black" } };
  }

  /** An evaluation would not help. */
  evaluate() {
    this.app.tell(`${this.step.task.task} H shows a hint.`);
  }

  mayMove() {
    return this.state === "open" && !this.isBusy && this.game.isAtEnd;
  }

  /** @param {import("../engine/answers.js").Facts} _facts */
  async onPosition(_facts) {
    if (!this.isBusy) this.app.tell(this.words || "Your turn.", this.state !== "open");
  }

  /** Facts after moves from the shown position. @param {string[]} moves */
  look(moves) {
    // Hundreds of such positions would displace those of the games.
    return this.app.engine.ask("facts", this.game.position(this.game.ply, moves));
  }

  /** @param {string} move */
  async move(move) {
    const { app, game } = this;
    const { goals, praise } = this.step.task;
    const before = app.facts;
    this.isBusy = true;
    this.arrows = [];
    game.play(move);
    try {
      await app.show();
      const words = await goals[this.reached]({ before, move, after: app.facts, look: (moves) => this.look(moves) });
      if (this.game !== game || app.mode !== this) return;
      if (words !== "") return this.refuse(words);
      this.reached += 1;
      if (this.reached < goals.length && !app.facts.outcome) return await this.answer();
      this.state = "done";
      this.words = praise;
      this.done.add(this.step.id);
      this.hints = 0;
    } finally {
      if (this.game === game && app.mode === this) {
        this.isBusy = false;
        this.render();
        await app.show();
      }
    }
  }

  /** Black's answer to a move that reached a goal. */
  async answer() {
    const { app, game } = this;
    const { best } = await app.search(ANSWER);
    if (this.game !== game || !best) return;
    game.play(best);
    this.words = `Right. ${colorName(app.facts.to_move)} plays ${best}. Continue.`;
  }

  /** Says why a move is wrong, and takes it back after a while. @param {string} words */
  refuse(words) {
    this.state = "wrong";
    this.words = words;
    const { game } = this;
    const { length } = game.moves;
    setTimeout(() => {
      const isShown = this.game === game && this.app.mode === this && this.state === "wrong" && game.moves.length === length;
      if (isShown) this.app.safely(this.again());
    }, PAUSE);
  }

  /** Takes the last move of the player back; the words about it stay. */
  async again() {
    const { app, game } = this;
    if (this.isBusy || game.moves.length === 0) return;
    if (this.state !== "wrong") this.words = "";
    // A task with an answer of Black begins again, unless its last move was wrong.
    const length = this.state === "wrong" ? game.moves.length - 1 : 0;
    if (length === 0) this.reached = 0;
    game.cut(length);
    this.state = "open";
    this.arrows = [];
    this.render();
    await app.show();
  }

  /** Shows a hint: first the words, then a move. */
  async hint() {
    const { app, game } = this;
    if (this.state === "wrong") await this.again();
    if (!this.mayMove()) return;
    this.hints += 1;
    this.words = this.step.task.hint;
    if (this.hints > 1) {
      const move = await this.solution();
      if (this.game !== game || app.mode !== this || !this.mayMove() || !move) return;
      this.arrows = arrowsOf(app.facts, [{ pv: [move] }]);
      this.words = `For example ${move}.`;
      app.draw();
    }
    this.render();
    app.tell(this.words);
  }

  /** The first move that reaches the goal. */
  async solution() {
    const { app } = this;
    const before = app.facts;
    const goal = this.step.task.goals[this.reached];
    for (const { move } of [...before.placements, ...before.spreads]) {
      const after = await this.look([move]);
      if ((await goal({ before, move, after, look: (moves) => this.look([move, ...moves]) })) === "") return move;
    }
    return null;
  }

  /** Begins a game against the first level. */
  async playFirst() {
    await this.app.play.begin({ ...FIRST_SETTINGS, size: 5, level: 1 });
  }

  render() {
    if (this.app.mode === this) renderLearn(this);
  }
}
