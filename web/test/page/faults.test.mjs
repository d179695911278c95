// Errors are shown on the board, and no game is lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip, startServer } from "../program.mjs";

test("bad PTN changes nothing", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  await tab.squares("a1");
  await tab.played(2);
  const moves = await tab.moves();
  for (const [text, trouble] of [
    ['[Size "5"]\n1. a1 a1', "Line 2, column 7: move a1 (1. of Black): a1 is not empty."],
    ["", "Expected a game in PTN or a position in TPS, found nothing."],
    ['[Size "9"] 1. a1', "Line 1, column 1: expected the tag Size to be a board size from 3 to 8"],
    ["<img src=x onerror=alert(1)>", "Expected a game in PTN or a position in TPS"],
  ]) {
    await tab.load(text);
    await tab.until(`document.querySelector('#load-trouble').textContent.startsWith(${JSON.stringify(trouble)})`);
    assert.equal(await tab.page.inputValue("#load-text"), text);
    await tab.keys("Escape");
    await tab.count("dialog[open]", 0);
    assert.deepEqual(await tab.moves(), moves);
  }
  // The same in a link: the dialog has the text, and the game stays.
  await tab.visit(`${tab.server.address}#ptn=1. a1 %ZZ`);
  await tab.until("document.querySelector('#load-text')?.value === '1. a1 %ZZ'");
  await tab.says("#load-trouble", /.{10}/);
  await tab.keys("Escape");
  await tab.turn();
  assert.deepEqual(await tab.moves(), moves);
  assertNoErrors(tab);
});

test("a refused file does not stop the page", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]), Buffer.alloc(700_000, 0x9c)]);
  for (const [buffer, trouble] of [
    [picture, /^Expected a text, found a binary file\.$/],
    // Two bytes for each quotation mark in JSON.
    [Buffer.alloc(1_500_000, '"'), /^Expected a text of at most 2 MB, found 3 MB\.$/],
    [Buffer.alloc(9_000_000, "x"), /^Expected a text of at most 2 MB, found 9 MB\.$/],
  ]) {
    await tab.click("#load");
    await tab.page.setInputFiles("#load-file", { name: "game.ptn", mimeType: "text/plain", buffer });
    await tab.says("#load-trouble", trouble);
    await tab.keys("Escape");
    await tab.count("dialog[open]", 0);
  }
  await tab.squares("a1");
  await tab.played(2);
  assertNoErrors(tab);
});

test("the page connects again", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  await tab.squares("a1");
  await tab.played(2);
  await tab.turn();
  const moves = await tab.moves();
  await tab.server.stop();
  await tab.until("!document.querySelector('#gone').hidden");
  assert.match(await tab.text("#gone"), /^The engine does not answer.*: its program has ended/);
  assert.deepEqual(await tab.moves(), moves);
  await startServer(t, [], tab.server.port);
  await tab.until("document.querySelector('#gone').hidden");
  await tab.turn();
  assert.deepEqual(await tab.moves(), moves);
  await tab.squares(await tab.first(", empty"));
  await tab.played(4);
  assert.deepEqual(tab.errors, []);
});

/** Another window of the same browser. */
const another = async (tab) => Object.assign(Object.create(Object.getPrototypeOf(tab)), { ...tab, page: await tab.context.newPage() });

test("a window beyond the limit says so, and waits", { skip }, async (t) => {
  const tab = await openBoard(t, { words: ["--max-sessions", "1"] });
  await tab.turn();
  const other = await another(tab);
  await other.page.goto(tab.server.address);
  await other.says("#gone", /^The engine is busy with other windows: it allows 1 window at one time \(--max-sessions 1\)\. Close one/);
  await tab.page.close();
  await other.until("document.querySelector('#gone').hidden");
  await other.turn();
  assert.deepEqual(tab.errors, []);
});

test("two windows have their own games and searches", { skip }, async (t) => {
  const tab = await openBoard(t);
  const other = await another(tab);
  await other.visit(`${tab.server.address}#ptn=x4/x4/x4/x4 1 1`);
  await other.count(".cells button", 16);
  await tab.click("#tab-analysis");
  for (const one of [tab, other]) await one.until("document.querySelector('.lines .ply')");
  assert.equal(tab.server.notices.filter((notice) => notice.includes("connected from")).length, 2);
  assertNoErrors(tab);
});
