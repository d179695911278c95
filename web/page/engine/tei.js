/**
 * A session with an engine in TEI: requests with one answer each, and searches one after the other. Everything
 * pending fails when the engine goes away; the page then asks again.
 */
import { connect } from "./connection.js";

/**
 * @typedef {object} Setup the rules of a game
 * @property {number} size
 * @property {number} halfKomi
 * @property {string} opening the value of PTN's tag
 * @property {number[][]} [pieces] stones and capstones of White and of Black, if not standard
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
 * @typedef {object} Result result of a search
 * @property {string | null} best
 * @property {Info[]} lines
 *
 * @typedef {object} Search
 * @property {string} position
 * @property {string} go
 * @property {Record<string, string | number | boolean>} options
 * @property {(lines: Info[]) => void} [onInfo]
 *
 * @typedef {object} Pending a request without an answer
 * @property {(progress: any) => void} [onProgress]
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

/** Longest line that the engine accepts, in bytes. */
export const LONGEST_LINE = 2 << 20;

/** Openings as PTN's tag names them, and as the option does. @type {Record<string, string>} */
const OPENINGS = { swap: "Swap", "no-swap": "NoSwap", "double black stack": "DoubleBlackStack" };

/** Reason of a pending request or search when the engine goes away. */
export class Gone extends Error {}

/** Reason of a refused request; the message is a sentence for people. */
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
   * @param {(isThere: boolean, reason: string, isRefused: boolean) => void} onChange called when the engine comes and goes
   */
  constructor(where, onChange) {
    this.onChange = onChange;
    this.isThere = false;
    this.name = "Stonefall";
    /** Numbers that the options Threads and Hash accept. */
    this.limits = { Threads: { default: 1, min: 1, max: 1 }, Hash: { default: 64, min: 1, max: 64 } };
    /** MiB of the transposition table; 0 for the default. */
    this.hash = 0;
    /** Called with a note about a missing network, and without one at the start of a game. @type {(note: string) => void} */
    this.onNetwork = () => {};
    /** Requests without an answer, by id. @type {Map<string, Pending>} */
    this.requests = new Map();
    this.lastId = 0;
    /** @type {{search: Search, lines: Info[], resolve: (result: Result) => void, reject: (error: Error) => void}[]} */
    this.searches = [];
    /** @type {Setup | null} */
    this.setup = null;
    /** @type {Record<string, string>} */
    this.options = {};
    this.connection = connect(where, {
      opened: () => this.begin(),
      heard: (line) => this.hear(line),
      lost: (reason, isRefused) => this.lose(reason, isRefused),
    });
  }

  begin() {
    this.options = {};
    this.connection.send("tei");
  }

  /** @param {string} reason @param {boolean} isRefused */
  lose(reason, isRefused) {
    this.isThere = false;
    const pending = [...this.requests.values(), ...this.searches];
    this.requests.clear();
    this.searches = [];
    for (const { reject } of pending) reject(new Gone("the engine has gone"));
    this.onChange(false, reason, isRefused);
  }

  /** @param {string} line */
  hear(line) {
    const [, word, id, rest = ""] = /^(\S+)(?: #(\d+))?(?: (.*))?$/.exec(line) ?? [];
    if (id) this.answer(id, rest);
    else if (word === "id" && rest.startsWith("name ")) this.name = rest.slice(5);
    else if (word === "option") this.limit(rest);
    else if (word === "teiok") this.welcome();
    else if (line.startsWith("info string no network")) this.onNetwork(line.slice("info string ".length));
    else if (word === "info") this.inform(line);
    else if (word === "bestmove") {
      const done = this.searches.shift();
      done?.resolve({ best: rest === "--" ? null : rest, lines: done.lines.filter(Boolean) });
    }
  }

  /** Takes an answer, or the progress before it. @param {string} id @param {string} json */
  answer(id, json) {
    const request = this.requests.get(id);
    /** @type {any} */
    let value;
    try {
      value = JSON.parse(json);
    } catch {
      value = { error: "expected an answer in JSON, found something else" };
    }
    if (value.done !== undefined) return request?.onProgress?.(value);
    this.requests.delete(id);
    if (value.error) request?.reject(new Refused(value.error));
    else request?.resolve(value);
  }

  /** Notes the limits of an option. @param {string} text */
  limit(text) {
    const [, name, ...numbers] = /^name (Threads|Hash) type spin default (\d+) min (\d+) max (\d+)/.exec(text) ?? [];
    const [first, min, max] = numbers.map(Number);
    if (name === "Threads" || name === "Hash") this.limits[name] = { default: first, min, max };
  }

  /** Changes the size of the transposition table. @param {number} hash in MiB; 0 for the default */
  useHash(hash) {
    this.hash = hash;
    const { min, max, default: first } = this.limits.Hash;
    const isFirst = this.options.Hash === undefined && hash === 0;
    if (this.isThere && !isFirst) this.option("Hash", hash === 0 ? first : Math.max(min, Math.min(max, hash)));
  }

  welcome() {
    this.isThere = true;
    this.useHash(this.hash);
    this.option("ShowWDL", true);
    if (this.setup) this.begin_game(this.setup);
    this.onChange(true, "", false);
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
   * Sets an option, unless it has this value.
   * @param {string} name
   * @param {string | number | boolean} value
   */
  option(name, value) {
    const text = String(value);
    if (this.options[name] === text) return;
    this.options[name] = text;
    this.connection.send(`setoption name ${name} value ${text}`);
  }

  /** Changes the rules. @param {Setup} setup */
  play_by(setup) {
    this.setup = setup;
    if (this.isThere) this.begin_game(setup);
  }

  /** @param {Setup} setup */
  begin_game(setup) {
    this.onNetwork("");
    this.option("Opening", OPENINGS[setup.opening] ?? "Swap");
    this.connection.send(`teinewgame size ${setup.size} halfkomi ${setup.halfKomi}`);
    for (const [index, pieces] of (setup.pieces ?? []).entries()) {
      for (const [kind, name] of ["Flats", "Caps"].entries()) {
        // A new game resets the counts to the standard ones.
        delete this.options[`${name}${index + 1}`];
        this.option(`${name}${index + 1}`, pieces[kind]);
      }
    }
  }

  /**
   * Sends a request; the answer is an object.
   * @param {string} word
   * @param {string} query
   * @param {(progress: any) => void} [onProgress]
   * @returns {Promise<any>}
   */
  async ask(word, query, onProgress) {
    if (!this.isThere) throw new Gone("the engine has gone");
    this.lastId += 1;
    const line = `${word} #${this.lastId} ${query}`;
    checkLength(new TextEncoder().encode(line).length);
    this.connection.send(line);
    const id = String(this.lastId);
    return new Promise((resolve, reject) => this.requests.set(id, { onProgress, resolve, reject }));
  }

  /**
   * Reads a text as a game.
   * @param {string} text
   * @param {number} [index] of one of several games
   * @returns {Promise<import("./answers.js").Read>}
   */
  readGame(text, index = 0) {
    return this.ask("game", JSON.stringify({ text, index }));
  }

  /**
   * Searches; a running search ends.
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
   * Judges every move of a game; a running search ends. After a stop the answer has only the judged moves.
   * @param {object} query
   * @param {(progress: import("./answers.js").Progress) => void} onProgress
   * @returns {Promise<import("./answers.js").Annotation>}
   */
  annotate(query, onProgress) {
    return this.ask("annotate", JSON.stringify(query), onProgress);
  }

  /** Ends the search or the annotation; it answers at once. */
  stop() {
    const annotates = [...this.requests.values()].some(({ onProgress }) => onProgress);
    if (this.searches.length > 0 || annotates) this.connection.send("stop");
  }
}

/** Throws a refusal if a text is longer than the engine accepts. @param {number} bytes */
export function checkLength(bytes) {
  const megabytes = (/** @type {number} */ count) => `${Math.round(count / 100_000) / 10} MB`;
  if (bytes > LONGEST_LINE) throw new Refused(`expected a text of at most 2 MB, found ${megabytes(bytes)}`);
}
