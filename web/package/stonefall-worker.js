// Stonefall in a worker. It speaks TEI: one line to a message, in both directions.
//
//     const engine = new Worker("stonefall-worker.js");
//     engine.onmessage = ({ data }) => console.log(data);
//     engine.postMessage("tei");
//
// stonefall.wasm is looked for beside this file, or where the fragment of the address says:
// new Worker("stonefall-worker.js#/elsewhere/stonefall.wasm"). In Node it is a worker of node:worker_threads.
"use strict";

(() => {
  /** Milliseconds that a search computes before messages are heard. */
  const SLICE = 8;
  /** Milliseconds between two looks for messages when a search has nothing left to do. */
  const IDLE = 10;
  /** Bytes for the calls that a pause leaves and enters again: some hundred for each ply of the line. */
  const FRAMES = 1 << 20;
  /** The longest line that is read, in bytes: a game of many thousand moves. */
  const LONGEST_LINE = 4 << 20;
  /** What asyncify_get_state says while calls are left, and while they are entered again. */
  const LEAVING = 1;
  const ENTERING = 2;

  const inNode = typeof WorkerGlobalScope === "undefined";
  const port = inNode ? require("node:worker_threads").parentPort : self;

  /** The compiled module, and what it exports as long as it works. */
  let module = null;
  let engine = null;
  /** Where the calls are kept in a pause. */
  let frames = 0;
  /** When the search is to pause, by performance.now(). */
  let pauseAt = 0;
  let isPaused = false;
  let isIdle = false;
  /** Whether a search is to be answered, and whether an annotation is. */
  let isOwed = false;
  let owesAnnotation = false;
  /** Why there is no engine. */
  let failure = null;
  /** Lines that came before the engine was ready. */
  let early = [];
  /** Nothing goes out while an engine is told what the last one knew. */
  let isMuted = false;
  /** The first move of the line that the search has told last. */
  let lastMove = null;
  /** What an engine has to be told to be where the last one was. */
  const known = { options: new Map(), game: [] };

  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  function say(line) {
    if (isMuted) return;
    if (line.startsWith("info ")) lastMove = / pv (\S+)/.exec(line)?.[1] ?? lastMove;
    if (line.startsWith("bestmove")) [isOwed, lastMove] = [false, null];
    if (/^annotate \{"(?!done")/.test(line)) owesAnnotation = false;
    port.postMessage(line);
  }

  function sayError(text) {
    say(`info string error ${text.replace(/\s+/g, " ").slice(0, 300)}`);
  }

  /** What the module asks of its host. */
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

  /** Makes an engine, and tells it what the last one knew. */
  function begin() {
    engine = new WebAssembly.Instance(module, { stonefall: host }).exports;
    engine.open();
    frames = engine.keep(FRAMES);
    isPaused = false;
    isMuted = true;
    for (const line of [...known.options.values(), ...known.game]) put(line);
    isMuted = false;
  }

  /** Hands a line over. Whether the conversation goes on. */
  function put(line) {
    const bytes = encoder.encode(line);
    const start = engine.line(bytes.length);
    new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
    return Boolean(engine.hear());
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
    if (failure) return sayError(failure);
    if (!engine) return early.push(line);
    isOwed ||= /^\s*go\b/i.test(line);
    owesAnnotation ||= /^\s*annotate\b/.test(line);
    attempt(() => {
      const goesOn = put(line.length > LONGEST_LINE ? "(a line that is too long)" : line);
      remember(line);
      if (!goesOn) leave();
      else if (!isPaused) run();
    });
  }

  /** Runs the search that waits, or goes on with the one that has paused, for a slice. */
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

  /** Does something, and begins anew if the engine breaks down. */
  function attempt(act) {
    try {
      act();
    } catch (error) {
      recover(error);
    }
  }

  function recover(error) {
    sayError(`the engine broke down (${error.message}) and begins anew`);
    isPaused = false;
    if (isOwed) say(`bestmove ${lastMove ?? "--"}`);
    if (owesAnnotation) say('annotate {"error":"the engine broke down"}');
    try {
      begin();
    } catch {
      // What the last one knew may be what broke it.
      known.options.clear();
      known.game = [];
      try {
        begin();
      } catch (again) {
        fail(`the engine cannot begin anew: ${again.message}`);
      }
    }
  }

  function fail(reason) {
    failure = reason;
    engine = null;
    isMuted = false;
    sayError(reason);
  }

  function leave() {
    engine = null;
    failure = "the engine has left";
    port.close();
  }

  /** Lets messages be heard first. */
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

  /** Compiles the module. */
  async function load() {
    if (inNode) {
      const { readFileSync } = require("node:fs");
      const { join } = require("node:path");
      const { workerData } = require("node:worker_threads");
      const file = workerData?.wasm ?? join(__dirname, "stonefall.wasm");
      return WebAssembly.compile(readFileSync(file));
    }
    const address = decodeURIComponent(self.location.hash.slice(1)) || "stonefall.wasm";
    const url = new URL(address, self.location.href);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    // Servers that do not know the type of such files are common.
    return WebAssembly.compile(await response.arrayBuffer());
  }

  const take = (data) => String(data).split(/\r?\n/).forEach(hear);
  if (inNode) port.on("message", take);
  else self.onmessage = ({ data }) => take(data);

  load()
    .then((loaded) => {
      module = loaded;
      begin();
      const lines = early;
      early = [];
      lines.forEach(hear);
    })
    .catch((error) => fail(`the engine cannot be loaded: ${error.message}`));
})();
