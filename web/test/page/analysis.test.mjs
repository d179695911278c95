// Analysis on the board of the program: proved wins, judged games, opening and sharing, and the explorer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, makeFile, openBoard, run, skip } from "../program.mjs";

const GAME = `[Size "5"]
[Komi "2"]
[Player1 "Ann & Bob"]

1. a1 e5 {a quiet start}
2. c3 c2
3. Cd3 d2
4. b3 b2
5. a3 Ce2`;
const SHORT = '#ptn=[Size "3"] 1. a1 c3 2. b2 b1 3. b3 c2';

test("a proved win has its whole line", { skip }, async (t) => {
  // The fifth puzzle of the book.
  const tab = await openBoard(t, { fragment: "#ptn=1,21,2,x/x2,1,2/2,2,x2/x2,1,1 2 6" });
  await tab.says(".lines .score", /^Black: road in 2$/);
  await tab.count(".lines .ply", 3);
  await tab.until("document.querySelector('.arrow')");
  assert.match(await tab.value("document.querySelector('#chances').ariaLabel"), /White's chance: 0 percent, Black: road in 2/);
  await tab.click(".lines .ply:last-child");
  await tab.says("#status", /Black wins by a road \(0-R\)/);
  assert.ok(await tab.value("document.querySelectorAll('.marks .road').length >= 4"));
  await tab.played(3);
  // In the position before, a mark shows the square that completes the road.
  await tab.click("#previous");
  await tab.until("document.querySelector('.marks .win')");
  assertNoErrors(tab);
});

test("games are opened and shared", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.load(GAME);
  await tab.played(10);
  await tab.says("#near", /Ann & Bob/);
  await tab.fill("#count", "3");
  await tab.count(".lines li", 3);
  await tab.count(".arrow", 3);
  // A different move within the game begins a variation; the game stays.
  await tab.click("#previous");
  await tab.click("#previous");
  await tab.says("#moves .now", /^b2$/);
  await tab.squares("e4");
  await tab.says("#moves .variations .now", /^5\.e4$/);
  await tab.played(10);
  // Comments stay, and a link contains the whole game.
  await tab.click("#moves .main >> nth=9");
  await tab.says("#moves .main.now", /^Ce2/);
  await tab.click("#share");
  const ptn = await tab.page.inputValue("#share-ptn");
  assert.ok(ptn.includes("{a quiet start}") && ptn.includes("5. a3 Ce2") && ptn.includes("{5w1}\n5. e4"), ptn);
  const ninja = await tab.value("document.querySelector('#share-ninja').href");
  assert.ok(ninja.startsWith("https://ptn.ninja/%5BSize%20%225%22%5D") && ninja.includes("Ann%20%26%20Bob"), ninja);
  const link = await tab.value("document.querySelector('#share-link').dataset.link");
  await tab.keys("Escape");
  await tab.click("#first");
  await tab.until("!document.querySelector('#moves .now')");
  await tab.visit(link);
  // The last move is on the board again.
  await tab.says("#moves .now", /^Ce2/);
  await tab.played(10);
  assert.equal(await tab.value("location.hash"), "");
  assertNoErrors(tab);
});

test("a button drawn again under the mouse still works", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: SHORT });
  await tab.played(6);
  await tab.page.hover("#moves .main");
  await tab.page.mouse.down();
  await tab.value("document.querySelector('#moves .main').dataset.old = ''");
  // A turn of the board draws everything again.
  await tab.keys("x");
  await tab.until("!document.querySelector('[data-old]')");
  await tab.page.mouse.up();
  await tab.says("#moves .now", /^a1$/);
  assertNoErrors(tab);
});

test("the graph has only judged positions", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: SHORT });
  await tab.played(6);
  const width = "[...document.querySelectorAll('.graph .black')].reduce((sum, { width }) => sum + width.baseVal.value, 0)";
  await tab.until(`${width} > 0`);
  assert.ok((await tab.value(width)) < 40, "only the last position has a chance");
  // The page notes that a part of the graph was there: it may be complete before the test looks.
  await tab.value(`new MutationObserver(() => (window.wasPart ||= ${width} > 40 && ${width} < 350
    && document.querySelector('#walk').textContent === 'Stop')).observe(document.querySelector('#panel'), { childList: true, subtree: true })`);
  await tab.click("#walk");
  await tab.until("window.wasPart");
  await tab.says("#walk", /^Review this game$/);
  assert.equal(await tab.value(width), 360);
  assert.match(await tab.value("document.querySelector('.graph').ariaLabel"), /^White's chance, from /);
  assertNoErrors(tab);
});

test("an opened game changes no game of the player, and can be played on", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.turn();
  await tab.squares("c3");
  await tab.played(2);
  const own = await tab.moves();
  await tab.load(`${GAME.replace("[Player1", '[Player2 "Cleo"]\n[Player1')} 0-1`);
  await tab.played(10);
  await tab.says("#status", /^Black wins \(0-1\)\.$/);
  const names = (await tab.text("#near")) + (await tab.text("#far"));
  assert.ok(names.includes("Ann & Bob") && names.includes("Cleo") && !names.includes("You"), names);
  // A move of the analysis does not change the game.
  await tab.click("#previous");
  await tab.says("#status", /Move 5, Black to move\./);
  await tab.squares("e4");
  await tab.count("#moves .variations .ply", 1);
  await tab.click("#tab-play");
  await tab.turn();
  assert.deepEqual(await tab.moves(), own);
  await tab.click("#tab-analysis");
  await tab.says("#moves .now", /e4/);
  await tab.click("#continue");
  await tab.fill("#new-color", "black");
  await tab.fill("#new-level", "1");
  await tab.click("#new-play");
  await tab.says("#panel .note", /^You play Black against Stonefall \(level 1\): 5×5 and komi 2/);
  await tab.played(11);
  assert.deepEqual((await tab.moves()).slice(8, 10), ["a3", "e4"]);
  // The game before is not lost.
  await tab.click("#earlier");
  await tab.played(2);
  assert.deepEqual(await tab.moves(), own);
  // A copy of the played game, and an empty board.
  await tab.click("#analyze");
  await tab.until("document.body.dataset.mode === 'analysis'");
  assert.deepEqual(await tab.moves(), own);
  await tab.click("#set-up");
  await tab.click("#setup-start");
  await tab.fill("#setup-size", "4");
  await tab.fill("#setup-komi", "5");
  await tab.fill("#setup-opening", "no-swap");
  await tab.click("#setup-open");
  await tab.count("#board .cells button", 16);
  await tab.says("#far", /0 \+ 2\.5 flats/);
  await tab.click("#board [data-square=a1]");
  await tab.played(1);
  await tab.click("#share");
  assert.equal(await tab.page.inputValue("#share-ptn"), '[Size "4"]\n[Komi "2.5"]\n[Opening "no-swap"]\n\n1. a1\n');
  assertNoErrors(tab);
});

test("a judged game gets marks and comments", { skip }, async (t) => {
  // Black misses a road in two moves.
  const game = '[Size "4"][TPS "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7"] 7. -- b4 {why?} 8. a4 R-0';
  const tab = await openBoard(t, { fragment: `#ptn=${game}` });
  await tab.played(2);
  await tab.click("#walk");
  await tab.says("#moves .main", /^b4'\?\?$/);
  await tab.says("#walk", /^Review this game$/);
  await tab.count(".graph .blunder", 1);
  // The engine's line is a variation, and its evaluations are no comments.
  await tab.says("#moves .variations .ply", /^7…a4/);
  await tab.count("#moves .comment", 2);
  await tab.click("#moves .main");
  await tab.says("#status", /^7\.\.\. b4 is a blunder\. It lowers Black/);
  assert.match(await tab.text("#status"), /played a4/);
  await tab.click("#share");
  const shared = await tab.page.inputValue("#share-ptn");
  for (const part of ["b4'??", "{why?}", "{Annotated by"]) assert.ok(shared.includes(part), shared);
  assertNoErrors(tab);
});

test("the explorer follows the board and opens games", { skip }, async (t) => {
  const games = `[Size "6"]
[Player1 "Ann"]
[Player2 "<i>Ben</i>"]
[Rating1 "1800"]
[Rating2 "1700"]

1. a1 e5 2. d4 c3 1-0

[Size "6"]
[Player1 "Cid"]
[Player2 "Ann"]

1. a1 b1 2. d4 0-1
`;
  const database = await makeFile(t, "games.db");
  await run(["games", "add", database, await makeFile(t, "games.ptn", games)]);
  const tab = await openBoard(t, { words: ["--games", database] });
  await tab.turn();
  await tab.until("document.querySelector('#explorer').hidden");
  await tab.click("#tab-analysis");
  await tab.says("#explorer-total", /^2 games from this position\.$/);
  await tab.click("#explorer-moves button");
  await tab.count("#explorer-moves tbody tr", 2);
  await tab.click("#explorer-filters summary");
  await tab.fill("#explorer-min_rating", "1500");
  await tab.keys("Tab");
  await tab.says("#explorer-total", /^1 game from this position\.$/);
  const row = await tab.page.innerText("#explorer-games tbody");
  assert.ok(row.includes("Ann 1800 – <i>Ben</i> 1700") && row.includes("1-0"), row);
  await tab.click("#explorer-games button");
  await tab.played(4);
  await tab.says("#moves .now", /^a1$/);
  assertNoErrors(tab);
});

test("without a database the explorer is hidden", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.click("#tab-analysis");
  await tab.until("document.querySelector('#lines')");
  await tab.until("document.querySelector('#explorer').hidden");
  assertNoErrors(tab);
});
