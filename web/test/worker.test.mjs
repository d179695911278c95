// The worker as a page uses it. `STONEFALL=target/release/stonefall node --test web/test` also compares it with the
// program.
import assert from "node:assert/strict";
import { copyFile, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { start } from "../package/index.mjs";
import { PROGRAM, startProgram, startWorker, withoutProgram } from "./engine.mjs";

/** Starts and middles of games. */
const POSITIONS = [
  "tps x3/x,2,1/1,x,2 1 3",
  "tps x,2,x2/x,1,2,x/x,2,1,1/2,x,1,x 1 5",
  "startpos moves a1 e5 c3 c2 d3",
  "tps 2,x2,1,x/x,2,1,2,x/1,1,12C,x,1/x,2,1C,2,x/x2,1,2,x 2 10",
  "startpos moves a1 f6 c3",
  "tps 2,x5/x,2,x,1,x2/x,1,2C,1,x2/x2,1C,2,1,x/x,2,1,x,2,x/x5,1 1 9",
  "tps x7/x2,2,x,1,x2/x,1,2,1C,x3/x2,2C,1,2,x2/x,2,1,12,1,x2/x3,2,x3/x6,1 2 10",
  "tps x8/x3,1,x,2,x2/x2,2,1C,1,x3/x2,1,2,2C,1,x2/x,2,1,12,1,2,x2/x3,2,1,x3/x8/x7,2 1 11",
];

/** An `info` line without times. */
const timeless = (line) => line.replace(/ nps \d+/, "").replace(/ time \d+/, "");

test("the worker plays what the program plays", { skip: withoutProgram }, async (t) => {
  const engines = [startWorker(t), startProgram(t, PROGRAM)];
  const play = async (engine) => {
    const said = [];
    for (const position of POSITIONS) {
      const size = position.startsWith("startpos") ? (position.includes("f6") ? 6 : 5) : "";
      // Consecutive searches also compare the contents of the tables.
      for (const go of ["go nodes 60000", "go depth 5", "go nodes 30000", "go solved nodes 40000"]) {
        await engine.ask(...(size ? [`teinewgame ${size}`] : []), `position ${position}`);
        const lines = await engine.go(go);
        said.push(position, go, ...lines.slice(-2).map(timeless));
      }
    }
    return said;
  };
  const [worker, program] = await Promise.all(engines.map(play));
  assert.deepEqual(worker, program);
});

test("the worker announces itself", async (t) => {
  const engine = startWorker(t);
  engine.send("tei");
  const lines = await engine.until("teiok");
  assert.match(lines[0], /^id name Stonefall$/);
  assert.ok(lines.some((line) => /^option name Hash type spin default 64 min 1 max 1024$/.test(line)));
  assert.ok(lines.some((line) => /^option name Threads type spin default 1 min 1 max ([2-9]|[1-9]\d)$/.test(line)));
  assert.ok(!lines.some((line) => /EvalFile|Debug Log File/.test(line)));
});

test("games open by the book", async (t) => {
  const engine = startWorker(t);
  const played = new Set();
  for (let game = 0; game < 12; game++) {
    await engine.ask("setoption name OwnBook value true", "teinewgame size 6 halfkomi 4");
    played.add((await engine.go("go nodes 100000")).at(-1));
  }
  assert.ok(played.size > 1, `always ${[...played]}`);
  engine.send("quit");
  await engine.ended;
});

test("every kind of search pauses on every size", async (t) => {
  const engine = startWorker(t);
  for (const position of POSITIONS) {
    await engine.ask(`position ${position}`);
    for (const [options, go] of [
      [["LimitStrength value true", "Level value 10"], "go movetime 1000"],
      [["LimitStrength value false", "MultiPV value 3"], "go movetime 100"],
      [["MultiPV value 1"], "go wtime 3000 btime 3000"],
      [[], "go solved movetime 100"],
    ]) {
      await engine.ask(...options.map((option) => `setoption name ${option}`));
      const lines = await engine.go(go);
      assert.ok(lines.every((line) => !line.includes("error")), `${lines}`);
      assert.match(lines.at(-1), /^bestmove \w/);
    }
  }
});

test("a search receives stop, isready and the next position", async (t) => {
  const engine = startWorker(t);
  engine.send("go infinite");
  await engine.until("info");
  const times = [];
  for (let round = 0; round < 10; round++) {
    await engine.ask("d");
    await new Promise((resolve) => setTimeout(resolve, 20));
    const asked = performance.now();
    engine.send("stop");
    await engine.until("bestmove");
    times.push(performance.now() - asked);
    // The next search begins while this one ends.
    for (const line of ["go infinite", "position startpos moves a1 b1", "go infinite"]) engine.send(line);
    await engine.until("bestmove");
    await engine.until("info");
  }
  // A busy machine sometimes takes longer; a worker that does not receive messages always does.
  assert.ok(Math.min(...times) < 150, `${times} ms`);
  engine.send("quit");
  await engine.until("bestmove");
  await engine.ended;
});

test("a solved position waits for stop", async (t) => {
  const engine = startWorker(t);
  await engine.ask("teinewgame 3", "position tps x3/x3/1,1,x 1 3");
  engine.send("go infinite");
  await engine.until("info");
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual((await engine.ask()).filter((line) => line.startsWith("bestmove")), []);
  engine.send("stop");
  await engine.until("bestmove");
});

test("nonsense gets a message", async (t) => {
  const engine = startWorker(t);
  for (const [line, answer] of [
    ["nonsense", /^info string Unknown command/],
    ["position tps x9/x9 1 1", /^info string error position: /],
    ["setoption name EvalFile value /etc/passwd", /^info string error EvalFile is not available/],
    ["setoption name Threads value 200", /^info string Threads is \d+, not 200: the maximum on this device$/],
    ["setoption name Hash value 4000", /^info string Hash is 1024, not 4000/],
    ["bench", /^info string error /],
    ["go perft 3", /^info string error /],
    [{ not: "text" }, /^info string Unknown command/],
    ["x".repeat(5 << 20), /^info string error expected a line of at most 2097152 bytes/],
    [`game #7 {"text":"${"\u{fffd}".repeat(700_000)}"}`, /^game #7 \{"error":"expected a line of at most/],
    ["weather #8 today", /^weather #8 \{"error":/],
    ["\u{1f409} \ud800", /^info string Unknown command/],
  ]) {
    const [said] = await engine.ask(line);
    assert.match(said, answer);
  }
  await engine.ask("setoption name Hash value 1", "position startpos moves a1 f6");
  assert.match((await engine.go("go nodes 1000")).at(-1), /^bestmove [a-f]/);
});

test("the largest table works, or is reduced with a message", async (t) => {
  const engine = startWorker(t);
  assert.deepEqual(await engine.ask("setoption name Hash value 1024"), []);
  const lines = await engine.go("go nodes 100000");
  const cut = lines.filter((line) => line.startsWith("info string"));
  assert.ok(cut.length === 0 || /^info string Hash is \d+, not 1024/.test(cut[0]), `${cut}`);
  await engine.ask("setoption name Hash value 16");
  assert.match((await engine.go("go nodes 100000")).at(-1), /^bestmove \w/);
});

/** A module with the exports of the engine whose `run` traps, as bytes of WebAssembly. */
function brokenModule() {
  const text = (word) => [word.length, ...Buffer.from(word)];
  const section = (id, bytes) => [id, bytes.length, ...bytes];
  const body = (...code) => [code.length + 2, 0, ...code, 0x0b];
  const names = ["open", "line", "hear", "keep", "run", "asyncify_get_state"];
  const types = [0, 1, 2, 1, 0, 2];
  const i32 = 0x7f;
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [3, 0x60, 0, 0, 0x60, 1, i32, 1, i32, 0x60, 0, 1, i32]),
    ...section(3, [types.length, ...types]),
    ...section(5, [1, 0, 1]),
    ...section(7, [
      names.length + 1,
      ...text("memory"), 2, 0,
      ...names.flatMap((name, index) => [...text(name), 0, index]),
    ]),
    ...section(10, [
      names.length,
      ...body(),
      ...body(0x41, 16),
      ...body(0x41, 1),
      ...body(0x41, 32),
      ...body(0x00),
      ...body(0x41, 0),
    ]),
  ]);
}

test("a trap is reported, and go and requests are answered", async (t) => {
  const file = join(await mkdtemp(join(tmpdir(), "stonefall-")), "broken.wasm");
  await writeFile(file, brokenModule());
  const engine = startWorker(t, file);
  engine.send("facts #7 startpos");
  assert.match((await engine.until("facts")).at(-1), /^facts #7 \{"error":"the engine broke down"\}$/);
  engine.send("go nodes 1");
  const lines = await engine.until("bestmove");
  assert.match(lines[0], /^info string error the engine broke down \(unreachable\) and starts again/);
  assert.equal(lines.at(-1), "bestmove --");
});

test("a missing module is reported", async (t) => {
  const engine = startWorker(t, "/nowhere/stonefall.wasm");
  assert.match(await engine.line(), /^info string error the engine cannot be loaded: .*nowhere/);
  engine.send("tei");
  assert.match(await engine.line(), /^info string error the engine cannot be loaded/);
  engine.send("facts #7 startpos");
  assert.match((await engine.until("facts")).at(-1), /^facts #7 \{"error":"the engine cannot be loaded/);
});

test("a missing network is reported, and a simple evaluation replaces it", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "stonefall-"));
  const file = join(folder, "stonefall.wasm");
  await copyFile(fileURLToPath(new URL("../package/stonefall.wasm", import.meta.url)), file);
  await writeFile(join(folder, "6x6.net"), "TAKN");
  const engine = startWorker(t, file);
  const note = async (size) => {
    const lines = await engine.ask(`teinewgame ${size}`);
    return lines.filter((line) => line.includes("network")).map((line) => line.replace(/(replaces it: \w+).*/, "$1"));
  };
  assert.deepEqual(await note(5), ["info string no network for 5x5, a simple evaluation replaces it: ENOENT"]);
  assert.match((await engine.go("go nodes 1000")).at(-1), /^bestmove [a-e][1-5]$/);
  assert.deepEqual(await note(6), ["info string no network for 6x6, a simple evaluation replaces it: it"]);
  // The next game tries again.
  await copyFile(fileURLToPath(new URL("../package/5x5.net", import.meta.url)), join(folder, "5x5.net"));
  assert.deepEqual(await note(5), []);
  assert.ok((await engine.ask("eval")).some((line) => line.includes("neurons: ")));
});

test("the package starts a session", async (t) => {
  const lines = [];
  const engine = await start((line) => lines.push(line));
  t.after(() => engine.end());
  engine.send("isready");
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(lines, ["readyok"]);
});
