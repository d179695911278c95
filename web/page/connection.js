/**
 * Ways to an engine: lines of TEI there, lines of TEI back.
 *
 * @typedef {object} Connection
 * @property {(line: string) => void} send says a line; without an engine it is lost
 * @property {() => void} close ends it for good
 *
 * @typedef {object} Listener
 * @property {() => void} opened there is an engine now, and it knows nothing
 * @property {(line: string) => void} heard it says a line
 * @property {(reason: string) => void} lost it has gone; it is looked for
 */

/** Pauses between attempts to reach a server that has gone, in milliseconds. */
const PAUSES = [250, 500, 1000, 2000, 4000];

/**
 * @param {string} where as engine.js has it
 * @param {Listener} listener
 * @returns {Connection}
 */
export function connect(where, listener) {
  if (where === "worker") return toWorker(new URL("stonefall-worker.js", document.baseURI), listener);
  return toSocket(where === "socket" ? ownAddress() : where, listener);
}

/** The address of the server that this page comes from. */
function ownAddress() {
  const url = new URL("./", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  url.search = "";
  return url.href;
}

/**
 * @param {string} address
 * @param {Listener} listener
 * @returns {Connection}
 */
function toSocket(address, listener) {
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let isClosed = false;

  function open() {
    const attempt = new WebSocket(address);
    socket = attempt;
    attempt.onopen = () => {
      failures = 0;
      listener.opened();
    };
    attempt.onmessage = ({ data }) => {
      for (const line of String(data).split(/\r?\n/)) {
        if (line.trim() !== "") listener.heard(line.trim());
      }
    };
    attempt.onclose = ({ reason }) => {
      if (isClosed || socket !== attempt) return;
      socket = null;
      listener.lost(reason);
      const pause = PAUSES[Math.min(failures, PAUSES.length - 1)];
      failures += 1;
      setTimeout(open, pause);
    };
  }

  open();
  return {
    send(line) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(line);
    },
    close() {
      isClosed = true;
      socket?.close();
    },
  };
}

/**
 * @param {URL} script
 * @param {Listener} listener
 * @returns {Connection}
 */
function toWorker(script, listener) {
  const worker = new Worker(script);
  worker.onmessage = ({ data }) => {
    for (const line of String(data).split(/\r?\n/)) {
      if (line.trim() !== "") listener.heard(line.trim());
    }
  };
  worker.onerror = (event) => listener.lost(event.message ?? "the engine has failed");
  // What is sent before it has started waits for it.
  queueMicrotask(() => listener.opened());
  return {
    send: (line) => worker.postMessage(line),
    close: () => worker.terminate(),
  };
}
