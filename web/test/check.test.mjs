// The worker, with the bridge that makes it a program, passes the checks of a TEI engine.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PROGRAM, withoutProgram } from "./engine.mjs";

test("stonefall check passes", { skip: withoutProgram }, async () => {
  const bridge = fileURLToPath(new URL("../package/tei.mjs", import.meta.url));
  // The slack is for other tests at the same time, not for the worker: its starts and ends and the largest table take seconds then.
  const points = ["--only", "1-92", "--slack", "100s"];
  const { stdout } = await promisify(execFile)(PROGRAM, ["check", ...points, process.execPath, bridge]).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  assert.match(stdout, /\bnone failed/);
});
