// Measures the time from a first visit of the page to `readyok` with the network of 6x6, in Chromium with an empty cache,
// through a server with 50 Mbit/s, 20 ms to every answer and gzip:
//     web/site FOLDER && node web/ready.mjs FOLDER [ROUNDS]
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { serveFolder } from "./test/server.mjs";
import { Tab } from "./test/tab.mjs";

const [folder, rounds = 10] = process.argv.slice(2);
const BYTES_PER_MS = 50e6 / 8 / 1000;
const DELAY = 20;

/** Time at which the connection is free. */
let free = 0;
const packed = new Map();

async function answer(name, request, response) {
  if (!packed.has(name)) packed.set(name, readFile(join(folder, name)).then(promisify(gzip), () => null));
  const body = await packed.get(name);
  if (!body) return false;
  await sleep(DELAY);
  free = Math.max(free, performance.now()) + body.length / BYTES_PER_MS;
  await sleep(free - performance.now());
  const type = { html: "text/html", css: "text/css", js: "text/javascript", svg: "image/svg+xml", wasm: "application/wasm" };
  response.setHeader("content-type", type[name.split(".").at(-1)] ?? "application/octet-stream");
  response.setHeader("content-encoding", "gzip");
  response.end(body);
  return true;
}

const server = await serveFolder(folder, answer);
const times = { board: [], ready: [] };
for (let round = 0; round < rounds; round++) {
  const ends = [];
  const tab = await Tab.open({ after: (end) => ends.push(end) });
  const source = `globalThis.Worker = class extends Worker {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => { if (data === "readyok") globalThis.readyAt ??= performance.now(); });
      this.postMessage("isready");
    }
  };
  new MutationObserver(() => { if (document.querySelector(".canvas .ground")) globalThis.drawnAt ??= performance.now(); })
    .observe(document, { childList: true, subtree: true });`;
  await tab.page.addInitScript(source);
  await tab.visit(server.address);
  await tab.until("globalThis.readyAt");
  times.ready.push(await tab.value("readyAt"));
  times.board.push(await tab.value("drawnAt"));
  for (const end of ends) await end();
}
await server.close();
for (const [name, all] of Object.entries(times)) {
  const sorted = all.toSorted((a, b) => a - b);
  console.log(`${name}: median ${sorted[sorted.length >> 1].toFixed(0)} ms, ${sorted[0].toFixed(0)} to ${sorted.at(-1).toFixed(0)} ms`);
}
