// The other end of a conversation: with the worker, or with the program if STONEFALL names it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { workerUrl } from "../package/index.mjs";

/** Far longer than anything takes. */
const WATCHDOG = 60_000;

/** A conversation: lines go in by `send`, and wait to be read. */
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

  /** The lines up to the first that begins with this word, and that one. */
  async until(word) {
    const lines = [];
    do lines.push(await this.line());
    while (lines.at(-1).split(" ")[0] !== word);
    return lines;
  }

  /** Sends lines and returns what is said before the `readyok` that follows. */
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

/** The worker, until the test `t` is over; `wasm` names another module than its own. */
export function startWorker(t, wasm) {
  const worker = new Worker(workerUrl, { workerData: { wasm } });
  const engine = new Engine();
  worker.on("message", (line) => engine.hear(line));
  engine.send = (line) => worker.postMessage(line);
  t.after(() => worker.terminate());
  engine.ended = once(worker, "exit");
  return engine;
}

/** The program, until the test `t` is over. */
export function startProgram(t, path) {
  const program = spawn(path, [], { stdio: ["pipe", "pipe", "inherit"] });
  const engine = new Engine();
  createInterface({ input: program.stdout }).on("line", (line) => engine.hear(line));
  engine.send = (line) => program.stdin.write(`${line}\n`);
  t.after(() => program.kill());
  return engine;
}
