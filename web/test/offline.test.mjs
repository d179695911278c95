// The page without a network after the first visit, and its updates.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { withoutBrowser as skip } from "./browser.mjs";
import { serveFolder } from "./server.mjs";
import { makeSite, replaceSite } from "./site.mjs";
import { Tab } from "./tab.mjs";

/** The page is stored, and the service worker answers its requests. */
const IS_STORED = "navigator.serviceWorker.controller?.state === 'activated'";

/** Opens the page, and waits until it is stored. */
async function start(t) {
  const folder = await makeSite(t);
  const server = await serveFolder(folder);
  t.after(() => server.close());
  const tab = await Tab.open(t);
  const source = 'Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => 3 });';
  await tab.page.addInitScript(source);
  await tab.visit(server.address);
  await tab.turn();
  await tab.until(IS_STORED);
  return { folder, server, tab };
}

/** Places a flat on the first empty square, and waits for the engine's move. */
async function play(tab) {
  const before = (await tab.moves()).length;
  await tab.turn();
  await tab.value("document.querySelector('.target[aria-label*=\", empty\"]').click()");
  await tab.played(before + 2);
  await tab.turn();
}

/** The note in the help. */
async function note(tab) {
  await tab.click("#help");
  const text = await tab.value("document.querySelector('dialog[open] .note').textContent");
  await tab.keys("Escape");
  return text;
}

test("after the first visit the page plays without a network, with several threads", { skip }, async (t) => {
  const { server, tab } = await start(t);
  await play(tab);
  assert.match(await note(tab), /one thread at full strength/);
  const moves = await tab.moves();
  await server.close();
  await tab.reload();
  await tab.turn();
  assert.deepEqual(await tab.moves(), moves);
  await play(tab);
  // Its own service worker isolates it from the second visit on.
  assert.equal(await tab.value("crossOriginIsolated"), true);
  assert.match(await note(tab), /2 threads at full strength/);
  await tab.click("#tab-analysis");
  await tab.until("document.querySelector('.lines .ply')");
  // The puzzles are files of the page, too.
  await tab.click("#tab-puzzles");
  await tab.says("#panel h2", /^Today's puzzle$/);
  // A link to a game, and the name of the file.
  for (const end of ["#ptn=x4/x4/x4/x4 1 1", "index.html#ptn=x3/x3/x3 1 1"]) {
    await tab.page.goto("about:blank");
    await tab.visit(server.address + end);
    await tab.until(`document.querySelectorAll('.cells button').length === ${end.startsWith("#") ? 16 : 9}`);
  }
  assert.deepEqual(tab.errors, []);
});

test("a visit loads the network of the board, and others play without theirs", { skip }, async (t) => {
  const { server, tab } = await start(t);
  const stored = `caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(({ url }) => url.split("/").at(-1)).filter((name) => name.endsWith(".net")))`;
  await play(tab);
  const deadline = Date.now() + 60_000;
  while ((await tab.value(stored)).length === 0 && Date.now() < deadline) await tab.drawn();
  assert.deepEqual(await tab.value(stored), ["6x6.net"]);
  assert.equal(await tab.value("document.querySelector('#weaker').hidden"), true);
  await server.close();
  await tab.reload();
  await play(tab);
  assert.equal(await tab.value("document.querySelector('#weaker').hidden"), true);
  await tab.value("location.hash = '#ptn=x5/x5/x5/x5/x5 1 1'");
  await tab.until("document.querySelectorAll('.cells button').length === 25 && document.querySelector('.lines .ply')");
  await tab.until("!document.querySelector('#weaker').hidden");
  assert.match(await tab.value("document.querySelector('#weaker').textContent"), /^Stonefall plays weaker: its network/);
});

test("a new version keeps the game", { skip }, async (t) => {
  const { folder, tab } = await start(t);
  await play(tab);
  const moves = await tab.moves();
  // The files change, as a new version does it.
  const html = await readFile(join(folder, "index.html"), "utf8");
  await replaceSite(t, folder, { "index.html": html.replace("<body>", '<body data-version="2">') });
  assert.equal(await tab.value("document.querySelector('#update').hidden"), true);
  // The page asks for updates when it is opened or shown again.
  await tab.reload();
  await tab.until("!document.querySelector('#update').hidden");
  assert.match(await tab.value("document.querySelector('#update').textContent"), /A new version is ready\. Reload/);
  // Until the user agrees, everything is of the old version.
  assert.equal(await tab.value("document.body.dataset.version ?? null"), null);
  await play(tab);
  const played = await tab.moves();
  assert.deepEqual(played.slice(0, 2), moves);
  await tab.click("#reload");
  await tab.until("document.body.dataset.version === '2'");
  await tab.drawn();
  await tab.turn();
  assert.deepEqual(await tab.moves(), played);
  assert.equal(await tab.value("document.querySelector('#update').hidden"), true);
  // The old version is gone.
  assert.equal(await tab.value("caches.keys().then((names) => names.length)"), 1);
  await play(tab);
  assert.deepEqual(tab.errors, []);
});

test("the page can be installed", { skip }, async (t) => {
  const { tab } = await start(t);
  const { installabilityErrors } = await tab.command("Page.getInstallabilityErrors");
  // The profile of a test is like that of a private window.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId), ["in-incognito"]);
  const { errors, data } = await tab.command("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).name, "Stonefall");
});
