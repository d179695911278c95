// The training: the puzzle of the day, the choice by theme and difficulty, and the repetition of failed puzzles.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

/** Wins in one: a row of four white flats with a gap. One for each day of the week, the easiest first. */
const DAYS = ["a", "b", "c", "d", "e", "a", "b"].map((file, index) => {
  const rank = index < 5 ? 3 : 4;
  const row = [..."abcde"].map((other) => (other === file ? "x" : "1")).join(",");
  const rows = ["2,x4", "x5", "x5", "x5", "2,2,x,2,x"].map((other, at) => (at === 5 - rank ? row : other));
  return { square: `${file}${rank}`, row: `${rows.join("/")} 1 5\t4\t1\t${file}${rank}\t${index + 1}\t` };
});
/** A flat on c3 is captured, and a wall there is flattened. */
const DEFENSE = "1,x,1,x,1/x2,2,x2/2,2,x,2,2/x2,2C,x2/1,x3,1 1 8\t0\t0\tCc3\t13\tcapstone,only-defense";

/** The page with these puzzles, on a day of November 2026; the 23rd is a Monday. */
async function train(t, rows) {
  const tab = await openBoard(t);
  await tab.turn();
  await tab.context.route("**/puzzles.txt", (route) => route.fulfill({ body: `${rows.join("\n")}\n` }));
  const on = async (day) => {
    await tab.page.clock.setFixedTime(new Date(2026, 10, day, 12));
    await tab.reload();
  };
  return { tab, on };
}

test("a puzzle a day makes a streak, and failed ones come again", { skip }, async (t) => {
  const { tab, on } = await train(t, DAYS.map(({ row }) => row));
  await on(23);
  await tab.turn();
  await tab.click("#tab-puzzles");
  await tab.says("#panel h2", /^Today's puzzle$/);
  await tab.says("#progress", /^5×5, komi 2, difficulty 1 of 14\. 0 of 7 solved\.$/);
  await tab.says("#status", /White to move and win in 1 move\./);
  await tab.turn();
  await tab.squares(DAYS[0].square);
  await tab.says("#status", /Solved! White wins by a road/);
  await tab.says("#explanation", /Level 1 \(First day\) and stronger ones find the first move/);
  await tab.says("#streak", /^1 day in a row$/);
  await on(24);
  await tab.click("#today");
  await tab.says("#progress", /difficulty 2 of 14\. 1 of 7 solved/);
  await tab.turn();
  await tab.squares("e5");
  await tab.says("#status", /e5 does not win/);
  await tab.click("#again");
  await tab.turn();
  await tab.squares(DAYS[1].square);
  await tab.says("#status", /With help: the puzzle comes again/);
  await tab.says("#streak", /^2 days in a row$/);
  await on(25);
  await tab.says("#progress", /1 of 7 solved, 1 to repeat\.$/);
  await tab.click("#puzzle-next");
  await tab.turn();
  await tab.squares(DAYS[1].square);
  await tab.says("#status", /Solved!/);
  await tab.says("#progress", /2 of 7 solved\.$/);
  // After three days it comes once more. A day without a puzzle has ended the streak.
  await on(28);
  await tab.says("#progress", /2 of 7 solved, 1 to repeat\.$/);
  await tab.says("#streak", /^$/);
  await tab.click("#today");
  await tab.turn();
  await tab.squares(DAYS[5].square);
  await tab.says("#streak", /^1 day in a row$/);
  assertNoErrors(tab);
});

test("puzzles are chosen by theme and difficulty", { skip }, async (t) => {
  const { tab, on } = await train(t, [...DAYS.map(({ row }) => row), DEFENSE]);
  await on(23);
  await tab.turn();
  await tab.click("#tab-puzzles");
  await tab.fill("#theme", "only-defense");
  await tab.says("#status", /White to move: find the only move that does not lose\./);
  await tab.turn();
  await tab.squares("c3");
  await tab.says("#status", /c3 does not hold: Black wins at once with/);
  await tab.click("#again");
  await tab.turn();
  await tab.squares("e4");
  await tab.says("#status", /e4 does not hold: Black wins at once with c3/);
  await tab.click("#again");
  await tab.turn();
  await tab.click("#piece-capstone");
  await tab.squares("c3");
  await tab.says("#status", /Solved! Cc3 is the only move that does not lose/);
  await tab.says("#explanation", /capstone and only defense/);
  await tab.fill("#difficulty", "easy");
  await tab.says("#puzzle-trouble", /No puzzle has this theme and difficulty/);
  await tab.fill("#theme", "");
  await tab.says("#progress", /difficulty [1-7] of 14/);
  await tab.says("#puzzle-trouble", /^$/);
  await tab.fill("#difficulty", "hard");
  await tab.says("#progress", /difficulty 13 of 14/);
  await tab.turn();
  await tab.click("#solution");
  await tab.says("#status", /The solution: Cc3/);
  await tab.click("#to-book");
  await tab.count("#puzzle option", 11);
  await tab.click("#to-training");
  await tab.says("#panel h2", /^Today's puzzle$/);
  assertNoErrors(tab);
});

test("every puzzle of the file is a legal position, and its move is legal and right", { skip }, async (t) => {
  const text = await readFile(new URL("../../page/puzzles.txt", import.meta.url), "utf8");
  assert.ok(text.length < 300_000);
  const rows = text.split("\n").filter((row) => row !== "" && !row.startsWith("#")).map((row) => row.split("\t"));
  const tab = await openBoard(t);
  await tab.turn();
  const wrong = await tab.value(`(async () => {
    const { Engine } = await import("/engine/tei.js");
    const { themesOf } = await import("/model/training.js");
    const engine = await new Promise((resolve) => { const engine = new Engine("socket", () => resolve(engine)); });
    const wrong = [];
    for (const [tps, halfKomi, plies, move, level, themes] of ${JSON.stringify(rows)}) {
      engine.play_by({ size: tps.split("/").length, halfKomi: Number(halfKomi), opening: "swap" });
      const before = await engine.ask("facts", "tps " + tps);
      const after = await engine.ask("facts", "tps " + tps + " moves " + move).catch((error) => ({ wins: [], error: String(error) }));
      const isLong = Number(plies) > 1 || Number(plies) === 0;
      const isRight = !after.error && after.wins.length === 0 && before.wins.length === (isLong ? 0 : 1) && Boolean(after.outcome) === !isLong;
      const isKnown = Number(level) >= 1 && Number(level) <= 14 && (themes === "" || themesOf(themes.split(",")).length === themes.split(",").length);
      if (!isRight || !isKnown) wrong.push([tps, move, after.error ?? ""]);
    }
    return wrong;
  })()`);
  assert.deepEqual(wrong, []);
  assertNoErrors(tab);
});
