// The board by keyboard alone, with the announcements that a screen reader reads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

/** Opens the page. */
async function start(t) {
  const tab = await openBoard(t);
  await tab.turn();
  return tab;
}

/** The announcements so far. */
const heard = (tab) => tab.value("[...document.querySelectorAll('#live p')].map((line) => line.textContent)");

/** Waits for an announcement; it need not be the last one. */
const hear = (tab, text) => tab.until(`[...document.querySelectorAll('#live p')].some((line) => line.textContent.includes(${JSON.stringify(text)}))`);

const isAt = (tab, selector) => tab.value(`document.activeElement.matches(${JSON.stringify(selector)})`);

/** Presses Tab until an element has the focus. */
async function reach(tab, selector) {
  for (let press = 0; press < 80; press += 1) {
    if (await isAt(tab, selector)) return;
    await tab.keys("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** Moves the focus to a square by arrow keys. */
async function go(tab, square) {
  if (!(await isAt(tab, "[data-square]"))) await tab.keys("b");
  const at = await tab.value("document.activeElement.dataset.square");
  const files = square.charCodeAt(0) - at.charCodeAt(0);
  const ranks = Number(square[1]) - Number(at[1]);
  await tab.keys(...Array(Math.abs(files)).fill(files > 0 ? "ArrowRight" : "ArrowLeft"));
  await tab.keys(...Array(Math.abs(ranks)).fill(ranks > 0 ? "ArrowUp" : "ArrowDown"));
  assert.ok(await isAt(tab, `[data-square=${square}]`), square);
}

/** Presses Enter on squares. */
async function enter(tab, ...squares) {
  for (const square of squares) {
    await go(tab, square);
    await tab.keys("Enter");
  }
}

/** Begins a game by the dialog: an option of a list is chosen by the first characters of its text. */
async function begin(tab, choices) {
  await reach(tab, "#new");
  await tab.keys("Enter");
  for (const [field, text] of Object.entries(choices)) {
    await reach(tab, `#new-${field}`);
    await tab.keys(...text);
  }
  await reach(tab, "#new-play");
  await tab.keys("Enter");
  await tab.until("document.querySelectorAll('.cells button').length === 16 && document.activeElement.dataset.square");
}

const moves = async (tab) => (await tab.moves()).map((move) => move.replace(/['?!]/g, ""));
const isOver = (tab) => tab.value("Boolean(document.querySelector('#moves .result'))");

test("two players play a game with tak, undo and result", { skip }, async (t) => {
  const tab = await start(t);
  await begin(tab, { size: "4", color: "Bo" });
  await hear(tab, "New game: Two players at this screen: 4×4");
  const plays = async (color, squares, move) => {
    await tab.until("document.querySelector('.cells:not(.still)')");
    await enter(tab, ...squares);
    await hear(tab, `${color} plays ${move}.`);
  };
  await plays("White", ["a4"], "a4");
  await plays("Black", ["d1"], "d1");
  await plays("White", ["c1"], "c1");
  await go(tab, "b4");
  await tab.keys("2");
  await hear(tab, "wall.");
  await plays("Black", ["b4"], "Sb4");
  await plays("White", ["b1"], "b1");
  await hear(tab, "Tak! Black to move.");
  await tab.keys("s");
  await hear(tab, "Last move: b1. White: 3 flats");
  await tab.keys("u");
  await hear(tab, "Undone: b1.");
  await tab.keys("r");
  await hear(tab, "White plays b1.");
  // A stack is taken, and set down again.
  await tab.until("document.querySelector('.cells:not(.still)')");
  await enter(tab, "b4");
  await hear(tab, "1 stone of b4 taken.");
  await tab.keys("Escape");
  await hear(tab, "The move is canceled.");
  await plays("Black", ["b4", "c4"], "b4>");
  await plays("White", ["a1"], "a1");
  await hear(tab, "White wins by a road (R-0).");
  assert.deepEqual(await moves(tab), ["a4", "d1", "c1", "Sb4", "b1", "b4>", "a1"]);
  assertNoErrors(tab);
});

test("a whole game against Stonefall", { skip }, async (t) => {
  const tab = await start(t);
  await begin(tab, { size: "4", level: "7" });
  for (let turn = 0; turn < 60 && !(await isOver(tab)); turn += 1) {
    await tab.until("document.querySelector('.cells:not(.still) .target') || document.querySelector('#moves .result')");
    if (await isOver(tab)) break;
    const before = (await moves(tab)).length;
    await enter(tab, await tab.value("document.querySelector('.target[aria-label*=\", empty\"]').dataset.square"));
    await tab.until(`document.querySelectorAll('#moves .main').length >= ${before + 2} || document.querySelector('#moves .result')`);
    const [own, answer] = (await moves(tab)).slice(before);
    await hear(tab, `You play ${own}.`);
    if (answer) await hear(tab, `Stonefall plays ${answer}.`);
  }
  assert.ok(await isOver(tab));
  await hear(tab, await tab.value("document.querySelector('#status').textContent"));
  const ended = await moves(tab);
  await tab.keys("u");
  await hear(tab, `Undone: ${ended.at(-1)}`.slice(0, 8));
  await tab.until("!document.querySelector('#moves .result')");
  await tab.turn();
  // The evaluation on request, with the move that Stonefall would play.
  await tab.keys("e");
  await tab.until("[...document.querySelectorAll('#live p')].some((line) => /^(Tak! )?(The position|White|Black) .*Your move\\.$/.test(line.textContent))");
  assertNoErrors(tab);
});

test("an analysis", { skip }, async (t) => {
  const tab = await start(t);
  await reach(tab, "#tab-play");
  await tab.keys("ArrowRight", "Enter");
  await tab.until("document.body.dataset.mode === 'analysis' && document.querySelector('.lines .ply')");
  await tab.keys("e");
  await tab.until("[...document.querySelectorAll('#live p')].some((line) => /^Depth \\d+: .*White's chance \\d+ percent\\. Best: [a-e][1-5]/.test(line.textContent))");
  // The list of lines changes all the time, and keeps the focus.
  await reach(tab, ".lines .ply");
  const depth = await tab.value("Number(/\\d+/.exec(document.querySelector('#depth').textContent)[0])");
  await tab.until(`Number(/\\d+/.exec(document.querySelector('#depth').textContent)?.[0]) > ${depth}`);
  assert.ok(await isAt(tab, ".lines .ply"));
  await tab.keys("Enter");
  await tab.until("document.querySelectorAll('#moves .main').length === 1");
  await hear(tab, `White plays ${(await moves(tab))[0]}.`);
  await tab.until("document.activeElement.dataset.square");
  await tab.keys(",");
  await hear(tab, "The first position.");
  await tab.keys(".");
  await tab.until("document.querySelector('#moves .now')");
  await reach(tab, "#walk");
  await tab.keys("Enter");
  await hear(tab, "The game is judged: 0 mistakes, 0 blunders.");
  await tab.until("document.activeElement.matches('[data-square]')");
  assertNoErrors(tab);
});

test("arrows and circles", { skip }, async (t) => {
  const tab = await start(t);
  await go(tab, "b2");
  await tab.keys("a");
  await hear(tab, "Arrow from b2. Press A again at its end");
  await go(tab, "d3");
  await tab.keys("a");
  await hear(tab, "Arrow from b2 to d3.");
  await tab.count(".own .head", 1);
  await tab.keys("a", "a");
  await hear(tab, "Circle on d3.");
  await tab.count(".own .spot", 1);
  await tab.keys("a", "a");
  await hear(tab, "Circle on d3 removed.");
  await tab.count(".own .spot", 0);
  await tab.keys("Escape");
  await hear(tab, "The arrows and circles are removed.");
  await tab.count(".own", 0);
  assert.deepEqual(await moves(tab), []);
  assertNoErrors(tab);
});

test("a puzzle", { skip }, async (t) => {
  const tab = await start(t);
  await reach(tab, "#tab-play");
  await tab.keys("ArrowLeft", "ArrowLeft", "Enter");
  await reach(tab, "#to-book");
  await tab.keys("Enter");
  await hear(tab, "Black to move and win in 1 move.");
  await tab.turn();
  await tab.keys("h");
  await hear(tab, "Look at b4.");
  await enter(tab, "b4", "b3", "b2");
  await hear(tab, "3 stones of b4: 1 on b3 and 1 on b2, 1 in the hand.");
  await enter(tab, "b2");
  await hear(tab, "You play 3b4-12.");
  await hear(tab, "Solved! Black wins by a road");
  await reach(tab, "#puzzle-next");
  await tab.keys("Enter");
  await tab.until("document.querySelector('#puzzle').value === '1'");
  assertNoErrors(tab);
});

test("moves are confirmed by Enter, and changed by Space", { skip }, async (t) => {
  const tab = await start(t);
  await reach(tab, "#settings");
  await tab.keys("Enter");
  await reach(tab, "#asks");
  await tab.keys("Space");
  await reach(tab, "#shortcuts");
  await tab.keys("Space", "Escape");
  assert.ok(await isAt(tab, "#settings"));
  // Without shortcuts of one character the letter does nothing.
  await tab.keys("x");
  await reach(tab, "[data-square]");
  await tab.keys("Space");
  await hear(tab, "flat on a1.");
  assert.deepEqual(await moves(tab), []);
  await tab.keys("Enter");
  await hear(tab, "You play a1.");
  const live = await heard(tab);
  assert.ok(!live.includes("wall on a1."), live);
});
