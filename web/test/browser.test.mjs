// The worker in a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inPage, withoutBrowser as skip } from "./browser.mjs";
import { makeSite } from "./site.mjs";


test("a page plays, and stops a search", { skip }, async () => {
  const lines = await inPage(`
    const worker = new Worker("stonefall-worker.js");
    const lines = [];
    worker.onmessage = ({ data }) => {
      lines.push(data);
      if (data === "readyok") worker.postMessage("go infinite");
      if (data.startsWith("info depth 6")) worker.postMessage("stop");
      if (data.startsWith("bestmove")) report(lines);
    };
    for (const line of ["tei", "teinewgame size 5 halfkomi 4", "isready"]) worker.postMessage(line);
  `);
  assert.match(lines[0], /^id name Stonefall/);
  assert.ok(lines.includes("teiok") && lines.includes("readyok"));
  // The page is not isolated.
  assert.ok(lines.includes("option name Threads type spin default 1 min 1 max 1"));
  assert.match(lines.at(-1), /^bestmove [a-e][1-5]$/);
});

test("the module and the package are found by their addresses", { skip }, async () => {
  const [fromFragment, fromPackage, missing] = await inPage(`
    import { start } from "./index.mjs";
    const first = (begin) => new Promise((resolve) => begin(resolve));
    const ask = (address) => first((resolve) => {
      const worker = new Worker(address);
      worker.onmessage = ({ data }) => resolve(data);
      worker.postMessage("isready");
    });
    report(await Promise.all([
      ask("stonefall-worker.js#/elsewhere/stonefall.wasm?v=2"),
      first((resolve) => start(resolve).then((engine) => engine.send("isready"))),
      ask("stonefall-worker.js#/nowhere.wasm"),
    ]));
  `);
  assert.deepEqual([fromFragment, fromPackage], ["readyok", "readyok"]);
  assert.match(missing, /^info string error the engine cannot be loaded: .*nowhere.wasm: 404/);
});

test("the board plays and analyzes without the program", { skip }, async (t) => {
  const folder = await makeSite(t);
  const { gone, status, depth } = await inPage(
    `
    const the = (id) => document.getElementById(id);
    const until = async (is) => {
      for (let look = 0; look < 600 && !is(); look++) await new Promise((wake) => setTimeout(wake, 50));
    };
    await until(() => the("status").textContent !== "");
    const status = the("status").textContent;
    the("tab-analysis").click();
    await until(() => the("think"));
    if (!the("think").checked) the("think").click();
    await until(() => /^Depth ([5-9]|\\d\\d)/.test(the("depth").textContent));
    const gone = the("gone").hidden ? "" : the("gone").textContent;
    report({ gone, status, depth: the("depth").textContent });
  `,
    folder,
  );
  assert.equal(gone, "");
  assert.match(status, /move/);
  assert.match(depth, /^Depth ([5-9]|\d\d), /);
});
