#!/usr/bin/env node
// TEI on standard input and output, for programs that start engines.
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { workerUrl } from "./index.mjs";

const worker = new Worker(workerUrl);
worker.on("message", (line) => process.stdout.write(`${line}\n`));
const input = createInterface({ input: process.stdin });
input.on("line", (line) => worker.postMessage(line));
// The end of the input means `quit`: the worker answers, and ends the program.
input.on("close", () => worker.postMessage("quit"));
worker.on("exit", () => process.exit());
process.stdout.on("error", () => process.exit());
