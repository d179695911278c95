/**
 * The engine of this page: "socket" (the server of the page), "worker" (the script stonefall-worker.js in the same
 * folder), or the address of a WebSocket. A host of the page changes only this file.
 * @type {string}
 */
export const engine = "socket";
