// Measures positions per second in Node, Chromium and the program, in turn, and the time from `stop` to `bestmove`.
//     STONEFALL=target/release/stonefall node web/measure.mjs [ROUNDS]
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

const inChromium = (position) =>
  inPage(`
    const worker = new Worker("stonefall-worker.js");
    const lines = [];
    worker.onmessage = ({ data }) => {
      if (data === "readyok") worker.postMessage("go movetime ${TIME}");
      lines.push(data);
      if (data.startsWith("bestmove")) report(lines);
    };
    for (const line of ["position ${position}", "isready"]) worker.postMessage(line);
  `).then(speed);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const ways = {};
if (process.env.STONEFALL) {
  const program = startProgram(t, process.env.STONEFALL);
  ways.program = (position) => measure(program, position);
}
const worker = startWorker(t);
ways.Node = (position) => measure(worker, position);
if (browser) ways.Chromium = inChromium;

console.log(["size", ...Object.keys(ways)].join("\t"));
for (const [size, position] of Object.entries(POSITIONS)) {
  const found = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) found[name].push(await way(position));
  }
  console.log([size, ...Object.values(found).map(median)].join("\t"));
}

const stops = [];
for (let round = 0; round < 50; round++) {
  worker.send("go infinite");
  await new Promise((resolve) => setTimeout(resolve, 60 + 7 * round));
  const asked = performance.now();
  worker.send("stop");
  await worker.until("bestmove");
  stops.push(performance.now() - asked);
}
console.log(`stop to bestmove in Node: median ${median(stops).toFixed(1)} ms, slowest ${Math.max(...stops).toFixed(1)} ms`);
ends.forEach((end) => end());
