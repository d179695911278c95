// Every mode and dialog of the board under axe-core: light and dark, on a desktop and on a phone.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { browser } from "./browser.mjs";
import { serveFolder } from "./server.mjs";
import { makeSite } from "./site.mjs";
import { Tab } from "./tab.mjs";

const axe = (() => {
  try {
    return createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  } catch {
    return null;
  }
})();
const skip = !browser ? "there is no Chromium" : !axe && "axe-core is missing: npm ci --prefix web/test";

/** The worker of the page as its server, in place of WebSockets. */
const SOCKETS = `
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      setTimeout(() => this.onopen());
      const worker = new Worker("stonefall-worker.js");
      worker.onmessage = ({ data }) => this.onmessage({ data });
      this.send = (line) => worker.postMessage(line);
    }
    close() {}
  };
`;

/** Two threats, a wall, stacks and a capstone. */
const GAME = '[Size "5"]\n1. a1 e5 2. c3 b3 3. Cc4 b4 4. Sd3 b4-';
const SOLVED = "document.querySelector('#explanation')";
const closed = (tab) => tab.keys("Escape");

/** Opens a game by the dialog. */
async function open(tab, game) {
  await tab.click("#load");
  await tab.value(`document.querySelector("#load-text").value = ${JSON.stringify(game)}`);
  await tab.click("#load-open");
}

/** States of the page, in order: each begins in the state before. */
const SCENES = {
  async play(tab) {
    await tab.until("document.querySelector('.cells:not(.still) .target')");
  },
  async "a stack in the hand"(tab) {
    await tab.click("#new");
    await tab.value(`for (const [id, value] of [["size", "4"], ["color", "both"], ["clock", "5+5"]]) {
      const field = document.querySelector("#new-" + id);
      field.value = value;
      field.dispatchEvent(new Event("change"));
    }`);
    await tab.click("#new-play");
    await tab.until("document.querySelectorAll('.cells button').length === 16");
    for (const [index, square] of ["a1", "d4", "d4"].entries()) {
      await tab.until(`document.querySelectorAll("#moves button").length === ${Math.min(index, 2)} && document.querySelector(".cells:not(.still)")`);
      await tab.click(`[data-square=${square}]`);
    }
    await tab.until("document.querySelector('#carry')");
  },
  async "the end of a game"(tab) {
    await tab.keys("Escape");
    await tab.click("#resign");
    await tab.until("document.querySelector('.moves .result')");
  },
  async "new game"(tab) {
    await tab.click("#new");
  },
  async help(tab) {
    await closed(tab);
    await tab.click("#help");
  },
  async open(tab) {
    await closed(tab);
    await open(tab, "[Size \"5\"] 1. a1 a1");
    await tab.until("document.querySelector('#load-trouble').textContent");
  },
  async analysis(tab) {
    await closed(tab);
    await open(tab, GAME);
    await tab.click("#count");
    await tab.value("document.querySelector('#count').value = 3; document.querySelector('#count').dispatchEvent(new Event('change'))");
    await tab.until("document.querySelectorAll('.lines li').length === 3");
  },
  async "a judged game"(tab) {
    await tab.click("#walk");
    await tab.until("document.querySelector('#walk').textContent.startsWith('Go')");
    await tab.until("!document.querySelector('#verdict').hidden");
  },
  async share(tab) {
    await tab.click("#share");
    await tab.until("document.querySelector('dialog[open]')");
  },
  async puzzles(tab) {
    await closed(tab);
    await tab.click("#tab-puzzles");
    await tab.until("document.querySelectorAll('#puzzle option').length > 5");
  },
  async "the solution"(tab) {
    await tab.click("#solution");
    await tab.until(SOLVED);
  },
};

/** Violations on the page, each with its rule and its elements. */
async function violations(tab, source) {
  if (!(await tab.value("Boolean(window.axe)"))) await tab.value(`${source}; null`);
  return tab.value(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, help, nodes }) =>
    id + " (" + help + "): " + nodes.map(({ target, any }) => target.join(" ") + (any[0]?.data?.contrastRatio ? " " + any[0].data.contrastRatio : "")).join(", ")))`);
}

test("axe-core finds no violation in any mode or dialog", { skip }, async (t) => {
  const folder = await makeSite(t);
  await writeFile(join(folder, "engine.js"), 'export const engine = "socket";');
  const server = await serveFolder(folder);
  t.after(() => server.close());
  const tab = await Tab.open(t);
  await tab.command("Page.addScriptToEvaluateOnNewDocument", { source: SOCKETS });
  await tab.visit(server.address);
  const source = await readFile(axe, "utf8");
  const found = [];
  for (const [name, enter] of Object.entries(SCENES)) {
    await enter(tab);
    for (const [screen, size] of Object.entries({ desktop: [1280, 900], phone: [360, 740] })) {
      for (const theme of ["light", "dark"]) {
        await tab.screen(...size);
        await tab.media({ "prefers-color-scheme": theme, "prefers-reduced-motion": "reduce" });
        for (const violation of await violations(tab, source)) found.push(`${name}, ${screen}, ${theme}: ${violation}`);
      }
    }
  }
  assert.deepEqual(found, []);
  assert.deepEqual(tab.errors, []);
});
