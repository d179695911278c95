// Positions are set up by mouse and keyboard, checked by the engine, and opened in the analysis.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

const squareOf = (name) => `#setup-board [data-square=${name}]`;
const tps = (tab) => tab.page.inputValue("#setup-tps");

/** Puts stones with a tool on squares. */
async function put(tab, tool, squares) {
  await tab.click(`#tool-${tool}`);
  for (const name of squares.split(" ")) await tab.click(squareOf(name));
}

test("a position is set up and analyzed", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: "#ptn=x6/x,2112,x,2S,x2/x6/x6/2112,x5/x6 2 10" });
  await tab.click("#set-up");
  assert.equal(await tps(tab), "x6/x,2112,x,2S,x2/x6/x6/2112,x5/x6 2 10");
  await tab.click("#setup-start");
  assert.equal(await tps(tab), "x6/x6/x6/x6/x6/x6 1 1");
  await tab.fill("#setup-size", "5");
  await put(tab, "white-flat", "a1 a1 c3");
  await put(tab, "black-flat", "a1 b2");
  await put(tab, "black-wall", "c3");
  await put(tab, "white-capstone", "e5 d4");
  // The engine counts the stones.
  await tab.says("#setup-trouble", /expected at most 1 capstone.* of White, found 2/i);
  assert.ok(await tab.value("document.querySelector('#setup-open').disabled"));
  await put(tab, "Remove", "e5");
  await tab.says("#setup-said", /White: 18 stones and 0 capstones left. Black: 18 stones and 1 capstone left./);
  await tab.fill("#setup-color", "black");
  await tab.fill("#setup-number", "12");
  await tab.keys("Tab");
  await tab.fill("#setup-komi", "3");
  assert.equal(await tps(tab), "x5/x3,1C,x/x2,12S,x2/x,2,x3/112,x4 2 12");
  await tab.click("#setup-open");
  await tab.until("document.body.dataset.mode === 'analysis' && !document.querySelector('dialog[open]')");
  await tab.count("#board .cells button", 25);
  await tab.says("#far", /Black.*1.5/);
  assert.match(await tab.value("document.querySelector('#board [data-square=a1]').ariaLabel"), /^a1, black flat, under it white, white/);
  await tab.until("document.querySelector('.lines .ply')");
  await tab.click("#share");
  assert.match(await tab.page.inputValue("#share-ptn"), /\[TPS "x5\/x3,1C,x\/x2,12S,x2\/x,2,x3\/112,x4 2 12"\]/);
  assertNoErrors(tab);
});

test("a TPS is read, and an impossible one explained", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  await tab.click("#set-up");
  await tab.fill("#setup-tps", "x4/x,12C,x2/x4/x4 2 5");
  await tab.keys("Tab");
  await tab.says("#setup-trouble", /capstone/);
  await tab.fill("#setup-tps", "x4/x,12S,x2/x4/x4 2 5");
  await tab.keys("Tab");
  await tab.count("#setup-board .cells button", 16);
  await tab.says("#setup-said", /White: 14 stones/);
  await tab.click("#setup-clear");
  assert.equal(await tps(tab), "x4/x4/x4/x4 2 5");
  assertNoErrors(tab);
});

test("a position is set up by keyboard", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  await tab.value("document.querySelector('#set-up').focus()");
  await tab.keys("Enter");
  await tab.value("document.querySelector('#tool-black-capstone').focus()");
  await tab.keys("Enter");
  assert.equal(await tab.value("document.activeElement.id"), "tool-black-capstone");
  await tab.value("document.querySelector('#setup-board [tabindex=\"0\"]').focus()");
  await tab.keys("ArrowRight", "ArrowUp", "Enter");
  assert.match(await tps(tab), /x,2C,x4\/x6 1 1$/);
  assert.equal(await tab.value("document.activeElement.ariaLabel"), "b2, black capstone");
  await tab.keys("Backspace");
  assert.match(await tps(tab), /^x6\/x6\/x6\/x6\/x6\/x6/);
  assertNoErrors(tab);
});
