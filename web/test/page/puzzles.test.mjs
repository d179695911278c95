// Puzzles on the board of the program: solved, failed, from a file, and the player's own.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertNoErrors, makeFile, openBoard, skip } from "../program.mjs";

/** The page with the fifth puzzle of the book: Black plays c4- and wins in two. */
async function fifth(t) {
  const tab = await openBoard(t);
  await tab.turn();
  await tab.click("#tab-puzzles");
  await tab.click("#to-book");
  await tab.count("#puzzle option", 11);
  await tab.fill("#puzzle", "4");
  await tab.says("#status", /Black to move and win in 2 moves/);
  await tab.turn();
  return tab;
}

test("a solved puzzle is explained", { skip }, async (t) => {
  const tab = await fifth(t);
  await tab.squares("c4 c3");
  await tab.says("#status", /c4- is right.*Continue/);
  await tab.turn();
  // White cannot block all of them.
  for (const square of ["c2", "b3", "a3"]) {
    const label = await tab.value(`document.querySelector('[data-square=${square}]').ariaLabel`);
    if (!label.includes("empty") || (await tab.text("#status")).includes("Solved!")) continue;
    await tab.squares(square);
    await tab.says("#status", /Solved!|does not/);
  }
  await tab.says("#status", /Solved! Black wins by a road \(0-R\)/);
  const why = await tab.text("#explanation");
  for (const part of ["c4- threatens roads on b3 and c2.", "Only 2b4-11 stops both threats", "The book"]) assert.ok(why.includes(part), why);
  assert.match(await tab.text("#panel"), /1 of 11 solved/);
  await tab.click("#puzzle-next");
  await tab.until("document.querySelector('#puzzle').value === '5'");
  assertNoErrors(tab);
});

test("a failed puzzle can be repeated", { skip }, async (t) => {
  const tab = await fifth(t);
  await tab.squares("d4");
  const failed = /d4 does not win in 2 moves: White answers/;
  await tab.says("#status", failed);
  await tab.count("#explanation", 0);
  await tab.until("document.querySelector('.arrow')");
  await tab.reload();
  await tab.says("#status", failed);
  await tab.click("#again");
  await tab.turn();
  await tab.played(0);
  await tab.click("#solution");
  await tab.says("#status", /The solution: c4-/);
  await tab.count("#explanation", 1);
  // The game of the play mode is still there.
  await tab.click("#tab-play");
  await tab.count(".cells button", 36);
  assertNoErrors(tab);
});

/** Output of `stonefall puzzles --from GAMES --out FILE`. */
const GAMES = `[Event "Puzzle 1: White to move wins in 3 moves"]
[Site "game 5, ply 30"]
[Size "5"]
[Komi "2"]
[TPS "2,x,1,2,1/1,x,2C,1,1/1,2121C,2,12S,2/2,2,1,2S,1/x,2,2,1,1 1 16"]

16. 2b3>11* e3+
17. 2d3> {nothing stops this}

[Event "Puzzle 2: White to move wins in 3 moves"]
[Size "5"]
[Komi "2"]
[TPS "x3,2,x/112,2,11C,1,1/121,2S,x,12S,1/x,2C,x,12,1112/x2,2,2S,21 1 21"]

21. 3a3+12 4e2+13
22. 2e3+11 {nothing stops this}
`.replaceAll("\n", "\r\n");

test("puzzle files are read", { skip }, async (t) => {
  const tab = await fifth(t);
  const give = (text) => tab.page.setInputFiles("#puzzle-file", { name: "p.tsv", mimeType: "text/plain", buffer: Buffer.from(text) });
  await give("size\tnothing\n5\t4");
  await tab.says("#puzzle-trouble", /^Line 1: expected the column names/);
  await tab.count("#puzzle option", 11);
  await give(await readFile(new URL("../../../engine-tests/data/forced/5x5.tsv", import.meta.url), "utf8"));
  await tab.until("document.querySelectorAll('#puzzle option').length > 20");
  await tab.says("#status", /to move and win in \d moves/);
  await tab.count(".cells button", 25);
  await give(GAMES);
  await tab.count("#puzzle option", 2);
  await tab.says("#status", /White to move and win in 3 moves/);
  await tab.turn();
  // Two stones of four.
  await tab.squares("b3 b3 b3 c3 d3");
  await tab.says("#status", /2b3>11 is right.*Black plays e3\+\. Continue/);
  await tab.click("#to-book");
  await tab.count("#puzzle option", 11);
  assertNoErrors(tab);
});

/** Two wins in one that a player missed. */
const OWN = [
  "# Made by Stonefall",
  "size\thalf_komi\tmoves\teffort\ttps\tline\tsource\trating",
  "3\t0\t1\t-\t1,1,x/2,2,x/x3 1 3\tc3\tGame 7 against <i>Ben</i>: you played c1\t1400",
  "size\thalf_komi\tplies\teffort\ttps\tmove\tsource",
  "3\t0\t3\t-\t2,2,x/1,1,x/x3 1 3\tc2\tGame 8\n",
].join("\n");

test("own puzzles come again until they are solved", { skip }, async (t) => {
  const words = ["--puzzles", await makeFile(t, "own.tsv", OWN)];
  const tab = await openBoard(t, { words, fragment: "#puzzles" });
  await tab.says("#panel h2", /^Your puzzles$/);
  await tab.count("#puzzle option", 2);
  await tab.says("#status", /White to move and win in 1 move/);
  await tab.turn();
  await tab.says("#panel", /Game 7 against <i>Ben<\/i>: you played c1\. 0 of 2 solved/);
  await tab.squares("c1");
  await tab.says("#status", /c1 does not win: Black wins at once with c2/);
  await tab.click("#again");
  await tab.turn();
  await tab.squares("c3");
  await tab.says("#status", /Solved! .* With help: the puzzle comes again/);
  await tab.says("#panel", /0 of 2 solved/);
  assert.match(await tab.text("#explanation"), /by players rated 1400/);
  for (const [puzzle, square] of [["1", "c2"], ["0", "c3"]]) {
    await tab.click("#puzzle-next");
    await tab.until(`document.querySelector('#puzzle').value === '${puzzle}'`);
    await tab.turn();
    await tab.squares(square);
    await tab.says("#status", /Solved!/);
  }
  await tab.says("#panel", /2 of 2 solved/);
  // The browser remembers.
  await tab.reload();
  await tab.says("#panel", /2 of 2 solved/);
  await tab.click("#to-book");
  await tab.count("#puzzle option", 11);
  await tab.click("#to-own");
  await tab.count("#puzzle option", 2);
  assertNoErrors(tab);
});
