/**
 * A conversation in TEI: questions with one answer each, and searches one after the other. What is wanted
 * of the engine while it is away waits until it is back.
 */
import { connect } from "./connection.js";

/**
 * @typedef {object} Setup what a game is played by
 * @property {number} size
 * @property {number} halfKomi
 * @property {string} opening the value of PTN's tag
 * @property {number[][]} [pieces] stones and capstones of White and of Black, if they are not the usual ones
 *
 * @typedef {object} Info a line of analysis; scores from the view of the side to move
 * @property {number} line 1 for the best
 * @property {number} depth
 * @property {"cp" | "win" | "loss"} kind
 * @property {number} value hundredths of a flat, or plies to the end
 * @property {string} bound "", "lower" or "upper"
 * @property {number[]} wdl chances of a win, a draw and a loss, out of a thousand
 * @property {number} nodes
 * @property {string[]} pv
 *
 * @typedef {object} Result what a search comes to
 * @property {string | null} best
 * @property {Info[]} lines
 *
 * @typedef {object} Search
 * @property {string} position
 * @property {string} go
 * @property {Record<string, string | number | boolean>} options
 * @property {(lines: Info[]) => void} [onInfo]
 */

/** Openings as PTN's tag names them, and as the option does. @type {Record<string, string>} */
const OPENINGS = { swap: "Swap", "no-swap": "NoSwap", "double black stack": "DoubleBlackStack" };

/** Thrown at those who wait for an answer when the engine goes. */
export class Gone extends Error {}

/** A question that cannot be answered; the message is a sentence for people. */
export class Refused extends Error {}

/** @param {string} text @returns {Info | null} */
export function readInfo(text) {
  const words = text.split(" ");
  const pv = words.indexOf("pv");
  if (pv < 0 || !words.includes("score")) return null;
  /** @param {string} word @param {number} [behind] */
  const after = (word, behind = 1) => {
    const at = words.indexOf(word);
    return at < 0 || at > pv ? undefined : words[at + behind];
  };
  const score = after("score");
  const solved = score === "solved" ? after("solved") : undefined;
  const wdl = [1, 2, 3].map((index) => Number(after("wdl", index) ?? NaN));
  return {
    line: Number(after("multipv") ?? 1),
    depth: Number(after("depth") ?? 0),
    kind: solved === "win" ? "win" : solved === "loss" ? "loss" : "cp",
    value: Number(solved ? after("solved", 2) : after("score", 2)),
    bound: words.includes("lowerbound") ? "lower" : words.includes("upperbound") ? "upper" : "",
    wdl: wdl.some(Number.isNaN) ? [0, 1000, 0] : wdl,
    nodes: Number(after("nodes") ?? 0),
    pv: words.slice(pv + 1),
  };
}

export class Engine {
  /**
   * @param {string} where
   * @param {(isThere: boolean, reason: string) => void} onChange hears when the engine comes and goes
   */
  constructor(where, onChange) {
    this.onChange = onChange;
    this.isThere = false;
    this.name = "Stonefall";
    /** @type {{word: string, resolve: (text: string) => void, reject: (error: Error) => void}[]} */
    this.questions = [];
    /** @type {{search: Search, lines: Info[], resolve: (result: Result) => void, reject: (error: Error) => void}[]} */
    this.searches = [];
    /** @type {{onProgress: (progress: any) => void, resolve: (answer: any) => void, reject: (error: Error) => void} | null} */
    this.annotation = null;
    /** @type {Setup | null} */
    this.setup = null;
    /** @type {Record<string, string>} */
    this.options = {};
    this.connection = connect(where, {
      opened: () => this.begin(),
      heard: (line) => this.hear(line),
      lost: (reason) => this.lose(reason),
    });
  }

  begin() {
    this.options = {};
    this.connection.send("tei");
  }

  /** @param {string} reason */
  lose(reason) {
    const was = this.isThere;
    this.isThere = false;
    const waiting = [...this.questions, ...this.searches, ...(this.annotation ? [this.annotation] : [])];
    this.questions = [];
    this.searches = [];
    this.annotation = null;
    for (const { reject } of waiting) reject(new Gone("the engine has gone"));
    if (was || reason) this.onChange(false, reason);
    else this.onChange(false, "");
  }

  /** @param {string} line */
  hear(line) {
    const space = line.indexOf(" ");
    const [word, rest] = space < 0 ? [line, ""] : [line.slice(0, space), line.slice(space + 1)];
    if (word === "id" && rest.startsWith("name ")) this.name = rest.slice(5);
    else if (word === "teiok") this.welcome();
    else if (word === "info") this.inform(line);
    else if (word === "bestmove") {
      const done = this.searches.shift();
      done?.resolve({ best: rest === "--" ? null : rest, lines: done.lines.filter(Boolean) });
    } else if (word === "annotate") this.annotate_on(JSON.parse(rest));
    else if (this.questions[0]?.word === word) this.questions.shift()?.resolve(rest);
  }

  welcome() {
    this.isThere = true;
    this.option("ShowWDL", true);
    if (this.setup) this.begin_game(this.setup);
    this.onChange(true, "");
  }

  /** @param {string} line */
  inform(line) {
    const current = this.searches[0];
    const info = current && readInfo(line);
    if (!info) return;
    current.lines[info.line - 1] = info;
    current.search.onInfo?.(current.lines.filter(Boolean));
  }

  /**
   * Sets an option, if it is not so already.
   * @param {string} name
   * @param {string | number | boolean} value
   */
  option(name, value) {
    const text = String(value);
    if (this.options[name] === text) return;
    this.options[name] = text;
    this.connection.send(`setoption name ${name} value ${text}`);
  }

  /** Plays by other rules from now on. @param {Setup} setup */
  play_by(setup) {
    this.setup = setup;
    if (this.isThere) this.begin_game(setup);
  }

  /** @param {Setup} setup */
  begin_game(setup) {
    this.option("Opening", OPENINGS[setup.opening] ?? "Swap");
    this.connection.send(`teinewgame size ${setup.size} halfkomi ${setup.halfKomi}`);
    for (const [index, pieces] of (setup.pieces ?? []).entries()) {
      for (const [kind, name] of ["Flats", "Caps"].entries()) {
        // A new game has the usual ones again, whatever was set before.
        delete this.options[`${name}${index + 1}`];
        this.option(`${name}${index + 1}`, pieces[kind]);
      }
    }
  }

  /**
   * Asks a question; the answer is an object.
   * @param {string} word
   * @param {string} rest
   * @returns {Promise<any>}
   */
  async ask(word, rest) {
    if (!this.isThere) throw new Gone("the engine has gone");
    const answer = new Promise((resolve, reject) => this.questions.push({ word, resolve, reject }));
    this.connection.send(`${word} ${rest}`);
    const value = JSON.parse(await answer);
    if (value.error) throw new Refused(value.error);
    return value;
  }

  /**
   * Searches; a search that runs ends.
   * @param {Search} search
   * @returns {Promise<Result>}
   */
  think(search) {
    if (!this.isThere) return Promise.reject(new Gone("the engine has gone"));
    for (const [name, value] of Object.entries(search.options)) this.option(name, value);
    this.connection.send(`position ${search.position}`);
    this.connection.send(`go ${search.go}`);
    return new Promise((resolve, reject) => this.searches.push({ search, lines: [], resolve, reject }));
  }

  /**
   * Has every move of a game judged; a search that runs ends. Stopped, the answer has what is known by then.
   * @param {object} question
   * @param {(progress: any) => void} onProgress
   * @returns {Promise<any>}
   */
  annotate(question, onProgress) {
    if (!this.isThere) return Promise.reject(new Gone("the engine has gone"));
    this.connection.send(`annotate ${JSON.stringify(question)}`);
    return new Promise((resolve, reject) => (this.annotation = { onProgress, resolve, reject }));
  }

  /** @param {any} told */
  annotate_on(told) {
    if (told.done !== undefined) return this.annotation?.onProgress(told);
    const { annotation } = this;
    this.annotation = null;
    if (told.error) annotation?.reject(new Refused(told.error));
    else annotation?.resolve(told);
  }

  /** Has the search or the annotation that runs answer now. */
  stop() {
    if (this.searches.length > 0 || this.annotation) this.connection.send("stop");
  }
}
