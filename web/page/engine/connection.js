/**
 * Connections to an engine, which exchange lines of TEI.
 *
 * @typedef {object} Connection
 * @property {(line: string) => void} send sends a line, if there is an engine
 *
 * @typedef {object} Listener
 * @property {() => void} opened called when a new engine is there
 * @property {(line: string) => void} heard called with each line of the engine
 * @property {(reason: string, isRefused: boolean) => void} lost called when the engine is gone, or refuses this page; the connection tries
 *   again
 */

import { failure, worker } from "./early.js";

/** Pauses between attempts to connect again, in milliseconds. */
const PAUSES = [250, 500, 1000, 2000, 4000];
/** The code at the end of a refused session: too many are open (docs/tei.md). */
const REFUSED = 1013;

/**
 * @param {string} where the address in engine.js
 * @param {Listener} listener
 * @returns {Connection}
 */
export function connect(where, listener) {
  if (worker) return toWorker(worker, listener);
  return toSocket(where === "socket" ? ownAddress() : where, listener);
}

/** The address of the server of this page. */
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

  function open() {
    const attempt = new WebSocket(address);
    let wasHeard = false;
    socket = attempt;
    attempt.onopen = () => listener.opened();
    attempt.onmessage = ({ data }) => {
      for (const line of String(data).split(/\r?\n/)) {
        if (line.trim() !== "") listener.heard(line.trim());
      }
      wasHeard = true;
    };
    attempt.onclose = ({ code, reason }) => {
      if (socket !== attempt) return;
      socket = null;
      const isRefused = code === REFUSED;
      if (wasHeard && !isRefused) failures = 0;
      listener.lost(reason, isRefused);
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
  };
}

/**
 * @param {Worker} worker
 * @param {Listener} listener
 * @returns {Connection}
 */
function toWorker(worker, listener) {
  worker.onmessage = ({ data }) => {
    for (const line of String(data).split(/\r?\n/)) {
      if (line.trim() !== "") listener.heard(line.trim());
    }
  };
  /** @param {ErrorEvent} event */
  const fail = (event) => listener.lost(event.message ?? "the engine failed", false);
  worker.onerror = fail;
  // The browser keeps messages until the worker has started.
  queueMicrotask(() => (failure.event ? fail(failure.event) : listener.opened()));
  return {
    send: (line) => worker.postMessage(line),
  };
}
