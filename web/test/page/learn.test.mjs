// The lessons: their tasks, right and wrong moves, hints, progress, and the screens on which they fit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

/** The page with the first lesson. */
async function learn(t, options) {
  const tab = await openBoard(t, options);
  await tab.turn();
  await tab.click("#tab-learn");
  await tab.says("#task", /Place a flat/);
  await tab.turn();
  return tab;
}

/** For each first goal of a task: the moves that reach it, and the number of those that do not. */
const SOLUTIONS = `(async () => {
  const [{ Engine }, { RULES }, { STRATEGY }] = await Promise.all(["engine/tei", "model/rules", "model/strategy"].map((name) => import("/" + name + ".js")));
  const engine = await new Promise((resolve) => { const engine = new Engine("socket", () => resolve(engine)); });
  const found = {};
  for (const { id, tasks } of [...RULES, ...STRATEGY]) {
    for (const [index, { tps, size, halfKomi = 0, goals }] of tasks.entries()) {
      engine.play_by({ size, halfKomi, opening: "swap" });
      const start = tps === null ? "startpos" : "tps " + tps;
      const look = (moves) => engine.ask("facts", start + (moves.length > 0 ? " moves " + moves.join(" ") : ""));
      const before = await look([]);
      const reached = [];
      const reasons = new Set();
      for (const { move } of [...before.placements, ...before.spreads]) {
        const words = await goals[0]({ before, move, after: await look([move]), look: (moves) => look([move, ...moves]) });
        if (words === "") reached.push(move);
        else reasons.add(words);
      }
      found[id + "-" + (index + 1)] = { reached, reasons: [...reasons], all: before.placements.length + before.spreads.length };
    }
  }
  return found;
})()`;

test("every task can be solved, and not by every move", { skip }, async (t) => {
  const tab = await learn(t);
  const found = await tab.value(SOLUTIONS);
  if (process.env.SHOW) console.log(JSON.stringify(found, null, 1));
  for (const [id, { reached, reasons, all }] of Object.entries(found)) {
    assert.ok(reached.length > 0, `${id} has no solution`);
    if (id !== "place-2") assert.ok(reached.length < all && reasons.length > 0, `${id} accepts every move`);
  }
  assertNoErrors(tab);
});

test("right and wrong moves, hints, and progress", { skip }, async (t) => {
  const tab = await learn(t);
  await tab.squares("c3");
  await tab.says("#status", /That is your flat/);
  await tab.click("#learn-next");
  await tab.says("#task", /Black's first flat/);
  await tab.click("#lesson-wall");
  await tab.says("#task", /Block it with a wall/);
  await tab.turn();
  await tab.squares("a1");
  await tab.says("#status", /Black wins with c4: this leaves the road open/);
  // The move is taken back, and its words stay.
  await tab.turn();
  await tab.says("#status", /Black wins with c4/);
  await tab.squares("c4");
  await tab.says("#status", /This was a flat\. First choose the wall/);
  await tab.click("#learn-again");
  await tab.turn();
  await tab.click("#learn-hint");
  await tab.says("#status", /Choose the wall among your pieces/);
  await tab.click("#learn-hint");
  await tab.says("#status", /For example Sc4/);
  await tab.count(".arrow", 1);
  await tab.click("#piece-wall");
  await tab.squares("c4");
  await tab.says("#status", /Nothing gets past this wall/);
  await tab.click("#learn-next");
  await tab.says("#task", /Two rows have a gap/);
  await tab.turn();
  await tab.squares("d4");
  await tab.says("#status", /A road of five flats/);
  await tab.says("#lesson-wall", /done/);
  await tab.reload();
  await tab.says("#task", /Two rows have a gap/);
  await tab.says("#lesson-wall", /done/);
  assert.equal(await tab.text("#lesson-place"), "Place a stone");
  // Another lesson begins at its first task that was not done.
  await tab.click("#lesson-place");
  await tab.says("#task", /Black's first flat/);
  assertNoErrors(tab);
});

test("Black answers within a task", { skip }, async (t) => {
  const tab = await learn(t);
  await tab.click("#lesson-tempo");
  await tab.says("#task", /Make two threats/);
  await tab.turn();
  await tab.squares("e3");
  await tab.says("#status", /This is tak, but Black stops it with/);
  await tab.turn();
  await tab.squares("d3");
  await tab.says("#status", /Right\. Black plays .*Continue/);
  await tab.turn();
  const isFree = await tab.value("document.querySelector('[data-square=d5]').ariaLabel.includes('empty')");
  await tab.squares("c2");
  await tab.says("#status", /This does not make a road/);
  await tab.turn();
  await tab.squares(isFree ? "d5" : "e3");
  await tab.says("#status", /Black could stop only one/);
  assertNoErrors(tab);
});

test("the last step leads to a first game", { skip }, async (t) => {
  const tab = await learn(t);
  await tab.click("#lesson-flats");
  await tab.turn();
  await tab.click("#learn-next");
  await tab.says("#task", /two for komi/);
  await tab.turn();
  await tab.squares("c1");
  await tab.says("#status", /8 flats of White against 6 of Black and 2 for komi/);
  await tab.turn();
  await tab.squares("a1 a1 b1 c1");
  await tab.says("#status", /Now you know the rules of Tak/);
  await tab.click("#learn-play");
  await tab.until("document.body.dataset.mode === 'play'");
  await tab.count(".cells button", 25);
  await tab.says("#panel", /Stonefall \(level 1\)/);
  await tab.turn();
  assertNoErrors(tab);
});

test("by keyboard and screen reader", { skip }, async (t) => {
  const tab = await openBoard(t);
  const hear = (text) => tab.until(`[...document.querySelectorAll('#live p')].some((line) => line.textContent.includes(${JSON.stringify(text)}))`);
  await tab.turn();
  await tab.value("document.querySelector('#tab-play').focus()");
  await tab.keys("ArrowLeft", "Enter");
  await hear("Place a stone. White and Black take turns.");
  await hear("Place a flat on an empty square.");
  await tab.turn();
  await tab.keys("b", "2");
  await hear("wall.");
  await tab.keys("ArrowRight", "Enter");
  await hear("This was a wall. First choose the flat");
  await tab.keys("u");
  await hear("Undone: Sb1.");
  await tab.turn();
  await tab.keys("h");
  await hear("Touch a square without a stone.");
  await tab.keys("Enter");
  await hear("That is your flat.");
  await tab.keys("n");
  await hear("Begin a game: place Black's first flat.");
  assertNoErrors(tab);
});

test("the task, its answer, the board and the pieces fit into the window", { skip }, async (t) => {
  const tab = await learn(t);
  for (const [width, height] of [[2560, 1440], [1366, 768], [1024, 768], [844, 390], [667, 375], [390, 844]]) {
    await tab.page.setViewportSize({ width, height });
    for (const id of ["place", "drop", "captives"]) {
      await tab.click(`#lesson-${id}`);
      await tab.value("scrollTo(0, 0)");
      await tab.value("document.querySelector('.beside').scrollTo(0, 0)");
      const boxes = await tab.value(`["#task", "#learn-next", "#status", "#board", "#piece-flat"].map((name) => [name, document.querySelector(name).getBoundingClientRect().bottom])`);
      for (const [name, bottom] of boxes) assert.ok(bottom <= height + 1, `${id} at ${width}x${height}: ${name} ends at ${bottom}`);
      assert.ok(await tab.value("document.documentElement.scrollWidth <= innerWidth"), `${width}x${height} scrolls sideways`);
    }
  }
});
