// A page that behaves like PTN Ninja, and one of an origin that may not use the engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage } from "../browser.mjs";
import { skip, startServer } from "../program.mjs";
import { serveFolder } from "../server.mjs";

/** The findings of client.js in a page of this host, and what the server said. */
async function visit(t, host) {
  const server = await startServer(t);
  const site = await serveFolder(fileURLToPath(new URL(".", import.meta.url)));
  t.after(() => site.close());
  const page = await openPage();
  t.after(() => page.context().close());
  const origin = site.address.replace("127.0.0.1", host).slice(0, -1);
  await page.goto(`${origin}/client.js`);
  await page.addScriptTag({ path: fileURLToPath(new URL("client.js", import.meta.url)) });
  const found = await page.evaluate(`visit("ws://127.0.0.1:${server.port}/")`);
  return { ...found, origin, notices: server.notices.join("\n") };
}

test("sessions like those of PTN Ninja", { skip }, async (t) => {
  const { faults, counts, origin, notices } = await visit(t, "localhost");
  assert.deepEqual(faults, []);
  assert.ok(counts.searches > 30 && counts.infos > 60, JSON.stringify(counts));
  assert.ok(notices.includes(`session 1: ${origin} connected`), notices);
});

test("a page of another origin is refused", { skip }, async (t) => {
  const { isOpen, origin, notices } = await visit(t, "evil.example");
  assert.equal(isOpen, false);
  assert.ok(notices.includes(`--allow-origin ${origin}`), notices);
});
