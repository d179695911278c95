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

const rows = (tab) => tab.value("[...document.querySelectorAll('.games tbody tr')].map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent).join(': ').replace(/, [0-9-]+$/, ''))");

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

test("two games of one second are two games", { skip }, async (t) => {
  const tab = await openBoard(t);
  for (const [time, squares] of [[100, "a1 d4"], [900, "d1 a4"]]) {
    await tab.page.clock.setFixedTime(Date.UTC(2026, 0, 1, 12, 0, 0, time));
    await tab.begin({ size: "4", color: "both" });
    await place(tab, squares);
  }
  await tab.click("#games");
  assert.equal((await rows(tab)).length, 2);
  assertNoErrors(tab);
});

test("a rematch exchanges the colors", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.begin({ size: "4", color: "white", level: "1" });
  await tab.count("#rematch", 0);
  await tab.click("#resign");
  await tab.click("#rematch");
  await tab.says("#near", /You/);
  assert.ok(await tab.value("document.querySelector('#near').matches('.black')"));
  // Stonefall begins.
  await tab.played(1);
  await tab.turn();
  assertNoErrors(tab);
});

/** The next steps after a game, the best one first. */
const steps = (tab) => tab.value("[...document.querySelectorAll('#tray button')].sort((one, two) => two.matches('.strong') - one.matches('.strong')).map((step) => step.textContent)");

test("the end of a game has a reason and a next step", { skip }, async (t) => {
  const tab = await openBoard(t);
  const game = { size: "3", color: "both", opening: "no-swap", komi: "1" };
  await tab.begin(game);
  await place(tab, "a1 c3 a2 c2 a3");
  await tab.says("#status", /^White wins by a road \(R-0\)\. The road: a1, a2 and a3\. Score: 16/);
  await tab.count(".way line", 2);
  assert.deepEqual(await steps(tab), ["Rematch", "Review this game"]);
  await tab.begin(game);
  await place(tab, "a1 b1 c1 a2 b2 c2 a3 b3 c3");
  await tab.says("#status", /^White wins on flats \(F-0\)\. The board is full\. Flats: White 5, Black 4 \+ 0\.5 komi = 4\.5\./);
  await tab.begin({ size: "5", color: "black", level: "2" });
  await tab.click("#resign");
  await tab.count("#next-level", 1);
  assert.equal((await steps(tab)).at(-1), "Level 1: First day");
  await tab.click("#next-level");
  await tab.says("#panel .note", /^You play Black against Stonefall \(level 1\)/);
  await tab.turn();
  assertNoErrors(tab);
});

test("the browser says when it has no room, and keeps each game by itself", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.begin({ size: "4", color: "both" });
  await place(tab, "a1 d4");
  const items = () => tab.value("Object.keys(localStorage).sort().map((key) => key.replace(/:[0-9]+$/, ''))");
  assert.deepEqual((await items()).filter((key) => key.startsWith("stonefall-game")), ["stonefall-game", "stonefall-games"]);
  assert.ok((await items()).includes("stonefall:analysis"));
  assert.ok(await tab.value("document.querySelector('#refused').hidden"));
  await tab.value("for (let size = 2 ** 22; size >= 1; size /= 2) try { for (let part = 0; ; part += 1) localStorage.setItem(`full ${size} ${part}`, 'x'.repeat(size)) } catch {}");
  await place(tab, "b2");
  await tab.until("!document.querySelector('#refused').hidden");
  await tab.value("for (const key of Object.keys(localStorage)) if (key.startsWith('full')) localStorage.removeItem(key)");
  await place(tab, "c3");
  await tab.until("document.querySelector('#refused').hidden");
  await tab.reload();
  await tab.played(4);
  assertNoErrors(tab);
});

test("state of earlier versions is kept", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  const game = { setup: { size: 4, halfKomi: 0, opening: "swap" }, moves: ["a1", "d4"], names: { white: "Ann", black: "Ben" }, tags: [["Date", "1"]] };
  const state = { human: "both", settings: { size: 4 }, game };
  const games = [{ id: "Date,1", time: 1, plies: 2, result: "", state }, { id: "Date 2", time: 0, plies: 2, result: "1-0", state }];
  // The page stores its state when it goes: the test comes after that.
  await tab.page.addInitScript(`if (!localStorage.getItem("done")) {
    localStorage.clear();
    localStorage.setItem("done", "1");
    localStorage.setItem("stonefall", ${JSON.stringify(JSON.stringify({ mode: "play", play: state, settings: { names: false } }))});
    localStorage.setItem("stonefall-games", ${JSON.stringify(JSON.stringify(games))});
  }`);
  await tab.reload();
  await tab.played(2);
  await tab.count(".canvas .name", 0);
  await tab.click("#games");
  assert.deepEqual(await rows(tab), ["Ann – Ben: unfinished, 4×4", "Ann – Ben: 1-0, 4×4"]);
  await tab.reload();
  await tab.played(2);
  await tab.count(".canvas .name", 0);
  assert.equal(await tab.value("localStorage.getItem('stonefall')"), null);
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
