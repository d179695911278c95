// Several threads: instances of the module with one table.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { inPage, withoutBrowser as skip } from "./browser.mjs";
import { startWorker } from "./engine.mjs";

const count = (lines) => Number(/ nodes (\d+)/.exec(lines.findLast((line) => / nodes /.test(line)))[1]);

/** Instances of the module in this thread, which run their searches when asked. */
async function makeInstances(threads) {
  const read = async (name) => WebAssembly.compile(await readFile(new URL(`../package/${name}`, import.meta.url)));
  const [engine, table] = await Promise.all([read("stonefall.wasm"), read("table.wasm")]);
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 16385, shared: true });
  return Array.from({ length: threads }, (_, thread) => {
    const said = [];
    const stonefall = {
      now: () => performance.now() / 1000,
      random: () => 0.5,
      pause: () => tell.onPause(),
      say: (start, length) => said.push(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, length))),
    };
    const shared = new WebAssembly.Instance(table, { stonefall: { memory } }).exports;
    const { exports } = new WebAssembly.Instance(engine, { stonefall, table: shared });
    exports.open(thread, threads);
    const tell = (...lines) => {
      said.length = 0;
      for (const line of lines) {
        const bytes = new TextEncoder().encode(line);
        const start = exports.line(bytes.length);
        new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
        exports.hear();
        exports.run();
      }
      return said.slice();
    };
    tell.onPause = () => {};
    return tell;
  });
}

const SETUP = ["setoption name Threads value 2", "teinewgame 5", "position startpos moves a1 e5 c3 c2 d3"];

test("an instance finds the entries of another one", async () => {
  // The trees of single positions vary too much.
  const setups = ["a1 e5 c3 c2 d3", "a1 e5 c3 d3 c2", "a1 e1 c3 c4 b3", "b1 d5 c2 c3 d2"].map((moves) => ["teinewgame 5", `position startpos moves ${moves}`]);
  const total = { alone: 0, shared: 0, apart: 0 };
  for (const setup of setups) {
    const [two, one] = [2, 1].map((threads) => [`setoption name Threads value ${threads}`, ...setup]);
    const [alone] = await makeInstances(2);
    total.alone += count(alone(...two, "go depth 10"));
    const [first, second] = await makeInstances(2);
    // The first instance makes the table, without much in it.
    first(...two, "go depth 1");
    assert.deepEqual(second(...two, "go depth 10").filter((line) => line.startsWith("info depth")), [], "only the first reports");
    const lines = first("go depth 10");
    assert.match(lines.at(-1), /^bestmove \w/);
    total.shared += count(lines);
    // Without several threads every instance has a table of its own.
    const [lone, other] = await makeInstances(2);
    lone(...one, "go depth 1");
    other(...one, "go depth 10");
    total.apart += count(lone("go depth 10"));
  }
  assert.ok(total.shared < total.alone * 0.85, `${total.shared} positions, ${total.alone} without the entries`);
  assert.ok(total.apart > total.alone * 0.95, `${total.apart} positions, ${total.alone} without the entries`);
});

test("positions of all instances count, and a new game clears the table", async () => {
  const [first, second] = await makeInstances(2);
  const alone = count(first(...SETUP, "go depth 8"));
  first.onPause = () => {
    first.onPause = () => {};
    second(...SETUP, "go nodes 20000");
  };
  const together = count(first("go depth 2"));
  assert.ok(together >= 20_000 && together < 30_000, `${together} positions`);
  // The entries of both are gone, and the counts start at 0.
  assert.equal(count(first(...SETUP, "go depth 8")), alone);
});

/** A session with two threads, after a search in which the helper takes part. */
async function startTwo(t) {
  const engine = startWorker(t);
  await engine.ask(...SETUP);
  await engine.go("go nodes 200000");
  return engine;
}

test("two threads search, answer stop and keep to a limit", async (t) => {
  const engine = await startTwo(t);
  const limited = await engine.go("go nodes 50000");
  assert.match(limited.at(-1), /^bestmove \w/);
  assert.ok(count(limited) < 60_000, `${count(limited)} positions`);
  for (let round = 0; round < 3; round++) {
    engine.send("go infinite");
    await engine.until("info");
    engine.send("stop");
    assert.match((await engine.until("bestmove")).at(-1), /^bestmove \w/);
  }
});

test("games, sizes and tables change in the middle of a search", async (t) => {
  const engine = await startTwo(t);
  engine.send("go infinite");
  await engine.until("info");
  for (const line of ["teinewgame size 6 halfkomi 4", "position startpos moves a1 f6", "setoption name Hash value 4", "go nodes 30000"]) engine.send(line);
  assert.match((await engine.until("bestmove")).at(-1), /^bestmove \S*[a-e][1-5]/);
  assert.match((await engine.until("bestmove")).at(-1), /^bestmove \S*[a-f][1-6]/);
  for (const options of [["Hash value 64"], ["Threads value 1"], ["Threads value 2", "Hash value 1"], ["LimitStrength value true"], ["LimitStrength value false"]]) {
    await engine.ask(...options.map((option) => `setoption name ${option}`));
    const lines = await engine.go("go nodes 30000");
    assert.match(lines.at(-1), /^bestmove \w/);
    assert.ok(!lines.some((line) => line.includes("error")), `${lines}`);
  }
  // An annotation has one thread and a table of its own.
  engine.send('annotate {"text":"[Size \\"4\\"] 1. a1 b1","nodes":1000}');
  while (!(await engine.until("annotate")).at(-1).includes('"complete":true'));
});

/** Sessions whose state needs few lines. */
const SESSIONS = [
  [
    ...Array(40).fill(["setoption name MultiPV value 2", "setoption name MultiPV value 1", "position startpos moves a1 e5"]).flat(),
    "position startpos moves a1 e5 c3 c2 d3",
  ],
  Array(40).fill(["teinewgame size 5 halfkomi 4", "setoption name Flats value 20", "position startpos moves a1 e5"]).flat(),
  Array(40).fill(["setoption name HalfKomi value 3", "teinewgame 4", "position startpos moves a1 d4"]).flat(),
  ["setoption name Flats value 12", "setoption name Caps value 1", "teinewgame 5", "position startpos", "teinewgame 5", "position startpos moves a1 e5"],
  ["setoption name Flats value 12", "teinewgame size 5", "position startpos", "setoption name Caps1 value 3", "teinewgame 5", "position startpos moves a1 e5"],
  ["teinewgame size 6 halfkomi 4", "position startpos", "teinewgame 6", "position startpos moves a1 f6"],
  ["teinewgame 5", "position tps x4/x,1,x2/x2,2,x/x4 1 2", "teinewgame", "position startpos moves a1 d4"],
  ["teinewgame size 5", "position startpos moves a1 e5", "teinewgame size 9", "SetOption  name Opening  value NoSwap", "position startpos moves a1"],
];

/** A session, and a function that starts a search and returns the lines that its helper receives. */
function startWithSpy(t) {
  const told = new BroadcastChannel("stonefall helper");
  t.after(() => told.close());
  const engine = startWorker(t, undefined, ["--require", fileURLToPath(new URL("spy.cjs", import.meta.url))]);
  const search = async () => {
    const received = new Promise((resolve) => (told.onmessage = ({ data }) => resolve(data)));
    engine.send("go infinite");
    const lines = await received;
    engine.send("stop");
    await engine.until("bestmove");
    return lines;
  };
  return [engine, search];
}

test("a helper receives few lines, and has the first thread's state", async (t) => {
  for (const session of SESSIONS) {
    const [engine, search] = startWithSpy(t);
    await engine.ask("setoption name Threads value 2", ...session);
    const expected = await engine.ask("d");
    const lines = await search();
    assert.ok(lines.length <= 7, `${lines.length} lines: ${lines.slice(0, 9).join("\n")}`);
    const other = startWorker(t);
    await other.ask(...lines);
    assert.deepEqual(await other.ask("d"), expected, lines.join("\n"));
  }
});

test("a helper that already runs receives the difference", async (t) => {
  const [engine, search] = startWithSpy(t);
  for (const [lines, expected] of [
    [SETUP, SETUP],
    [[], []],
    [["position startpos moves a1 e5", "position startpos moves a1 e5 c3"], ["position startpos moves a1 e5 c3"]],
    [["teinewgame size 4", "position startpos moves a1 d4"], ["teinewgame size 4", "position startpos moves a1 d4"]],
    [["setoption name MultiPV value 2", "setoption name MultiPV value 1"], ["setoption name MultiPV value 1"]],
  ]) {
    await engine.ask(...lines);
    assert.deepEqual(await search(), expected);
  }
});

const hasTasks = process.platform === "linux" ? false : "the system does not list threads";
test("quit ends the helpers", { skip: hasTasks }, async (t) => {
  const tasks = async () => (await readdir("/proc/self/task")).length;
  const before = await tasks();
  const engine = await startTwo(t);
  assert.ok((await tasks()) >= before + 2);
  engine.send("go infinite");
  await engine.until("info");
  engine.send("quit");
  await engine.ended;
  const deadline = Date.now() + 20_000;
  while ((await tasks()) > before && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await tasks(), before);
});

test("an isolated page has several threads, without the table one", { skip }, async () => {
  const old = `stonefall-worker.js#${encodeURIComponent(JSON.stringify({ "stonefall.wasm": "/stonefall.wasm", "5x5.net": "/5x5.net" }))}`;
  const games = Array(6).fill([...SETUP, "isready", "go depth 10"]);
  const [two, one] = await inPage(
    `
    const play = (address) => new Promise((resolve) => {
      const worker = new Worker(address);
      const lines = [];
      worker.onerror = ({ message }) => resolve([message]);
      const games = ${JSON.stringify(games)};
      const send = (line) => worker.postMessage(line);
      worker.onmessage = ({ data }) => {
        lines.push(data);
        if (!data.startsWith("bestmove")) return;
        if (games.length > 0) games.shift().forEach(send);
        else resolve(lines);
      };
      ["tei", ...games.shift()].forEach(send);
    });
    report([await play("stonefall-worker.js"), await play(${JSON.stringify(old)})]);
  `,
    undefined,
    { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" },
  );
  assert.ok(two.some((line) => /^option name Threads .* max ([2-9]|\d\d)$/.test(line)));
  assert.ok(!two.some((line) => /error|Threads is/.test(line)), two.join("\n"));
  assert.ok(one.includes("option name Threads type spin default 1 min 1 max 1"));
  assert.ok(one.some((line) => /^info string Threads is 1, not 2: /.test(line)));
  for (const said of [two, one]) assert.match(said.at(-1), /^bestmove \w/);
  // One thread visits the same positions in every search; positions of a helper are added as soon as it has started.
  const counts = (lines) => lines.flatMap((line, index) => (line.startsWith("bestmove") ? count(lines.slice(0, index)) : []));
  assert.equal(new Set(counts(one)).size, 1, `${counts(one)}`);
  assert.ok(counts(two).some((found) => found !== counts(one)[0]), `${counts(two)}`);
});
