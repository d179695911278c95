// The board is as large as the window allows, and nothing moves while a game goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

/** Windows by width and height. */
const WINDOWS = [
  [2560, 1440], [1920, 1080], [1366, 768], [1280, 800], [1280, 900], [1280, 1024], [1024, 768], [1000, 900], [900, 650], [844, 390],
  [740, 412], [667, 375], [800, 850], [768, 1024], [700, 700], [390, 844], [320, 568],
];
/** Least side of the board where an issue names one. */
const LEAST = { "1366x768": 600, "2560x1440": 1150 };
/** A phone on its side. */
const isLow = ([width, height]) => height < 480 && width > height;
/** The page does not scroll: the rest stands beside the board, or below it. */
const isWide = ([width, height]) => width >= (height >= 896 ? 1.11 : 1.2) * height;
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
      assert.ok(board.width >= width - 20 || board.width >= 0.85 * (height - head), `${name}: the board has ${board.width} pixels`);
      assert.ok(board.width >= (LEAST[`${width}x${height}`] ?? 0), `${name}: the board has ${board.width} pixels`);
      assert.ok(await tab.value("document.documentElement.scrollWidth <= innerWidth"), `${name} scrolls sideways`);
      if (width > 0.85 * height) assert.ok(board.bottom <= height, `${name}: the board ends at ${board.bottom}`);
      if (!isWide([width, height])) continue;
      assert.ok(await tab.value("document.documentElement.scrollHeight <= innerHeight"), `${name} scrolls`);
      assert.ok(board.bottom <= height && board.right <= width, name);
      for (const control of CONTROLS) {
        const { top, bottom, left } = await boxOf(tab, control);
        assert.ok(bottom <= height && (left >= board.right || top >= board.bottom), `${name}: ${control} is not beside the board`);
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

/** Windows with the number of lines of the engine for which nothing scrolls but the list of moves. */
const LINES = { "1366x768": 5, "1280x900": 5, "1280x800": 5, "1280x1024": 5, "1024x768": 3, "1000x900": 3 };
/** Windows with room for the figures of a review, too. */
const REVIEWS = ["1366x768", "1280x900", "1280x800", "1280x1024"];

test("the analysis fits into the window", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: `#ptn=${encodeURIComponent('[Size "6"]\n1. a1 f6 2. c3 d4 3. c4 d3 4. e4 c2 5. Cd2 b3')}` });
  await tab.played(10);
  const fits = async (window, name) => {
    const [width, height] = window.split("x").map(Number);
    await tab.page.setViewportSize({ width, height });
    const scrolls = await tab.value(`[".beside", ".first"].filter((part) => { const { scrollHeight, clientHeight } = document.querySelector(part); return scrollHeight > clientHeight; })`);
    assert.deepEqual(scrolls, [], `${name} at ${window}`);
    const [moves, share] = [await boxOf(tab, "#moves"), await boxOf(tab, "#share")];
    assert.ok(moves.top + 90 <= height && share.bottom <= height, `${name} at ${window}: moves from ${moves.top}, buttons to ${share.bottom}`);
  };
  for (const count of [1, 2, 3, 4, 5]) {
    await tab.fill("#count", String(count));
    await tab.count(".lines li", count);
    for (const window of Object.keys(LINES).filter((window) => LINES[window] >= count)) await fits(window, `${count} lines`);
  }
  await tab.fill("#count", "3");
  await tab.click("#walk");
  await tab.until("!document.querySelector('#mistake-next').hidden");
  await tab.count(".lines li", 3);
  for (const window of REVIEWS) await fits(window, "a judged game");
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
