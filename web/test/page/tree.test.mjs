// Variations, comments and marks of an analysis, and the review of a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

const TREE = `[Size "5"]
[Komi "2"]

{A game}
1. a1 e5 {quiet}
2. c3 c2

{2w1}
2. d3 {central} d2
3. c3?

{2w1/3w1}
3. c4 b4

{trap}
2. -- e4
`;

/** The PTN in the dialog for sharing, with line ends of one character. */
async function shared(tab) {
  await tab.click("#share");
  const ptn = await tab.page.inputValue("#share-ptn");
  await tab.keys("Escape");
  return ptn.replaceAll("\r\n", "\n");
}

test("a tree is shown, changed and written", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.load(TREE);
  await tab.played(4);
  await tab.count("#moves .variations", 3);
  assert.equal(await shared(tab), TREE);
  await tab.reload();
  await tab.count("#moves .variations", 3);
  assert.equal(await shared(tab), TREE);
  // A folded variation has its first move alone.
  await tab.click("#moves .fold");
  await tab.count("#moves .variations", 2);
  await tab.click("#moves .fold");
  await tab.click("#moves .variations .ply >> nth=2");
  await tab.says("#moves .now", /3\.c3\?/);
  await tab.fill("#mark", "!");
  await tab.says("#moves .now", /3\.c3!/);
  await tab.keys("Escape");
  await tab.value("document.activeElement.blur()");
  await tab.keys("c");
  await tab.fill("#comment-text", "better");
  await tab.click("#comment-save");
  await tab.says("#moves", /c3! better/);
  await tab.click("#promote");
  await tab.until("document.querySelectorAll('#moves .main')[2].textContent === 'd3'");
  await tab.click("#delete");
  await tab.until("!/c3!/.test(document.querySelector('#moves').textContent)");
  await tab.click("#restore");
  await tab.says("#moves", /c3!/);
  assert.ok((await shared(tab)).includes("2. d3 {central} d2\n3. c3! {better}"));
  assertNoErrors(tab);
});

test("a review shows the mistakes, which can be tried again", { skip }, async (t) => {
  // Black misses a road in two moves.
  const game = '[Size "4"][TPS "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7"] 7. -- b4 8. a4 R-0';
  const tab = await openBoard(t, { fragment: `#ptn=${game}` });
  await tab.played(2);
  await tab.click("#walk");
  await tab.says("#walk", /^Review this game$/);
  await tab.says("#figures", /Blunders \(\?\?\)01/);
  await tab.click("#mistake-next");
  await tab.says("#verdict", /is a blunder/);
  await tab.click("#try");
  await tab.says("#status", /^Black played b4'\?\?\. Find a better move\.$/);
  await tab.count("#moves .variations", 0);
  await tab.squares("b4");
  await tab.says("#status", /move of the game/);
  await tab.squares("a4");
  await tab.says("#status", /^a4 is right/);
  // The browser keeps the review.
  await tab.reload();
  await tab.says("#figures", /Accuracy/);
  assertNoErrors(tab);
});
