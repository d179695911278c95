// Stonefall in its own worker, in a browser or in Node.

/** The address of the worker. */
export const workerUrl = new URL("./stonefall-worker.js", import.meta.url);

/** Starts a session in TEI. `listen` receives every line of the engine. */
export async function start(listen) {
  if (typeof Worker === "function") {
    const worker = new Worker(new URL("./stonefall-worker.js", import.meta.url));
    worker.onmessage = ({ data }) => listen(data);
    return handle(worker);
  }
  const { Worker: NodeWorker } = await import("node:worker_threads");
  const worker = new NodeWorker(workerUrl);
  worker.on("message", listen);
  return handle(worker);
}

function handle(worker) {
  return {
    send: (line) => worker.postMessage(line),
    end: () => void worker.terminate(),
  };
}
