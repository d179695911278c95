// Mouse and touch beside clicks: dragging, long touches, drawings and the wheel.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

/** Stacks of White on a2 and b5, a wall of Black on d5. */
const POSITION = "#ptn=x6/x,2112,x,2S,x2/x6/x6/2112,x5/x6 2 10";

/** The middle of an element. */
async function middle(tab, selector) {
  const { x, y, width, height } = await tab.value(`document.querySelector("${selector}").getBoundingClientRect().toJSON()`);
  return [x + width / 2, y + height / 2];
}

const square = (tab, name) => middle(tab, `[data-square=${name}]`);

/** Drags with the mouse from one point over others. */
async function drag(tab, points, options = {}) {
  const { mouse } = tab.page;
  await mouse.move(...points[0]);
  await mouse.down(options);
  for (const point of points.slice(1)) await mouse.move(...point, { steps: 6 });
  await mouse.up(options);
}

/** Drags over squares. */
const dragSquares = async (tab, names, options) => drag(tab, await Promise.all(names.split(" ").map((name) => square(tab, name))), options);

test("pieces are dragged from the tray", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.begin({ size: "5", color: "both", opening: "no-swap" });
  await drag(tab, [await middle(tab, "#piece-flat"), await square(tab, "b2")]);
  await tab.played(1);
  await tab.turn();
  await drag(tab, [await middle(tab, "#piece-flat"), await square(tab, "c4")]);
  await tab.played(2);
  await tab.turn();
  await drag(tab, [await middle(tab, "#piece-wall"), await square(tab, "c4"), await square(tab, "d4")]);
  await tab.played(3);
  assert.deepEqual(await tab.moves(), ["b2", "c4", "Sd4"]);
  await tab.turn();
  // On a square with a stone, nothing happens; beside the board, the piece is chosen.
  await drag(tab, [await middle(tab, "#piece-capstone"), await square(tab, "d4")]);
  await drag(tab, [await middle(tab, "#piece-capstone"), await middle(tab, "#status")]);
  assert.equal(await tab.value("document.querySelector('#piece-capstone').ariaPressed"), "true");
  assert.equal(await tab.value("document.querySelectorAll('.held').length"), 0);
  await tab.played(3);
  assertNoErrors(tab);
});

test("stacks are dragged over the board", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: POSITION });
  await tab.turn();
  // One stone on each square of the way, the rest at the end.
  await dragSquares(tab, "a2 b2 c2");
  await tab.played(1);
  assert.deepEqual(await tab.moves(), ["4a2>13"]);
  await tab.click("#previous");
  await tab.turn();
  // The way back undoes drops, and a fast mouse passes squares.
  await dragSquares(tab, "a2 b2 c2 b2 a2 a3 a5");
  await tab.says("#moves", /4a2\+112/);
  await tab.click("#previous");
  await tab.turn();
  // A wall stops the last stones, which stay in the hand.
  await dragSquares(tab, "b5 c5 d5");
  await tab.says("#moves .now", /4b5>$/);
  await tab.click("#previous");
  await tab.turn();
  // A stack that waits on a square, and the space bar, drop more there.
  const { mouse } = tab.page;
  const drops = (text) => tab.until(`[...document.querySelectorAll(".drop")].map((drop) => drop.textContent).join() === "${text}"`);
  await mouse.move(...(await square(tab, "a2")));
  await mouse.down();
  await mouse.move(...(await square(tab, "b2")), { steps: 6 });
  await drops("+2");
  await mouse.move(...(await square(tab, "c2")), { steps: 6 });
  await mouse.up();
  await tab.says("#moves", /4a2>22/);
  await tab.click("#previous");
  await tab.turn();
  await mouse.move(...(await square(tab, "a2")));
  await mouse.down();
  await mouse.move(...(await square(tab, "b2")), { steps: 6 });
  await tab.keys("Space", "Space", "Space");
  // One stays in the hand.
  await drops("+3");
  await mouse.move(...(await square(tab, "c2")), { steps: 6 });
  await mouse.up();
  await tab.says("#moves", /4a2>31/);
  await tab.click("#previous");
  await tab.turn();
  // Fewer stones are taken by clicks before.
  await tab.squares("a2 a2 a2");
  await dragSquares(tab, "a2 b2");
  await tab.says("#moves", /2a2>/);
  await tab.click("#previous");
  await tab.turn();
  // Beyond the board and back at home, nothing is played.
  await drag(tab, [await square(tab, "a2"), await square(tab, "b2"), await middle(tab, "#status")]);
  await tab.until("!document.querySelector('#carry')");
  const [x, y] = await square(tab, "a2");
  await drag(tab, [[x, y], [x + 12, y + 12]]);
  await tab.until("document.querySelector('#carry')");
  await tab.keys("Escape");
  // With confirmed moves, a drag is proposed.
  await tab.value("document.activeElement.blur()");
  await tab.click("#settings");
  await tab.click("#asks");
  await tab.keys("Escape");
  await dragSquares(tab, "a2 b2");
  await tab.says("#confirm", /Play 4a2>/);
  assertNoErrors(tab);
});

test("the right button draws", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: POSITION });
  await tab.turn();
  const right = { button: "right" };
  await dragSquares(tab, "a1 c3", right);
  await dragSquares(tab, "d4 d4", right);
  await tab.count(".own .head", 1);
  await tab.count(".own .spot", 1);
  // The same again removes it; a left click clears all.
  await dragSquares(tab, "d4 d4", right);
  await tab.count(".own .spot", 0);
  await tab.squares("f6");
  await tab.count(".own", 0);
  // So does another position.
  await tab.played(1);
  await dragSquares(tab, "a1 c3", right);
  await tab.count(".own", 1);
  await tab.keys(",");
  await tab.count(".own", 0);
  assertNoErrors(tab);
});

test("one move of the wheel is one ply", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: "#ptn=" + encodeURIComponent('[Size "5"]\n1. a1 e5 2. c3 b3 3. c2') });
  await tab.played(5);
  await tab.page.mouse.move(...(await square(tab, "c4")));
  const now = (move) => tab.says("#moves .now", new RegExp(`^${move}`));
  await now("c2");
  for (const [delta, move] of [[-100, "b3"], [-120, "c3"], [100, "b3"], [100, "c2"], [100, "c2"]]) {
    await tab.page.mouse.wheel(0, delta);
    await now(move);
    await tab.page.waitForTimeout(250);
  }
  assertNoErrors(tab);
});

test("fingers drag, and a long touch shows a stack", { skip }, async (t) => {
  const screen = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const tab = await openBoard(t, { fragment: POSITION, screen });
  await tab.turn();
  const touch = (type, point) => tab.command("Input.dispatchTouchEvent", { type, touchPoints: point ? [{ x: point[0], y: point[1] }] : [] });
  const popup = "!document.querySelector('.popup').hidden";
  await touch("touchStart", await square(tab, "a2"));
  await tab.until(popup);
  assert.equal(await tab.value("document.querySelectorAll('.popup .slab').length"), 4);
  await touch("touchEnd");
  // The stack is shown until the next touch, and was not taken.
  assert.ok(await tab.value(popup));
  assert.ok(await tab.value("!document.querySelector('#carry')"));
  const swipe = async (...points) => {
    await touch("touchStart", points[0]);
    for (const [index, [x, y]] of points.slice(1).entries()) {
      const [fromX, fromY] = points[index];
      for (let step = 1; step <= 5; step += 1) await touch("touchMove", [fromX + ((x - fromX) * step) / 5, fromY + ((y - fromY) * step) / 5]);
    }
    await touch("touchEnd");
  };
  await swipe(await square(tab, "a2"), await square(tab, "b2"), await square(tab, "c2"));
  await tab.played(1);
  assert.deepEqual(await tab.moves(), ["4a2>13"]);
  assert.ok(!(await tab.value(popup)));
  assert.equal(await tab.value("scrollY"), 0);
  await tab.turn();
  await swipe(await middle(tab, "#piece-wall"), await square(tab, "f6"));
  await tab.played(2);
  // A finger on an empty square scrolls the page.
  await tab.turn();
  await swipe(await square(tab, "e4"), await square(tab, "e6"));
  await tab.until("scrollY > 0");
  assertNoErrors(tab);
});
