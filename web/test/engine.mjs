// A client of the worker, or of the program in STONEFALL.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { workerUrl } from "../package/index.mjs";

/** The program, for tests that compare the worker with it, and the reason for skipping them without it. */
export const PROGRAM = process.env.STONEFALL;
export const withoutProgram = PROGRAM ? false : "STONEFALL does not name the program";

/** Longer than any step. */
const WATCHDOG = 60_000;

/** A session: `send` sends lines, and the answers wait in a queue. */
class Engine {
  #lines = [];
  #wake = () => {};

  hear(line) {
    this.#lines.push(line);
    this.#wake();
  }

  /** The next line. */
  async line() {
    if (this.#lines.length === 0) {
      await new Promise((resolve, reject) => {
        const watchdog = setTimeout(() => reject(new Error("no answer")), WATCHDOG);
        this.#wake = () => (clearTimeout(watchdog), resolve());
      });
      this.#wake = () => {};
    }
    return this.#lines.shift();
  }

  /** The lines up to the first with this first word. */
  async until(word) {
    const lines = [];
    do lines.push(await this.line());
    while (lines.at(-1).split(" ")[0] !== word);
    return lines;
  }

  /** Sends lines and `isready`; returns the lines before `readyok`. */
  async ask(...lines) {
    for (const line of [...lines, "isready"]) this.send(line);
    return (await this.until("readyok")).slice(0, -1);
  }

  /** The lines of the answer to a `go`. */
  async go(line) {
    this.send(line);
    return this.until("bestmove");
  }
}

/** The worker until the end of the test `t`; `wasm` is the path of another module, `execArgv` are flags for its threads. */
export function startWorker(t, wasm, execArgv = []) {
  const worker = new Worker(workerUrl, { workerData: { wasm }, execArgv });
  const engine = new Engine();
  worker.on("message", (line) => engine.hear(line));
  engine.send = (line) => worker.postMessage(line);
  t.after(() => worker.terminate());
  engine.ended = once(worker, "exit");
  return engine;
}

/** The program until the end of the test `t`. */
export function startProgram(t, path) {
  const program = spawn(path, [], { stdio: ["pipe", "pipe", "inherit"] });
  const engine = new Engine();
  createInterface({ input: program.stdout }).on("line", (line) => engine.hear(line));
  engine.send = (line) => program.stdin.write(`${line}\n`);
  t.after(() => program.kill());
  return engine;
}
