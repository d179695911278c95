/** Games of other players on PlayTak. The server of this page makes the connection there (docs/json.md). */
import { Clocks, face } from "./clock.js";
import { connectGames } from "./connection.js";
import { closeDialog, openDialog, make, the } from "./dom.js";
import { Game } from "./game.js";
import { clockText, gameList, tagsOf } from "./watch-list.js";

/**
 * @typedef {object} Listed a game of the list
 * @property {number} number
 * @property {string} white
 * @property {string} black
 * @property {number} size
 * @property {number} time_s
 * @property {number} increment_s
 * @property {boolean} increment_grows
 * @property {number} half_komi
 * @property {{flats: number, capstones: number}} pieces of each player
 * @property {string} opening
 * @property {boolean} rated
 * @property {boolean} tournament
 */

/** Texts of news that the board does not show. @type {Record<string, string>} */
const NEWS = {
  undo: "The last move was taken back.",
  draw_offer: "A player offers a draw.",
  undo_request: "A player asks to take back the last move.",
};

export class Watch {
  /** @param {import("./main.js").App} app @param {string} where the address in engine.js */
  constructor(app, where) {
    this.app = app;
    /** @type {import("./connection.js").Connection | null} */
    this.connection = null;
    /** The running games; null before they arrive. @type {Listed[] | null} */
    this.games = null;
    /** Number of the chosen game. @type {number | null} */
    this.number = null;
    /** The watched game. @type {Game | null} */
    this.game = null;
    /** @type {Listed | null} */
    this.listed = null;
    this.clocks = new Clocks(0, 0);
    /** The last news, and the state of a lost connection. */
    this.news = "";
    this.trouble = "";
    // Only the server of this page can connect to PlayTak.
    the("watch").hidden = where !== "socket";
    the("dialog").addEventListener("close", () => this.number === null && this.disconnect());
    setInterval(() => this.tick(), 100);
  }

  /** Whether the board shows the watched game. */
  get isShown() {
    return this.game !== null && this.app.game === this.game;
  }

  /** Shows the list of games. */
  open() {
    openDialog("Watch a game on PlayTak", [make("div", { id: "games" })]);
    this.connect();
    this.renderList();
  }

  connect() {
    if (this.connection) return;
    this.games = null;
    this.trouble = "";
    this.connection = connectGames({
      opened: () => this.number !== null && this.send(this.number),
      heard: (line) => this.app.safely(this.hear(JSON.parse(line))),
      lost: () => this.lose("The server of this page does not answer. The page tries again."),
    });
  }

  disconnect() {
    this.connection?.close();
    this.connection = null;
    this.number = null;
  }

  /** @param {number | null} number */
  send(number) {
    this.connection?.send(JSON.stringify({ watch: number }));
  }

  /** @param {number} number */
  choose(number) {
    this.number = number;
    closeDialog();
    this.send(number);
  }

  /** Ends watching; the game stays on the board. */
  stop() {
    this.disconnect();
    this.clocks.stop();
    if (this.game) this.game.isLive = false;
    this.game = null;
    this.app.draw();
    this.render();
  }

  /** @param {string} trouble */
  lose(trouble) {
    this.games = null;
    this.trouble = trouble;
    this.clocks.stop();
    this.renderList();
    this.render();
  }

  /** @param {any} message */
  async hear(message) {
    const { type } = message;
    if (type === "games") {
      this.games = message.games;
      this.trouble = "";
      this.renderList();
    } else if (type === "lost") {
      this.lose(`The connection to PlayTak is lost (${message.reason}). The next attempt follows in ${Math.ceil(message.wait_ms / 1000)} s.`);
    } else if (type === "no_game" && message.number === this.number) {
      this.app.tell(`Game ${message.number} is not running.`);
      this.stop();
    } else if (type === "game" && message.game.number === this.number) {
      await this.begin(message);
    } else if (this.game) {
      await this.follow(message);
    }
    this.render();
  }

  /** The game so far: watching begins, or the connection is back. @param {any} message */
  async begin({ game: listed, moves, clocks, end }) {
    this.news = "";
    const isSame = this.isShown && this.listed?.number === listed.number;
    this.listed = listed;
    this.setClocks(clocks);
    if (isSame) return this.change(moves);
    const { flats, capstones } = listed.pieces;
    const pieces = [[flats, capstones], [flats, capstones]];
    this.game = new Game({
      setup: { size: listed.size, halfKomi: listed.half_komi, opening: listed.opening, pieces },
      moves,
      names: { white: listed.white, black: listed.black },
      tags: tagsOf(listed),
      isOpened: true,
    });
    this.game.isLive = true;
    await this.app.analyze(this.game);
    if (end) this.finish(end);
  }

  /** News of the watched game. @param {any} message */
  async follow({ type, move, clocks, end, to, time_ms: time, text }) {
    if (clocks) this.setClocks(clocks);
    if (type !== "clocks") this.news = text ?? NEWS[type] ?? "";
    const moves = this.game?.line ?? [];
    if (type === "move") await this.change([...moves, move]);
    else if (type === "undo") await this.change(moves.slice(0, -1));
    else if (type === "given_time") this.news = `${this.listed?.[/** @type {"white"} */ (to)]} gets ${time / 1000} s from the opponent.`;
    else if (type === "over") this.finish(end);
  }

  /** @param {string[]} moves */
  async change(moves) {
    const { app, game } = this;
    if (!game) return;
    const before = game.position();
    game.follow(moves);
    if (!this.isShown) return;
    app.save();
    if (game.position() === before) app.draw();
    else await app.show();
  }

  /** @param {{result: string, words: string}} end */
  finish({ result, words }) {
    const { app, game } = this;
    if (!game) return;
    game.end({ code: result, words });
    this.disconnect();
    this.clocks.stop();
    game.isLive = false;
    this.news = `${words} (${result}).`;
    if (this.isShown && app.mode === app.analysis && app.facts) app.analysis.describe(app.facts);
    app.save();
    app.draw();
  }

  /** @param {{white_ms: number, black_ms: number, running: string | null}} clocks */
  setClocks({ white_ms: white, black_ms: black, running }) {
    this.clocks.stop();
    this.clocks.left = { white, black };
    if (running) this.clocks.start(running);
  }

  /** The clocks as texts, if the board shows the watched game. @returns {Record<string, string | null>} */
  faces() {
    const text = (/** @type {string} */ color) => (this.isShown ? face(this.clocks.now(color)) : null);
    return { white: text("white"), black: text("black") };
  }

  tick() {
    if (!this.isShown) return;
    for (const [color, text] of Object.entries(this.faces())) this.app.table.tellTime(color, text ?? "");
  }

  renderList() {
    the("games")?.replaceChildren(...gameList(this.games, this.trouble, (number) => this.choose(number)));
  }

  /** The line about the watched game. */
  render() {
    // Another game on the board ends watching.
    if (this.game && !this.isShown && this.app.mode !== this.app.puzzles) {
      this.disconnect();
      this.game = null;
    }
    const { listed } = this;
    the("watching").hidden = !this.isShown || !listed;
    if (!listed || !this.isShown) return;
    const isLive = this.game?.isLive;
    const state = isLive ? "Live: game" : "Game";
    const rated = listed.rated ? "rated" : "unrated";
    the("watching-text").textContent = `${state} ${listed.number} on PlayTak, clock ${clockText(listed)}, ${rated}. ${(isLive && this.trouble) || this.news}`;
    the("watching-stop").hidden = !isLive;
  }
}
