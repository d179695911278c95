/** The opening explorer: the games in the server's database that reached the position on the board (docs/games.md). */
import { choice, make, the, tick } from "../view/dom.js";
import { fromRead } from "../model/game.js";
import { found } from "../view/explorer-view.js";
import { counted, errorText, grouped, komiText } from "../model/words.js";

/** The smallest board; the databases have the sizes from it on. */
const SMALLEST = 3;

/**
 * @typedef {import("../view/explorer-view.js").Answer} Answer
 * @typedef {Record<string, string | number | boolean | null>} Filters
 */

/** Settings of a question without a choice of the user. @type {Filters} */
const ALL = { include_bot_games: true, player: null, min_rating: null, komi: null, min_date: null, max_date: null };

export class Explorer {
  /** @param {import("../app.js").App} app @param {string} where the address in engine.js @param {{isOn?: boolean, filters?: Filters}} saved */
  constructor(app, where, saved = {}) {
    this.app = app;
    this.isOn = saved.isOn ?? true;
    /** @type {Filters} */
    this.filters = { ...ALL, ...saved.filters };
    /** Whether the server has games. */
    this.isThere = false;
    /** The question whose answer is shown, and whether another one is on its way. */
    this.shown = "";
    this.isAsking = false;
    // Only the server of this page has a database.
    if (where === "socket") app.safely(this.begin());
  }

  saved() {
    const { isOn, filters } = this;
    return { isOn, filters };
  }

  /** Shows the panel if the server has a database. */
  async begin() {
    const { games } = await (await fetch(address(""))).json();
    this.isThere = games !== null;
    if (!this.isThere) return;
    the("explorer").replaceChildren(
      make("h2", { id: "explorer-title", text: "Explorer" }),
      tick(`Show the games of the database (${grouped(games)})`, this.isOn, (isOn) => this.set({ isOn }), "explorer-on"),
      make("details", { id: "explorer-filters" }, [make("summary", { text: "Filters" }), this.fields()]),
      make("div", { id: "explorer-found" }),
    );
    this.follow();
  }

  fields() {
    const { filters } = this;
    const filter = (/** @type {string} */ name, /** @type {Filters[string]} */ value) => this.set({ filters: { ...this.filters, [name]: value } });
    const field = (/** @type {string} */ label, /** @type {string} */ name, /** @type {Record<string, string | number>} */ more) => {
      const input = make("input", { id: `explorer-${name}`, value: filters[name], ...more, change: () => filter(name, input.value === "" ? null : more.type === "number" ? Number(input.value) : input.value) });
      return make("label", { class: "field" }, [make("span", { text: label }), input]);
    };
    const komi = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((half) => /** @type {[number, string]} */ ([half / 2, komiText(half)]));
    return make("div", { class: "fields" }, [
      field("Least rating", "min_rating", { type: "number", min: 0, max: 5000, step: 50 }),
      choice("Komi", [["", "any"], ...komi], String(filters.komi ?? ""), (value) => filter("komi", value === "" ? null : Number(value)), "explorer-komi"),
      field("From", "min_date", { type: "date" }),
      field("Up to", "max_date", { type: "date" }),
      field("Player", "player", { type: "text", maxlength: 60, autocomplete: "off", spellcheck: "false" }),
      tick("Games with bots", Boolean(filters.include_bot_games), (value) => filter("include_bot_games", value), "explorer-bots"),
    ]);
  }

  /** @param {Partial<Explorer>} change */
  set(change) {
    Object.assign(this, change);
    this.app.save();
    this.follow();
  }

  /** Shows the panel for the position on the board. */
  follow() {
    const { app } = this;
    const box = the("explorer");
    box.hidden = !this.isThere || app.mode !== app.analysis;
    if (box.hidden || !app.shown) return;
    the("explorer-filters").hidden = the("explorer-found").hidden = !this.isOn;
    if (this.isOn) app.safely(this.ask());
  }

  /** Asks about the shown position, and again if another one is shown when the answer arrives. */
  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      for (let question = this.question(); this.isOn && question.key !== this.shown; question = this.question()) {
        const answer = await tried(question);
        this.shown = question.key;
        the("explorer-found").replaceChildren(...this.view(answer));
      }
    } finally {
      this.isAsking = false;
    }
  }

  /** The question about the position on the board. */
  question() {
    const { facts, game } = this.app;
    const { opening, pieces } = game.setup;
    const path = `/opening/${facts.size - SMALLEST}/${encodeURIComponent(facts.tps)}`;
    const body = JSON.stringify({ ...this.filters, opening, pieces: pieces ?? null });
    return { path, body, key: `${path} ${body}` };
  }

  /** @param {Answer | {message: string}} answer */
  view(answer) {
    if ("message" in answer) return [make("p", { class: "trouble", role: "alert", text: errorText(answer.message) })];
    const total = make("p", { class: "note", id: "explorer-total", text: `${counted(answer.total.games, "game")} from this position.` });
    const play = (/** @type {string} */ move) => this.app.safely(this.app.analysis.follow([move]));
    const open = (/** @type {number} */ id) => this.app.safely(this.open(id));
    return [total, ...found(answer, play, open)];
  }

  /** Opens a game at the number of moves on the board. @param {number} id */
  async open(id) {
    const { app } = this;
    const answer = /** @type {{ptn: string} | {message: string}} */ (await tried({ path: `/game/${id}` }));
    if ("message" in answer) return app.tell(errorText(answer.message));
    const game = fromRead(await app.engine.readGame(answer.ptn));
    game.go(app.game.ply);
    await app.analyze(game);
  }
}

/** @param {string} path */
const address = (path) => new URL(`api/v1${path}`, document.baseURI);

/** The answer of the server, or a message. @param {{path: string, body?: string}} question @returns {Promise<Answer | {message: string}>} */
async function tried({ path, body }) {
  try {
    const headers = { "Content-Type": "application/json" };
    return await (await fetch(address(path), body === undefined ? {} : { method: "POST", headers, body })).json();
  } catch {
    return { message: "the server does not answer" };
  }
}
