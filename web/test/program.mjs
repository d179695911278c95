// The program as a server of the board, and the tools that a test runs.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withoutBrowser } from "./browser.mjs";
import { Tab } from "./tab.mjs";

const BUILT = fileURLToPath(new URL("../../target/debug/stonefall", import.meta.url));

/** The program in STONEFALL, or the one of `cargo build`. */
export const PROGRAM = process.env.STONEFALL ?? (existsSync(BUILT) ? BUILT : undefined);

/** The reason for skipping tests of the page that the program serves. */
export const skip = withoutBrowser || (PROGRAM ? false : "STONEFALL does not name the program");

/** Runs the program to its end. */
export const run = promisify(execFile).bind(null, PROGRAM);

/** A file in a folder of its own until the end of the test `t`. */
export async function makeFile(t, name, content) {
  const folder = await mkdtemp(join(tmpdir(), "stonefall-test-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  if (content !== undefined) await writeFile(path, content);
  return path;
}

/** Starts a server until the end of the test `t`; `stop` ends it before. */
export async function startServer(t, words = [], port = "0") {
  const all = ["board", "--no-open", "--hash", "16", "--port", port, ...words];
  const program = spawn(PROGRAM, all, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(program, "exit");
  const stop = () => program.kill() && ended;
  t.after(stop);
  const notices = [];
  createInterface({ input: program.stderr }).on("line", (line) => notices.push(line));
  const [line] = await Promise.race([once(createInterface({ input: program.stdout }), "line"), ended]);
  assert.match(String(line), /listens at/, notices.join("\n"));
  const address = /http:\/\/[^/]*\//.exec(line)[0];
  return { address, port: new URL(address).port, notices, stop };
}

/** Opens the board of a new server: `words` are flags of the server, `fragment` belongs to the address, `screen` are options. */
export async function openBoard(t, { words = [], fragment = "", screen } = {}) {
  const server = await startServer(t, words);
  const tab = await Tab.open(t, screen);
  await tab.visit(server.address + fragment);
  return Object.assign(tab, { server });
}

/** Fails if the page had errors. */
export function assertNoErrors(tab) {
  assert.deepEqual([...tab.errors, ...tab.complaints], []);
}
