// Whole games on the board of the program, by mouse, touch and keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

const OVER = "document.querySelector('#moves .result')";
const CARRIES = "Boolean(document.querySelector('#carry'))";

/** Plays a placement, or a spread if there is one, and waits for the engine's move. */
async function playAny(tab, spread) {
  const before = (await tab.moves()).length;
  const stack = spread && (await tab.first(" flat"));
  await tab.squares(stack || (await tab.first(", empty")) || (await tab.first("")));
  if (await tab.value(CARRIES)) {
    const square = await tab.value("document.querySelector('.cells .target:not([aria-selected=true])').dataset.square");
    await tab.squares(square);
    if (await tab.value("Boolean(document.querySelector('#all'))")) await tab.click("#all");
    // One more stone on the same square for every touch.
    while (await tab.value(CARRIES)) await tab.squares(square);
  }
  await tab.until(`${OVER} || document.querySelectorAll('#moves .main').length >= ${before + 2}`);
}

test("a whole game with spreads against level 7", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.begin({ size: "4", level: "7", color: "white", komi: "0" });
  for (let turn = 0; turn < 200 && !(await tab.value(`Boolean(${OVER})`)); turn += 1) {
    await tab.until(`${OVER} || document.querySelector('.cells:not(.still) .target')`);
    if (!(await tab.value(`Boolean(${OVER})`))) await playAny(tab, turn % 3 === 2);
  }
  const status = await tab.text("#status");
  assert.match(status, / \(.+-.+\)/);
  assert.match((await tab.moves()).join(" "), /[<>+-]/);
  assert.equal(status.includes("wins"), status.includes("Score: "), status);
  // Undo continues the game.
  await tab.click("#undo");
  await tab.says("#status", /Your move/);
  // A resignation has no score.
  await tab.click("#resign");
  await tab.says("#status", /White resigns: Black wins \(0-1\)/);
  assertNoErrors(tab);
});

test("a stone appears at once, before any answer, and without a layout of the page", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  const found = await tab.value(`(() => {
    const asked = [];
    for (const [kind, name] of [[Element, "getBoundingClientRect"], [Element, "checkVisibility"], [Document, "elementFromPoint"], [Element, "scrollIntoView"]]) {
      const work = kind.prototype[name];
      kind.prototype[name] = function (...words) {
        asked.push(name);
        return work.apply(this, words);
      };
    }
    const button = document.querySelector("[data-square=c3]");
    for (const type of ["pointerdown", "pointerup"]) button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch" }));
    button.click();
    return { stones: document.querySelectorAll("#board .stack").length, asked };
  })()`);
  assert.deepEqual(found, { stones: 1, asked: [] });
  await tab.played(2);
  assertNoErrors(tab);
});

test("a game survives a reload", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.begin({ size: "5", color: "both", opening: "no-swap", komi: "-1" });
  for (const [index, [piece, square]] of [["flat", "a1"], ["flat", "e5"], ["wall", "c3"], ["capstone", "c2"]].entries()) {
    await tab.turn();
    if (piece !== "flat") await tab.click(`#piece-${piece}`);
    await tab.squares(square);
    await tab.played(index + 1);
  }
  await tab.reload();
  await tab.played(4);
  assert.deepEqual(await tab.moves(), ["a1", "e5", "Sc3", "Cc2"]);
  await tab.until("/black capstone/.test(document.querySelector('[data-square=c2]').ariaLabel)");
  assert.match(await tab.value("document.querySelector('[data-square=a1]').ariaLabel"), /^a1, white flat/);
  assert.match(await tab.text("#panel"), /komi -0\.5/);
  assertNoErrors(tab);
});

test("a replaced game comes back", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.begin({ size: "5", color: "both" });
  await tab.squares("b2");
  await tab.played(1);
  await tab.begin({ size: "4", color: "both" });
  await tab.squares("a1");
  await tab.played(1);
  await tab.reload();
  await tab.count(".cells button", 16);
  await tab.click("#earlier");
  await tab.count(".cells button", 25);
  assert.deepEqual(await tab.moves(), ["b2"]);
  await tab.turn();
  await tab.squares("c3");
  await tab.played(2);
  await tab.click("#earlier");
  await tab.count(".cells button", 16);
  assert.deepEqual(await tab.moves(), ["a1"]);
  assertNoErrors(tab);
});

test("a spread is built and changed", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: "#ptn=x6/x6/x6/x6/2112,x5/x6 2 10" });
  await tab.turn();
  await tab.squares("a2 b2 c2");
  // Four stones: one on b2, one on c2, two carried.
  await tab.says(".inhand", /^2 carried/);
  await tab.click("[id='drop-0-1']");
  await tab.says(".inhand", /^1 carried/);
  await tab.keys("Backspace");
  await tab.says(".inhand", /^2 carried/);
  await tab.squares("c2 d2");
  await tab.played(1);
  assert.deepEqual(await tab.moves(), ["4a2>211"]);
  // Fewer stones with another touch on the stack.
  await tab.click("#previous");
  await tab.turn();
  await tab.squares("a2 a2 a2");
  assert.equal(await tab.value("document.querySelector('#carry').value"), "2");
  await tab.squares("a3 a3");
  await tab.says("#moves .now", /2a2\+/);
  await tab.click("#previous");
  await tab.turn();
  await tab.squares("a2");
  await tab.keys("Escape");
  await tab.until("!document.querySelector('#carry')");
  assertNoErrors(tab);
});

test("a phone with touch", { skip }, async (t) => {
  const screen = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
  const tab = await openBoard(t, { screen });
  const touch = (selector) => tab.page.tap(selector);
  const fits = async (where) => assert.ok(await tab.value("document.documentElement.scrollWidth <= 360"), where);
  await tab.turn();
  await touch("[data-square=c3]");
  await tab.played(2);
  await tab.turn();
  await touch(`[data-square=${await tab.first(", empty")}]`);
  await tab.played(4);
  await fits("play");
  await touch("#new");
  await tab.until("document.querySelector('dialog[open]')");
  await fits("the dialog");
  await tab.keys("Escape");
  for (const mode of ["analysis", "puzzles", "play"]) {
    await touch(`#tab-${mode}`);
    await tab.until(`document.body.dataset.mode === '${mode}'`);
    await fits(mode);
    const isTall = await tab.value("[...document.querySelectorAll('.cells button')].every((cell) => cell.offsetWidth >= 40)");
    assert.ok(isTall, `${mode}: squares are too small for fingers`);
  }
  // The largest board fits, too.
  await tab.visit(`${tab.server.address}#ptn=x8/x8/x8/x8/x8/x8/x8/x8 1 1`);
  await tab.count(".cells button", 64);
  await fits("8x8");
  assertNoErrors(tab);
});
