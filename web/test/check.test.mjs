// The worker, with the bridge that makes it a program, passes the checks of a TEI engine.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PROGRAM, withoutProgram } from "./engine.mjs";

const BRIDGE = fileURLToPath(new URL("../package/tei.mjs", import.meta.url));
/** All points of engines on standard input, in two parts of the same length at the same time. */
const PARTS = ["1-48", "49-92"];

/** Checks points. Returns what the program says. */
async function check(points) {
  // The slack is for other tests at the same time, not for the worker: its starts and ends and the largest table take seconds
  // then. Most starts are too short for the second compilation of the module.
  const words = ["check", "--only", points, "--slack", "100s", process.execPath, "--liftoff-only", BRIDGE];
  const { stdout } = await promisify(execFile)(PROGRAM, words).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

test("stonefall check passes", { skip: withoutProgram }, async () => {
  for (const said of await Promise.all(PARTS.map(check))) assert.match(said, /\bnone failed/);
});
