// Stonefall in its own worker, in a browser or in Node.

// Bundlers recognize these expressions and copy the files, perhaps with other names.
const worker = new URL("./stonefall-worker.js", import.meta.url);
const files = {
  "stonefall.wasm": new URL("./stonefall.wasm", import.meta.url),
  "table.wasm": new URL("./table.wasm", import.meta.url),
  "4x4.net": new URL("./4x4.net", import.meta.url),
  "5x5.net": new URL("./5x5.net", import.meta.url),
  "6x6.net": new URL("./6x6.net", import.meta.url),
  "7x7.net": new URL("./7x7.net", import.meta.url),
  "8x8.net": new URL("./8x8.net", import.meta.url),
};

/** The address of the worker; its fragment has the addresses of the other files. */
export const workerUrl = new URL(`#${encodeURIComponent(JSON.stringify(files))}`, worker);

/** Starts a session in TEI. `listen` receives every line of the engine. */
export async function start(listen) {
  if (typeof Worker === "function") {
    const started = new Worker(workerUrl);
    started.onmessage = ({ data }) => listen(data);
    return handle(started);
  }
  const { Worker: NodeWorker } = await import("node:worker_threads");
  const started = new NodeWorker(worker);
  started.on("message", listen);
  return handle(started);
}

function handle(worker) {
  return {
    send: (line) => worker.postMessage(line),
    end: () => void worker.terminate(),
  };
}
