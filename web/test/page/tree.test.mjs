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

/**
 * The lines of a text from the first move on, by the rules of PTN Ninja: a comment after an empty line and before a number begins a
 * branch. Its name is the path of branches to it, and it leaves the branch before at its first move.
 */
function ninjaLines(text) {
  const lines = new Map([["", []]]);
  let [name, ply] = ["", 0];
  for (const [, space, word, next] of text.replace(/^\[.*\]$/gm, "").matchAll(/(\s*)(\{[^}]*\}|\S+)(?=\s*(\S*))/g)) {
    const isNew = word.startsWith("{") && /\n\s*\n/.test(space) && /^\d+\.$/.test(next);
    if (isNew && lines.get("").length > 0) {
      name = word.slice(1, -1);
      lines.set(name, null);
    } else if (/^\d+\.$/.test(word)) ply = 2 * (Number.parseInt(word, 10) - 1);
    else if (word === "--") ply += 1;
    else if (!word.startsWith("{")) {
      if (lines.get(name) === null) lines.set(name, lines.get(name.split("/").slice(0, -1).join("/")).slice(0, ply));
      lines.get(name).push(word);
    }
  }
  return Object.fromEntries([...lines].map(([branch, moves]) => [branch, moves.join(" ")]));
}

test("PTN Ninja reads the same tree", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: `#ptn=${encodeURIComponent('[Size "5"]\n1. a1 e5 2. c3 c2 3. d3 b2')}` });
  await tab.played(6);
  /** Plays flats after a move of the list. */
  const play = async (after, squares) => {
    await tab.click(after);
    for (const square of squares.split(" ")) {
      await tab.turn();
      await tab.squares(square);
      await tab.says("#moves .now", new RegExp(`${square}'?$`));
    }
  };
  await play("#moves .main >> nth=3", "d2 d4 b4");
  await play("#moves .variations .ply >> nth=0", "e3");
  await play("#moves .main >> nth=0", "e1 b3");
  await play("#moves .main >> nth=2", "b4 c4");
  await tab.keys("c");
  await tab.fill("#comment-text", "a {trap}, 1. e4\n\n3. or not");
  await tab.click("#comment-save");
  const text = await shared(tab);
  assert.deepEqual(ninjaLines(text), {
    "": "a1 e5 c3 c2 d3 b2",
    "1b1": "a1 e1 b3",
    "2b1": "a1 e5 c3 b4 c4",
    "3w1": "a1 e5 c3 c2 d2 d4 b4",
    "3w1/3b1": "a1 e5 c3 c2 d2 e3",
  }, text);
  // The link has the same text.
  const ninja = await tab.value("document.querySelector('#share-ninja').href");
  assert.equal(decodeURIComponent(ninja.replace("https://ptn.ninja/", "")).replaceAll("\r\n", "\n"), text);
  assertNoErrors(tab);
});

/** Hides or shows the window, as the page sees it. */
const hide = (tab, isHidden) => tab.value(`Object.defineProperty(document, "hidden", { configurable: true, get: () => ${isHidden} }); document.dispatchEvent(new Event("visibilitychange"))`);

test("a hidden window does not search", { skip }, async (t) => {
  const tab = await openBoard(t);
  const sent = [];
  tab.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(payload)));
  await tab.visit(`${tab.server.address}#ptn=${encodeURIComponent('[Size "6"]\n1. a1 f6 2. c3 d4 3. c4 d3 4. e4 c2 5. Cd2 b3 6. e3 b4 7. f3 e2')}`);
  await tab.reload();
  await tab.until("document.querySelector('.lines .ply')");
  /** Whether the last command to the engine begins a search. */
  const thinks = () => /^(go|annotate)/.test(sent.findLast((line) => /^(go|annotate|stop)/.test(line)) ?? "");
  assert.ok(thinks());
  await hide(tab, true);
  assert.ok(!thinks());
  // The lines stay while nobody looks.
  await tab.count(".lines li", 1);
  await tab.keys(",");
  assert.ok(!thinks());
  await hide(tab, false);
  assert.ok(thinks());
  // A review waits, and goes on where it was.
  await tab.click("#walk");
  await tab.says("#progress", /^[2-9] of 15/);
  await hide(tab, true);
  assert.ok(!thinks());
  await tab.page.waitForTimeout(300);
  const progress = await tab.text("#progress");
  await tab.page.waitForTimeout(700);
  assert.equal(await tab.text("#progress"), progress);
  await hide(tab, false);
  await tab.until("!document.querySelector('#mistake-next').hidden");
  // The focus goes on to the mistakes.
  assert.equal(await tab.value("document.querySelector('#mistake-next').disabled || document.activeElement.id === 'mistake-next'"), true);
  assert.deepEqual(sent.filter((line) => line.startsWith("annotate")).length, 2);
  assert.match(await tab.value("[...document.querySelectorAll('#live p')].map((line) => line.textContent).join('\\n')"), /The game is judged/);
  await tab.page.waitForTimeout(100);
  assert.ok(thinks());
  assertNoErrors(tab);
});

test("a review shows the mistakes, which can be tried again", { skip }, async (t) => {
  // Black misses a road in two moves.
  const game = '[Size "4"][TPS "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7"] 7. -- b4 8. a4 R-0';
  const tab = await openBoard(t, { fragment: `#ptn=${game}` });
  await tab.played(2);
  await tab.click("#walk");
  await tab.says("#walk", /^Review this game$/);
  await tab.says("#figures", /Mistakesnone1 \?\?$/);
  await tab.click("#phases");
  await tab.says("#figures", /Opening–.*Endgame race/);
  await tab.click("#mistake-next");
  await tab.says("#status", /is a blunder/);
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
