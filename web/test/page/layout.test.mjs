// The board is as large as the window allows, and nothing moves while a game goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

/** Windows by width and height. */
const WINDOWS = [
  [2560, 1440], [1920, 1080], [1366, 768], [1280, 800], [1024, 768], [900, 650], [844, 390], [740, 412], [667, 375],
  [1000, 900], [800, 850], [768, 1024], [700, 700], [390, 844], [320, 568],
];
/** Least side of the board where an issue names one. */
const LEAST = { "1366x768": 600, "2560x1440": 1150 };
/** A phone on its side. */
const isLow = ([width, height]) => height < 480 && width > height;
/** What a player needs beside the board. */
const CONTROLS = ["#far", "#near", "#tray", "#first", "#last", "#flip"];

/** The rectangle of an element, in whole pixels. */
const BOX = "(selector) => { const { left, top, right, bottom, width } = document.querySelector(selector).getBoundingClientRect(); return { left, top, right, bottom, width }; }";
const boxOf = (tab, selector) => tab.value(`(${BOX})(${JSON.stringify(selector)})`);

test("the board has nearly the height of the window, or its width", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  for (const mode of ["play", "analysis", "puzzles"]) {
    await tab.click(`#tab-${mode}`);
    for (const [width, height] of WINDOWS) {
      const name = `${mode} at ${width}x${height}`;
      await tab.page.setViewportSize({ width, height });
      const board = await boxOf(tab, "#board");
      const head = isLow([width, height]) ? 0 : (await boxOf(tab, ".top")).bottom;
      const isWide = board.width >= width - 20;
      assert.ok(isWide || board.width >= 0.85 * (height - head), `${name}: the board has ${board.width} pixels`);
      assert.ok(board.width >= (LEAST[`${width}x${height}`] ?? 0), `${name}: the board has ${board.width} pixels`);
      assert.ok(await tab.value("document.documentElement.scrollWidth <= innerWidth"), `${name} scrolls sideways`);
      if (width > 0.85 * height) assert.ok(board.bottom <= height, `${name}: the board ends at ${board.bottom}`);
      if (width < 1.2 * height) continue;
      // The page does not scroll: the board is whole, and the panels scroll beside it.
      assert.ok(await tab.value("document.documentElement.scrollHeight <= innerHeight"), `${name} scrolls`);
      assert.ok(board.bottom <= height && board.right <= width, name);
      for (const control of CONTROLS) {
        const { bottom, left } = await boxOf(tab, control);
        assert.ok(bottom <= height && left >= board.right, `${name}: ${control} is not beside the board`);
      }
    }
  }
  assertNoErrors(tab);
});

test("the list of moves uses the height of the window", { skip }, async (t) => {
  const moves = Array.from({ length: 8 }, (_, index) => `${index + 3}. ${["a", "b", "c", "d"][index % 4]}${index < 4 ? 3 : 5} ${["a", "b", "c", "d"][index % 4]}${index < 4 ? 4 : 6}`);
  const tab = await openBoard(t, { fragment: `#ptn=${encodeURIComponent(`[Size "8"]\n1. a1 h8 2. a2 h7 ${moves.join(" ")}`)}` });
  await tab.played(20);
  await tab.page.setViewportSize({ width: 1366, height: 768 });
  const [list, card] = [await boxOf(tab, "#moves"), await boxOf(tab, ".game")];
  // The graph of the game stands below.
  assert.ok(list.bottom - list.top >= 340 && card.bottom >= 740, JSON.stringify({ list, card }));
  // A small window keeps some moves visible.
  await tab.page.setViewportSize({ width: 844, height: 390 });
  const small = await boxOf(tab, "#moves");
  assert.ok(small.bottom - small.top >= 100);
});

test("the analysis fits into a window of 1366x768", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: `#ptn=${encodeURIComponent('[Size "6"]\n1. a1 f6 2. c3 d4 3. c4 d3 4. e4 c2 5. Cd2 b3')}` });
  await tab.played(10);
  await tab.page.setViewportSize({ width: 1366, height: 768 });
  const fits = async (name) => assert.ok(await tab.value("document.querySelector('.beside').scrollHeight <= document.querySelector('.beside').clientHeight"), `${name}: the panels scroll`);
  for (const count of [1, 2, 3, 4, 5]) {
    await tab.fill("#count", String(count));
    await tab.count(".lines li", count);
    await fits(`${count} lines`);
  }
  await tab.fill("#count", "3");
  await tab.click("#walk");
  await tab.until("!document.querySelector('#mistake-next').hidden");
  await tab.count(".lines li", 3);
  await fits("a judged game");
  assertNoErrors(tab);
});

/** Records where things stand, at every change of the page. */
const WATCH = `(selectors) => {
  const places = new Map(), moved = new Set();
  const look = () => {
    for (const selector of selectors) {
      const element = document.querySelector(selector);
      if (!element?.checkVisibility()) continue;
      const { left, top } = element.getBoundingClientRect();
      // A click may scroll first.
      const stands = getComputedStyle(element.closest(".game") ?? element).position === "sticky" || element.matches("#board");
      const scrolled = scrollY + (stands ? 0 : document.querySelector(".beside").scrollTop);
      const place = Math.round(left) + ", " + Math.round(top + scrolled);
      if (places.has(selector) && places.get(selector) !== place) moved.add(selector + " moved from " + places.get(selector) + " to " + place);
      places.set(selector, place);
    }
  };
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  window.moved = moved;
}`;
const STILL = ["#board", "#far", "#near", "#tray", "#first", "#previous", "#next", "#last", "#flip", "#undo", "#redo", "#status", "#panel", "#new", "#hint", "#draw", "#resign", ".game h2", "#load", "#share"];

test("nothing moves while a game goes on", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  const sides = { "1366x768": {}, "2560x1440": {}, "844x390": {}, "667x375": {}, "390x844": {}, "320x568": {} };
  for (const window of Object.keys(sides)) {
    const [width, height] = window.split("x").map(Number);
    await tab.page.setViewportSize({ width, height });
    await tab.begin({ size: "5", level: "1", color: "white" });
    await tab.value(`(${WATCH})(${JSON.stringify(STILL)})`);
    for (let turn = 0; turn < 3; turn += 1) {
      await tab.turn();
      await tab.squares(await tab.first(", empty"));
      await tab.until(`document.querySelectorAll("#moves .main").length === ${2 * turn + 2} && document.querySelector(".cells:not(.still)")`);
    }
    await tab.click("#previous");
    await tab.says("#status", /earlier position/);
    await tab.click("#last");
    await tab.turn();
    await tab.click("#hint");
    await tab.says("#status", /best move found|wins|loses/);
    // A stack in the hand.
    await tab.squares(await tab.first(", white flat"));
    await tab.until("document.querySelector('#carry')");
    await tab.click("#cancel");
    await tab.click("#undo");
    await tab.click("#redo");
    sides[window] = await tab.value("[...window.moved]");
  }
  assert.deepEqual(sides, Object.fromEntries(Object.keys(sides).map((name) => [name, []])));
  assertNoErrors(tab);
});
