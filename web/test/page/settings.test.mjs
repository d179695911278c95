// The settings: each takes effect at once, and stays after a reload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

const POSITION = "#ptn=x6/x,2112,x,2S,1C,x/x6/x6/2112,x5/x6 2 10";
const fill = (selector) => `getComputedStyle(document.querySelector("${selector}")).fill`;

test("three boards, colors, names and motion", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: POSITION });
  await tab.turn();
  const wood = await tab.value(fill(".frame"));
  assert.equal(await tab.value("document.querySelectorAll('.canvas .name').length"), 12);
  const side = "document.querySelector('.cells button').offsetWidth";
  const before = await tab.value(side);
  await tab.click("#settings");
  await tab.fill("#board-look", "flat");
  assert.notEqual(await tab.value(fill(".frame")), wood);
  // Two stacks of four stones: bars for the stones under the top.
  await tab.count(".canvas .bar", 6);
  await tab.fill("#board-look", "contrast");
  assert.equal(await tab.value(fill(".frame")), "rgb(0, 0, 0)");
  await tab.fill("#theme", "dark");
  assert.equal(await tab.value("getComputedStyle(document.documentElement).colorScheme"), "dark");
  await tab.click("#names");
  await tab.count(".canvas .name", 0);
  assert.ok((await tab.value(side)) > before, "the squares are larger without names");
  await tab.click("#motion");
  await tab.keys("Escape");
  await tab.reload();
  await tab.count(".canvas .name", 0);
  await tab.count(".canvas .bar", 6);
  assert.equal(await tab.value(fill(".frame")), "rgb(0, 0, 0)");
  assert.deepEqual(await tab.value("({ ...document.documentElement.dataset })"), { theme: "dark", board: "contrast", motion: "off" });
  assertNoErrors(tab);
});

test("the stones of a move slide", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: POSITION });
  await tab.turn();
  await tab.squares("a2 b2 c2");
  await tab.click("#all");
  await tab.played(1);
  // The player's own stones are there already.
  await tab.count(".moved", 0);
  await tab.click("#previous");
  await tab.count(".stack.fresh", 0);
  await tab.value("window.ran = []; document.addEventListener('animationstart', (event) => ran.push(event.animationName))");
  await tab.click("#next");
  await tab.count(".moved", 2);
  assert.equal(await tab.value("document.querySelector('.moved').parentNode.style.getPropertyValue('--dx')"), "-100px");
  await tab.until("ran.filter((name) => name === 'slide').length === 2");
  // The engine draws arrows all the time; the stones slide once.
  await tab.page.waitForTimeout(600);
  assert.equal(await tab.value("ran.filter((name) => name === 'slide').length"), 2);
  assertNoErrors(tab);
});

test("sounds are off until they are chosen", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.value("window.started = 0; for (const kind of [AudioBufferSourceNode, OscillatorNode]) { const { start } = kind.prototype; kind.prototype.start = function (...time) { window.started += 1; return start.apply(this, time); }; }");
  await tab.begin({ size: "4", color: "both" });
  await tab.squares("a1");
  await tab.played(1);
  assert.equal(await tab.value("window.started"), 0);
  await tab.click("#settings");
  await tab.click("#sounds");
  assert.equal(await tab.value("window.started"), 1);
  await tab.keys("Escape");
  await tab.squares("d4");
  await tab.until("window.started === 2");
  await tab.click("#previous");
  await tab.page.waitForTimeout(200);
  assert.equal(await tab.value("window.started"), 2);
  assertNoErrors(tab);
});

test("the engine gets threads and memory within its limits", { skip }, async (t) => {
  const tab = await openBoard(t, { words: ["--max-threads", "2", "--max-hash", "32"] });
  const sent = [];
  tab.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(payload)));
  await tab.click("#settings");
  const cores = await tab.value("navigator.hardwareConcurrency");
  assert.equal(await tab.value("document.querySelector('#threads').lastChild.value"), String(Math.min(cores, 16)));
  assert.match(await tab.text("#hash"), /^Automatic \(16 MiB\)1 MiB2 MiB.*4 GiB$/);
  await tab.fill("#threads", "2");
  await tab.fill("#hash", "8");
  await tab.keys("Escape");
  await tab.reload();
  await tab.click("#tab-analysis");
  await tab.until("document.querySelector('.lines .ply')");
  assert.ok(sent.includes("setoption name Hash value 8") && sent.includes("setoption name Threads value 2"), sent.join("\n"));
  // The default comes back.
  await tab.click("#settings");
  await tab.fill("#hash", "0");
  await tab.keys("Escape");
  await tab.click("#settings");
  assert.equal(await tab.value("document.querySelector('#hash').value"), "0");
  await tab.until("document.querySelector('.lines .ply')");
  assert.match(sent.findLast((line) => line.startsWith("setoption name Hash")), /value 16$/);
  assertNoErrors(tab);
});

test("games have the name of the user", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.click("#settings");
  await tab.fill("#own-name", "Ann <3");
  await tab.keys("Tab", "Escape");
  await tab.begin({ size: "5", color: "white" });
  await tab.says("#near", /Ann <3/);
  await tab.click("#share");
  assert.match(await tab.page.inputValue("#share-ptn"), /\[Player1 "Ann <3"\]/);
  assertNoErrors(tab);
});
