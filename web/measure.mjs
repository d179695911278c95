// Measures positions per second in Node, Chromium and the program with one thread and two, in turn, the time to a depth with
// one thread and two, and the time from `stop` to `bestmove`.
//     STONEFALL=target/release/stonefall node web/measure.mjs [ROUNDS]
import { readFile } from "node:fs/promises";
import { browser, inPage } from "./test/browser.mjs";
import { startProgram, startWorker } from "./test/engine.mjs";

const ROUNDS = Number(process.argv[2] ?? 3);
const TIME = 4000;
const POSITIONS = {
  5: "tps 2,x2,1,x/x,2,1,2,x/1,1,12C,x,1/x,2,1C,2,x/x2,1,2,x 2 10",
  6: "tps 2,x5/x,2,x,1,x2/x,1,2C,1,x2/x2,1C,2,1,x/x,2,1,x,2,x/x5,1 1 9",
  7: "tps x7/x2,2,x,1,x2/x,1,2,1C,x3/x2,2C,1,2,x2/x,2,1,12,1,x2/x3,2,x3/x6,1 2 10",
};
const t = { after: (end) => ends.push(end) };
const ends = [];

/** Positions per second by the engine's count. */
const speed = (lines) => Number(/ nps (\d+)/.exec(lines.findLast((line) => line.startsWith("info")))[1]);

async function measure(engine, position) {
  await engine.ask(`position ${position}`, "setoption name Clear Hash");
  return speed(await engine.go(`go movetime ${TIME}`));
}

/** Headers of an isolated page. */
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

const inChromium = (position, threads) =>
  inPage(
    `
    const worker = new Worker("stonefall-worker.js");
    const lines = [];
    worker.onmessage = ({ data }) => {
      if (data === "readyok") worker.postMessage("go movetime ${TIME}");
      lines.push(data);
      if (data.startsWith("bestmove")) report(lines);
    };
    for (const line of ["setoption name Threads value ${threads}", "position ${position}", "isready"]) worker.postMessage(line);
  `,
    undefined,
    ISOLATED,
  ).then(speed);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const THREADS = [1, 2];
const ways = {};
const workers = new Map();
for (const threads of THREADS) {
  const named = (name) => `${name}, ${threads}`;
  const add = async (name, engine) => {
    await engine.ask(`setoption name Threads value ${threads}`);
    ways[named(name)] = (position) => measure(engine, position);
    return engine;
  };
  if (process.env.STONEFALL) await add("program", startProgram(t, process.env.STONEFALL));
  workers.set(threads, await add("Node", startWorker(t)));
  if (browser) ways[named("Chromium")] = (position) => inChromium(position, threads);
}

console.log(["size", ...Object.keys(ways)].join("\t"));
for (const [size, position] of Object.entries(POSITIONS)) {
  const found = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) found[name].push(await way(position));
  }
  console.log([size, ...Object.values(found).map(median)].join("\t"));
}

/** Milliseconds until a depth is complete. */
async function timeTo(depth, engine, size, moves) {
  await engine.ask(`teinewgame size ${size} halfkomi 4`, `position startpos moves ${moves}`);
  const asked = performance.now();
  await engine.go(`go depth ${depth}`);
  return performance.now() - asked;
}

for (const [size, depth] of [[5, 18], [6, 18]]) {
  const book = await readFile(new URL(`../openings/${size}x${size}-komi2.txt`, import.meta.url), "utf8");
  const games = book.split("\n").filter((line) => /^[a-h]\d/.test(line));
  const chosen = Array.from({ length: 10 }, (_, index) => games[Math.floor((index * games.length) / 10)]);
  let logs = 0;
  for (const moves of chosen) {
    const times = new Map(THREADS.map((threads) => [threads, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [threads, engine] of workers) times.get(threads).push(await timeTo(depth, engine, size, moves));
    }
    const [one, two] = [...times.values()].map(median);
    console.log(`${size}x${size} depth ${depth}, ${moves}: ${one.toFixed(0)} ms, with two threads ${two.toFixed(0)} ms`);
    logs += Math.log(one / two) / chosen.length;
  }
  console.log(`${size}x${size}: two threads reach the depth ${Math.exp(logs).toFixed(2)} times as fast (geometric mean)`);
}

for (const [threads, worker] of workers) {
  const stops = [];
  for (let round = 0; round < 50; round++) {
    worker.send("go infinite");
    await new Promise((resolve) => setTimeout(resolve, 60 + 7 * round));
    const asked = performance.now();
    worker.send("stop");
    await worker.until("bestmove");
    stops.push(performance.now() - asked);
  }
  console.log(`stop to bestmove in Node, ${threads} threads: median ${median(stops).toFixed(1)} ms, slowest ${Math.max(...stops).toFixed(1)} ms`);
}
ends.forEach((end) => end());
