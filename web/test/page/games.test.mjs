// The user's own games: kept, opened, deleted, saved, and played again.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

/** Plays flats of two players on squares. */
async function place(tab, squares) {
  for (const square of squares.split(" ")) {
    const before = (await tab.moves()).length;
    await tab.turn();
    await tab.squares(square);
    await tab.played(before + 1);
  }
}

const rows = (tab) => tab.value("[...document.querySelectorAll('.games tbody tr')].map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent).join(': '))");

test("games are listed, opened, saved and deleted", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.begin({ size: "4", color: "both" });
  await place(tab, "a1 d4 b2");
  await tab.begin({ size: "5", color: "white", level: "1" });
  await tab.squares("c3");
  await tab.played(2);
  await tab.turn();
  await tab.click("#resign");
  await tab.until("document.querySelector('.moves .result')");
  await tab.reload();
  await tab.click("#games");
  assert.deepEqual(await rows(tab), ["You – Stonefall (level 1): 0-1, 5×5", "White – Black: unfinished, 4×4"]);
  // All games in one file, the oldest first.
  const [download] = await Promise.all([tab.page.waitForEvent("download"), tab.click("#games-save")]);
  const ptn = await readFile(await download.path(), "utf8");
  assert.equal(download.suggestedFilename(), "stonefall-games.ptn");
  assert.match(ptn, /\[Size "4"\][^]*a1 d4[^]*\[Size "5"\][^]*0-1/);
  // The unfinished game goes on.
  await tab.click(".games tbody tr:last-child .ply");
  await tab.count("#board .cells button", 16);
  await tab.played(3);
  await place(tab, "c3");
  await tab.click("#games");
  assert.deepEqual(await rows(tab), ["White – Black: unfinished, 4×4", "You – Stonefall (level 1): 0-1, 5×5"]);
  await tab.click(".games tbody tr:last-child td:last-child button");
  assert.deepEqual(await rows(tab), ["White – Black: unfinished, 4×4"]);
  await tab.keys("Escape");
  await tab.load(ptn);
  await tab.says("#load-trouble", /several games/);
  assertNoErrors(tab);
});

test("a rematch exchanges the colors", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.begin({ size: "4", color: "white", level: "1" });
  assert.ok(await tab.value("document.querySelector('#rematch').disabled"));
  await tab.click("#resign");
  await tab.click("#rematch");
  await tab.says("#near", /You/);
  assert.ok(await tab.value("document.querySelector('#near').matches('.black')"));
  // Stonefall begins.
  await tab.played(1);
  await tab.turn();
  assertNoErrors(tab);
});

test("own time controls", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.click("#new");
  await tab.fill("#new-clock", "own");
  await tab.fill("#new-own-clock", "7+3");
  await tab.click("#new-play");
  await tab.says("#clock-white", /^(7:00|6:5\d)$/);
  await tab.click("#new");
  assert.equal(await tab.page.inputValue("#new-own-clock"), "7+3");
  await tab.fill("#new-own-clock", "soon");
  await tab.click("#new-play");
  // An impossible time is not accepted.
  assert.ok(await tab.value("document.querySelector('dialog').open && document.querySelector('#new-own-clock').matches(':invalid')"));
  assertNoErrors(tab);
});
