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
  /** States of asyncify: leaving the calls, and entering them again. */
  const LEAVING = 1;
  const ENTERING = 2;

  const inNode = typeof WorkerGlobalScope === "undefined";
  const port = inNode ? require("node:worker_threads").parentPort : self;

  /** The compiled module, and the exports of its instance. */
  let module = null;
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
  /** Lines that bring a new engine to the state of the last one. */
  const known = { options: new Map(), game: [] };

  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  function say(line) {
    if (isMuted) return;
    if (line.startsWith("info ")) lastMove = / pv (\S+)/.exec(line)?.[1] ?? lastMove;
    if (line.startsWith("bestmove")) [isOwed, lastMove] = [false, null];
    const [, answered] = /^(\w+(?: #\d+)?) \{"(?!done")/.exec(line) ?? [];
    requests.delete(answered);
    port.postMessage(line);
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

  /** Starts an engine and brings it to the state of the last one. */
  function begin() {
    engine = new WebAssembly.Instance(module, { stonefall: host }).exports;
    engine.open();
    frames = engine.keep(FRAMES);
    isPaused = false;
    isMuted = true;
    for (const bytes of networks.values()) if (bytes) supply(bytes);
    for (const line of [...known.options.values(), ...known.game]) put(line);
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

  /** Loads the network of a board size. Without it the hand-written terms evaluate. */
  async function loadNetwork(size) {
    networks.set(size, null);
    try {
      const bytes = new Uint8Array(await read(`${size}x${size}.net`));
      if (!supply(bytes)) throw new Error("it is damaged");
      networks.set(size, bytes);
    } catch (error) {
      say(`info string no network for ${size}x${size}, the hand-written terms evaluate: ${error.message}`);
    }
  }

  function remember(line) {
    const [, command] = /^\s*(\w+)/.exec(line) ?? [];
    if (command === "setoption") {
      const name = /\bname\s+(.+?)(?:\s+value\b|\s*$)/i.exec(line)?.[1] ?? "";
      known.options.delete(name.toLowerCase());
      known.options.set(name.toLowerCase(), line);
    } else if (command === "teinewgame") {
      known.game = [line];
    } else if (command === "position") {
      known.game = [...known.game.filter((other) => !/^\s*position/.test(other)), line];
    }
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
    sayError(`the engine broke down (${error.message}) and starts again`);
    isPaused = false;
    if (isOwed) say(`bestmove ${lastMove ?? "--"}`);
    refuseRequests("the engine broke down");
    try {
      begin();
    } catch {
      // The settings of the last engine may be the cause.
      known.options.clear();
      known.game = [];
      try {
        begin();
      } catch (again) {
        fail(`the engine cannot start again: ${again.message}`);
      }
    }
  }

  function fail(reason) {
    failure = reason;
    engine = null;
    isMuted = false;
    sayError(reason);
    early.forEach(hear);
    early = [];
  }

  function leave() {
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
      const { workerData } = require("node:worker_threads");
      const file = workerData?.wasm ?? join(__dirname, "stonefall.wasm");
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
    if (fragment.startsWith("{")) return resolve(JSON.parse(fragment)[beside ?? "stonefall.wasm"]);
    const wasm = resolve(fragment || "stonefall.wasm");
    return beside ? new URL(beside, wasm) : wasm;
  }

  const take = (data) => String(data).split(/\r?\n/).forEach(hear);
  if (inNode) port.on("message", take);
  else self.onmessage = ({ data }) => take(data);

  compile()
    .then((loaded) => {
      module = loaded;
      begin();
      const lines = early;
      early = [];
      lines.forEach(hear);
    })
    .catch((error) => fail(`the engine cannot be loaded: ${error.message}`));
})();
