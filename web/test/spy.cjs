// Loaded into every thread of a worker: tells a test what each helper receives.
const { parentPort, workerData } = require("node:worker_threads");

if (workerData?.name === "stonefall helper") {
  const channel = new BroadcastChannel("stonefall helper");
  channel.unref();
  parentPort.on("message", ({ lines }) => lines && channel.postMessage(lines));
}
