// Stonefall in a worker. It speaks TEI: one line per message, in both directions.
//
//     const engine = new Worker("stonefall-worker.js");
//     engine.onmessage = ({ data }) => console.log(data);
//     engine.postMessage("tei");
//
// The worker loads stonefall.wasm from its own folder, or from the URL in its fragment:
// new Worker("stonefall-worker.js#/elsewhere/stonefall.wasm"). The networks (5x5.net) are beside that file; one is loaded
// when a search needs it. Bundlers give every file another name; then the fragment is an object in JSON with the URL of each
// file: {"stonefall.wasm": "/a1b2.wasm", "5x5.net": "/c3d4.net"}. In Node the worker runs in node:worker_threads.
//
// Threads: this script starts itself in further workers, the helpers. Each has an instance of the module; table.wasm gives
// all instances access to the shared transposition table. Helpers search what the first thread searches, and only fill
// that table. Without table.wasm, or in a page that is not cross-origin isolated, there is one thread.
"use strict";

(() => {
  /** Milliseconds that a search computes between two looks for messages. */
  const SLICE = 8;
  /** Milliseconds between two looks for messages when a search only waits for a stop. */
  const IDLE = 10;
  /** Bytes for the call stack of a paused search: about 100 per ply of the line. */
  const FRAMES = 1 << 20;
  /** Longest line that the module accepts, in bytes. */
  const LONGEST_LINE = 2 << 20;
  /** Most threads. */
  const MOST_THREADS = 32;
  /** Pages of 64 KiB of the shared memory, at most; table.wat has the same number. */
  const SHARED_PAGES = 16385;
  /** Words of the shared memory: number of the current search of the helpers, or 0, and number of helpers that search. */
  const SEARCH = 0;
  const ACTIVE = 1;
  /** Milliseconds after which a helper that does not stop has failed. */
  const PATIENCE = 2000;
  /** Name of a worker that is a helper. */
  const HELPER = "stonefall helper";
  /** States of asyncify: leaving the calls, and entering them again. */
  const LEAVING = 1;
  const ENTERING = 2;

  const inNode = typeof WorkerGlobalScope === "undefined";
  const threads = inNode ? require("node:worker_threads") : null;
  const port = inNode ? threads.parentPort : self;
  const isHelper = (inNode ? threads.workerData?.name : self.name) === HELPER;

  /** The compiled module, and the exports of its instance. */
  let module = null;
  /** The compiled module of the shared table, its memory and the first words of it; null for one thread. */
  let table = null;
  let engine = null;
  /** Address of the call stack of a paused search. */
  let frames = 0;
  /** Time of the next pause, by performance.now(). */
  let pauseAt = 0;
  let isPaused = false;
  let isIdle = false;
  /** Whether a search is not answered yet. */
  let isOwed = false;
  /** Page requests without an answer, by the start of the answer: word and id. */
  const requests = new Set();
  /** Reason for the lack of an engine. */
  let failure = null;
  /** Lines from before the engine was ready. */
  let early = [];
  /** Lines that wait for a network, or null. */
  let held = null;
  /** Networks by board size; null for those that cannot be loaded. */
  const networks = new Map();
  /** Whether output is discarded: a new engine receives the settings of the last one. */
  let isMuted = false;
  /** First move of the search's latest line. */
  let lastMove = null;
  /** Lines that bring another engine to the state of this one, each with its number and what it sets. */
  let state = [];
  /** Number of the last of these lines. */
  let remembered = 0;

  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  function say(line) {
    if (isMuted) return;
    if (line.startsWith("info ")) lastMove = / pv (\S+)/.exec(line)?.[1] ?? lastMove;
    const isEnd = line.startsWith("bestmove");
    if (isEnd) [isOwed, lastMove] = [false, null];
    const [, answered] = /^(\w+(?: #\d+)?) \{"(?!done")/.exec(line) ?? [];
    requests.delete(answered);
    port.postMessage(line);
    if (isEnd) team.stop();
  }

  function sayError(text) {
    say(`info string error ${text.replace(/\s+/g, " ").slice(0, 300)}`);
  }

  /** Imports of the module. */
  const host = {
    now: () => performance.now() / 1000,
    random: () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32,
    pause(idle) {
      if (engine.asyncify_get_state() === ENTERING) {
        engine.asyncify_stop_rewind();
      } else if (idle || performance.now() >= pauseAt) {
        isIdle = Boolean(idle);
        const start = frames + 8;
        new Uint32Array(engine.memory.buffer, frames, 2).set([start, frames + FRAMES]);
        engine.asyncify_start_unwind(frames);
      }
    },
    say: (start, length) =>
      say(decoder.decode(new Uint8Array(engine.memory.buffer, start, length))),
  };

  /** Starts the engine of a thread. */
  function open(thread) {
    const unused = () => 0;
    const shared = table
      ? new WebAssembly.Instance(table.module, { stonefall: { memory: table.memory } }).exports
      : { clear: unused, load: unused, store: unused, find: unused };
    engine = new WebAssembly.Instance(module, { stonefall: host, table: shared }).exports;
    engine.open(thread, table ? mostThreads() : 1);
  }

  function mostThreads() {
    const cores = inNode ? require("node:os").availableParallelism() : navigator.hardwareConcurrency;
    return Math.max(2, Math.min(MOST_THREADS, cores || 2));
  }

  /** Starts an engine and brings it to the state of the last one. */
  function begin() {
    open(0);
    frames = engine.keep(FRAMES);
    isPaused = false;
    isMuted = true;
    for (const bytes of networks.values()) if (bytes) supply(bytes);
    for (const { line } of state) put(line);
    isMuted = false;
  }

  /** Copies bytes into the module's memory of the line. */
  function write(bytes) {
    const start = engine.line(bytes.length);
    new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
  }

  /** Passes a line to the module; returns whether the session continues. */
  function put(line) {
    write(encoder.encode(line));
    return Boolean(engine.hear());
  }

  /** Passes a network to the module; returns whether it is valid. */
  function supply(bytes) {
    write(bytes);
    return Boolean(engine.supply());
  }

  /** Holds a line that needs a network until it is loaded; returns whether it does. */
  function hold(line) {
    if (held && !/^\s*(stop|quit)\b/i.test(line)) return held.push(line) > 0;
    // A stop does not wait.
    if (held) release();
    // Another game tries again.
    if (/^\s*teinewgame\b/i.test(line)) for (const [size, bytes] of networks) if (!bytes) networks.delete(size);
    const needs = /^\s*(go|isready|annotate|eval|bench)\b/i.test(line);
    // A module that includes its networks has no such function.
    if (!needs || !engine?.lacks) return false;
    // A game to judge may be of another board size than the session.
    const size = Number(/\[Size\s+\\*"([4-8])/.exec(line)?.[1] ?? engine.lacks());
    if (size === 0 || networks.has(size)) return false;
    held = [line];
    const mine = held;
    loadNetwork(size).then(() => held === mine && release());
    return true;
  }

  function release() {
    const lines = held;
    held = null;
    lines.forEach(hear);
  }

  /** Loads the network of a board size. Without it a simple evaluation replaces it. */
  async function loadNetwork(size) {
    networks.set(size, null);
    try {
      const bytes = new Uint8Array(await read(`${size}x${size}.net`));
      if (!supply(bytes)) throw new Error("it is damaged");
      networks.set(size, bytes);
    } catch (error) {
      say(`info string no network for ${size}x${size}, a simple evaluation replaces it: ${error.message}`);
    }
  }

  /** Adds a line to the state, and removes lines that have no effect after it: a session may last for days. */
  function remember(line) {
    const text = line.trim().replace(/\s+/g, " ").toLowerCase();
    const [sets] = /^(go|position|teinewgame( size)?|setoption name .*?(?= value |$))\b/.exec(text) ?? [];
    if (!sets) return;
    if (sets === "go") return team.follow(line);
    if (sets === "position") {
      // A game without a size continues on the board of the position before it.
      const game = state.findLastIndex((other) => other.sets.startsWith("teinewgame"));
      state = state.filter((other, index) => other.sets !== sets || index < game);
    } else if (sets.startsWith("setoption")) {
      state = state.filter((other) => other.sets !== sets);
    } else if (/^teinewgame size [3-8]\b/.test(text)) {
      // It also sets komi and piece counts.
      state = state.filter((other) => other.sets.startsWith("setoption"));
    } else if (/^teinewgame [3-8]\b/.test(text) && !state.some((other) => /name (flat|cap)/.test(other.sets))) {
      state = state.filter((other) => other.sets !== sets && other.sets !== "position");
    }
    state.push({ sets, line, number: ++remembered });
  }

  /** Takes a line from the client. */
  function hear(line) {
    if (!engine && !failure) return early.push(line);
    if (hold(line)) return;
    const [, word, id = ""] = /^\s*(facts|game|ptn|annotate|\w+(?=\s+#\d))\b\s*(#\d+\b)?/.exec(line) ?? [];
    if (word) requests.add(`${word} ${id}`.trim());
    if (failure) {
      sayError(failure);
      return refuseRequests(failure);
    }
    isOwed ||= /^\s*go\b/i.test(line);
    attempt(() => {
      // One character beyond the limit is enough for a refusal.
      const continues = put(line.slice(0, LONGEST_LINE + 1));
      remember(line);
      if (!continues) leave();
      else if (!isPaused) run();
    });
  }

  /** Answers every pending page request with an error. */
  function refuseRequests(error) {
    for (const request of requests) say(`${request} ${JSON.stringify({ error })}`);
  }

  /** Runs the waiting search, or resumes the paused one, for a slice. */
  function run() {
    if (!engine) return;
    pauseAt = performance.now() + SLICE;
    if (isPaused) engine.asyncify_start_rewind(frames);
    engine.run();
    isPaused = engine.asyncify_get_state() === LEAVING;
    if (isPaused) {
      engine.asyncify_stop_unwind();
      // Older modules have no such function.
      if (table) team.search(engine.helpers?.() ?? 0);
      later(() => attempt(run));
    } else if (!put("")) {
      leave();
    }
  }

  /** Runs a function, and starts a new engine if it fails. */
  function attempt(act) {
    try {
      act();
    } catch (error) {
      recover(error);
    }
  }

  function recover(error) {
    team.stop();
    sayError(`the engine broke down (${error.message}) and starts again`);
    isPaused = false;
    if (isOwed) say(`bestmove ${lastMove ?? "--"}`);
    refuseRequests("the engine broke down");
    try {
      begin();
    } catch {
      // The settings of the last engine may be the cause.
      state = [];
      team.forget();
      try {
        begin();
      } catch (again) {
        fail(`the engine cannot start again: ${again.message}`);
      }
    }
  }

  function fail(reason) {
    team.end();
    failure = reason;
    engine = null;
    isMuted = false;
    sayError(reason);
    early.forEach(hear);
    early = [];
  }

  function leave() {
    team.end();
    engine = null;
    failure = "the engine has left";
    port.close();
  }

  /** Runs a function after the waiting messages. */
  const later = (() => {
    let act = null;
    const wake = () => act();
    if (inNode) {
      return (next) => ((act = next), isIdle ? setTimeout(wake, IDLE) : setImmediate(wake));
    }
    // A timer would wait for 4 ms between slices.
    const channel = new MessageChannel();
    channel.port1.onmessage = wake;
    return (next) => ((act = next), isIdle ? setTimeout(wake, IDLE) : channel.port2.postMessage(0));
  })();

  /** Compiles the module, in a browser while it loads. */
  async function compile() {
    if (inNode) return WebAssembly.compile(await read());
    const { body } = await load();
    // Many servers do not know the type of such files.
    return WebAssembly.compileStreaming(new Response(body, { headers: { "Content-Type": "application/wasm" } }));
  }

  /** The bytes of the module, or of a file beside it. */
  async function read(beside) {
    if (inNode) {
      const { readFileSync } = require("node:fs");
      const { dirname, join } = require("node:path");
      const file = threads.workerData?.wasm ?? join(__dirname, "stonefall.wasm");
      return readFileSync(beside ? join(dirname(file), beside) : file);
    }
    return (await load(beside)).arrayBuffer();
  }

  /** The response with the module, or with a file beside it. */
  async function load(beside) {
    const url = address(beside);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return response;
  }

  /** The address of the module, or of a file beside it. */
  function address(beside) {
    const fragment = decodeURIComponent(self.location.hash.slice(1));
    const resolve = (address) => new URL(address, self.location.href);
    if (fragment.startsWith("{")) {
      const name = beside ?? "stonefall.wasm";
      const known = JSON.parse(fragment)[name];
      if (!known) throw new Error(`the address of the worker does not name ${name}`);
      return resolve(known);
    }
    const wasm = resolve(fragment || "stonefall.wasm");
    return beside ? new URL(beside, wasm) : wasm;
  }

  /** The shared table, if the page may share memory. Everything else works without it. */
  async function loadTable() {
    if (!inNode && !self.crossOriginIsolated) return null;
    try {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: SHARED_PAGES, shared: true });
      return { module: await WebAssembly.compile(await read("table.wasm")), memory, words: new Int32Array(memory.buffer) };
    } catch {
      return null;
    }
  }

  /** The helpers of the first thread. */
  const team = {
    /** Workers, each with its number and the networks that it has. */
    helpers: [],
    /** Helpers that failed. They do not start again. */
    lost: 0,
    /** The last `go`, the state before it, and the number of the last line at the helpers. */
    go: "",
    state: [],
    sent: 0,
    /** Number of the last search, and whether it runs. */
    number: 0,
    isSearching: false,

    follow(go) {
      [this.go, this.state] = [go, [...state]];
    },

    forget() {
      this.end();
      this.state = [];
    },

    /** Lets this number of helpers search what the first thread searches. */
    search(count) {
      if (this.isSearching || count <= this.lost) return;
      for (const helper of this.helpers.splice(count - this.lost)) helper.worker.terminate();
      this.number = (this.number % 0x7fffffff) + 1;
      Atomics.store(table.words, SEARCH, this.number);
      this.isSearching = true;
      const fresh = this.state.filter(({ number }) => number > this.sent);
      for (const helper of this.helpers) this.post(helper, fresh);
      while (this.helpers.length < count - this.lost) this.start(this.state);
      this.sent = this.state.at(-1)?.number ?? 0;
    },

    start(lines) {
      let thread = 1;
      while (this.helpers.some((other) => other.thread === thread)) thread += 1;
      const helper = { thread, worker: null, networks: new Set() };
      try {
        helper.worker = inNode
          ? new threads.Worker(__filename, { workerData: { name: HELPER } })
          : new Worker(self.location.href, { name: HELPER });
      } catch {
        this.lost += 1;
        return;
      }
      this.helpers.push(helper);
      // A helper sends only the message that it failed. The page does not learn of the error.
      const lose = (event) => (event.preventDefault?.(), this.lose(helper));
      for (const event of ["message", "error"]) {
        if (inNode) helper.worker.on(event, lose);
        else helper.worker.addEventListener(event, lose);
      }
      helper.worker.postMessage({ thread, module, table: { module: table.module, memory: table.memory } });
      this.post(helper, lines);
    },

    post(helper, lines) {
      const fresh = [...networks].filter(([size, bytes]) => bytes && !helper.networks.has(size));
      fresh.forEach(([size]) => helper.networks.add(size));
      const nodes = /\bnodes\s+(\d+)/i.exec(this.go)?.[1];
      const go = nodes && !/\binfinite\b/i.test(this.go) ? `go nodes ${nodes}` : "go infinite";
      const setup = lines.map(({ line }) => line);
      helper.worker.postMessage({ search: this.number, networks: fresh.map(([, bytes]) => bytes), lines: setup, go });
    },

    lose(helper) {
      if (!this.helpers.includes(helper)) return;
      this.helpers.splice(this.helpers.indexOf(helper), 1);
      this.lost += 1;
    },

    /** Ends the search of the helpers. The next one may clear the table, so this waits until none searches. */
    stop() {
      if (!this.isSearching) return;
      this.isSearching = false;
      const { words } = table;
      Atomics.store(words, SEARCH, 0);
      Atomics.notify(words, SEARCH);
      const deadline = performance.now() + PATIENCE;
      for (;;) {
        const active = Atomics.load(words, ACTIVE);
        if (active === 0) return;
        const left = deadline - performance.now();
        if (left <= 0) break;
        Atomics.wait(words, ACTIVE, active, left);
      }
      this.end();
      Atomics.store(words, ACTIVE, 0);
    },

    end() {
      for (const { worker } of this.helpers.splice(0)) worker.terminate();
    },
  };

  /** A helper: it takes the compiled modules and its number, then searches. */
  function help(data) {
    try {
      if (data.module) {
        ({ module, table } = data);
        table.words = new Int32Array(table.memory.buffer);
        host.say = () => {};
        // A search of a helper hears nothing until it ends.
        host.pause = (idle) => {
          if (idle) Atomics.wait(table.words, SEARCH, team.number, PATIENCE);
          if (Atomics.load(table.words, SEARCH) !== team.number) put("stop");
        };
        return open(data.thread);
      }
      data.networks.forEach(supply);
      data.lines.forEach(put);
      team.number = data.search;
      Atomics.add(table.words, ACTIVE, 1);
      try {
        if (Atomics.load(table.words, SEARCH) === data.search && put(data.go)) engine.run();
      } finally {
        Atomics.sub(table.words, ACTIVE, 1);
        Atomics.notify(table.words, ACTIVE);
      }
    } catch (error) {
      port.postMessage(error.message);
      port.close();
    }
  }

  const take = isHelper ? help : (data) => String(data).split(/\r?\n/).forEach(hear);
  if (inNode) port.on("message", take);
  else self.onmessage = ({ data }) => take(data);
  if (isHelper) return;

  Promise.all([compile(), loadTable()])
    .then((loaded) => {
      [module, table] = loaded;
      begin();
      const lines = early;
      early = [];
      lines.forEach(hear);
    })
    .catch((error) => fail(`the engine cannot be loaded: ${error.message}`));
})();
