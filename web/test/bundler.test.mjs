// The npm package in a project that Vite bundles. Vite gives the worker, the module and the networks other names.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { inPage, withoutBrowser as skip } from "./browser.mjs";

const PACKAGE = fileURLToPath(new URL("../package/", import.meta.url));
const run = promisify(execFile);

const PAGE = '<!doctype html><script type="module" src="./main.js"></script>';
const MAIN = `
  import { start } from "stonefall";
  const lines = [];
  window.answer = new Promise((resolve) => {
    start((line) => lines.push(line) && line.startsWith("bestmove") && resolve(lines)).then((engine) => {
      for (const line of ["tei", "teinewgame 5", "isready", "eval", "position startpos moves a1 e5", "go nodes 2000"])
        engine.send(line);
    });
  });`;

/** A project with the package as npm publishes it, until the end of the test `t`. */
async function makeProject(t) {
  const folder = await mkdtemp(join(tmpdir(), "stonefall-vite-"));
  t.after(() => rm(folder, { recursive: true }));
  await run("npm", ["pack", PACKAGE, "--pack-destination", folder]);
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  const installed = join(folder, "node_modules", "stonefall");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", join(folder, archive), "-C", installed, "--strip-components=1"]);
  await writeFile(join(folder, "index.html"), PAGE);
  await writeFile(join(folder, "main.js"), MAIN);
  return folder;
}

test("a project with a bundler uses the package", { skip }, async (t) => {
  const root = await makeProject(t);
  await build({ root, configFile: false, logLevel: "error", build: { assetsDir: "" } });
  const lines = await inPage("report(await window.answer)", join(root, "dist"));
  assert.ok(lines.includes("teiok") && lines.includes("readyok"), lines.join("\n"));
  assert.ok(!lines.some((line) => line.includes("error") || line.includes("no network")), lines.join("\n"));
  assert.match(lines.at(-1), /^bestmove \S+/);
});
