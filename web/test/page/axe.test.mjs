// Every mode and dialog of the board under axe-core: light and dark, on a desktop and on a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Two threats, a wall, stacks and a capstone. */
const GAME = '[Size "5"]\n1. a1 e5 2. c3 b3 3. Cc4 b4 4. Sd3 b4-';
const closed = (tab) => tab.keys("Escape");

/** Black misses a road in two moves. */
const BLUNDER = '[Size "4"][TPS "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7"] 7. -- b4 {why?} 8. a4 R-0';
/** States that are looked at with every kind of board. */
const BOARDS = ["games", "settings", "set up", "a variation"];

/** States of the page, in order: each begins in the state before. */
const SCENES = {
  async play(tab) {
    await tab.turn();
  },
  async "a stack in the hand"(tab) {
    await tab.begin({ size: "4", color: "both", clock: "5+5" });
    for (const [index, square] of ["a1", "d4", "d4"].entries()) {
      await tab.until(`document.querySelectorAll("#moves .main").length === ${Math.min(index, 2)} && document.querySelector(".cells:not(.still)")`);
      await tab.click(`[data-square=${square}]`);
    }
    await tab.until("document.querySelector('#carry')");
  },
  async "the end of a game"(tab) {
    await tab.keys("Escape");
    await tab.click("#resign");
    await tab.until("document.querySelector('.moves .result')");
  },
  async games(tab) {
    await tab.click("#games");
  },
  async "new game"(tab) {
    await closed(tab);
    await tab.click("#new");
  },
  async help(tab) {
    await closed(tab);
    await tab.click("#help");
  },
  async settings(tab) {
    await closed(tab);
    await tab.click("#settings");
  },
  async "set up"(tab) {
    await closed(tab);
    await tab.click("#set-up");
  },
  async open(tab) {
    await closed(tab);
    await tab.load("[Size \"5\"] 1. a1 a1");
    await tab.until("document.querySelector('#load-trouble').textContent");
  },
  async analysis(tab) {
    await closed(tab);
    await tab.load(GAME);
    await tab.fill("#count", "3");
    await tab.count(".lines li", 3);
  },
  async "a variation"(tab) {
    await tab.click("#previous");
    await tab.says("#moves .now", /^Sd3/);
    await tab.click(`#board [data-square=${await tab.first(", empty")}]`);
    await tab.until("document.querySelector('#moves .variations .now')");
  },
  async comment(tab) {
    await tab.click("#comment");
    await tab.fill("#comment-text", "A quiet move");
  },
  async "a judged game"(tab) {
    await tab.click("#comment-save");
    await tab.load(BLUNDER);
    await tab.played(2);
    await tab.click("#walk");
    await tab.until("!document.querySelector('#mistake-next').hidden");
    await tab.click("#phases");
    await tab.click("#mistake-next");
  },
  async "another try"(tab) {
    await tab.click("#try");
    await tab.says("#status", /Find a better move/);
  },
  async share(tab) {
    await tab.click("#share");
    await tab.until("document.querySelector('dialog[open]')");
  },
  async training(tab) {
    await closed(tab);
    await tab.click("#tab-puzzles");
    await tab.says("#progress", /solved/);
  },
  async puzzles(tab) {
    await tab.click("#to-book");
    await tab.until("document.querySelectorAll('#puzzle option').length > 5");
  },
  async "the solution"(tab) {
    await tab.click("#solution");
    await tab.count("#explanation", 1);
  },
  async learn(tab) {
    await tab.click("#tab-learn");
    await tab.says("#task", /Place a flat/);
    await tab.turn();
  },
  async "a task that was done"(tab) {
    await tab.squares("c3");
    await tab.says("#status", /That is your flat/);
  },
};

/** Violations on the page, each with its rule and its elements. */
async function violations(tab, source) {
  if (!(await tab.value("Boolean(window.axe)"))) await tab.value(`${source}; null`);
  return tab.value(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, help, nodes }) =>
    id + " (" + help + "): " + nodes.map(({ target, any }) => target.join(" ") + (any[0]?.data?.contrastRatio ? " " + any[0].data.contrastRatio : "")).join(", ")))`);
}

test("axe-core finds no violation in any mode or dialog", { skip }, async (t) => {
  const tab = await openBoard(t);
  const source = await readFile(axe, "utf8");
  const found = [];
  for (const [name, enter] of Object.entries(SCENES)) {
    await enter(tab);
    const boards = BOARDS.includes(name) ? ["flat", "contrast", "wood"] : ["wood"];
    for (const [screen, [width, height]] of Object.entries({ desktop: [1280, 900], phone: [360, 740] })) {
      for (const [theme, board] of boards.flatMap((board) => [["light", board], ["dark", board]])) {
        await tab.value(`document.documentElement.dataset.board = "${board}"`);
        await tab.page.setViewportSize({ width, height });
        await tab.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        for (const violation of await violations(tab, source)) found.push(`${name}, ${screen}, ${theme}, ${board}: ${violation}`);
      }
    }
  }
  assert.deepEqual(found, []);
  assertNoErrors(tab);
});
