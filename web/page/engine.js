/**
 * Where the engine of this page is: "socket" (the server that the page comes from), "worker" (the script
 * stonefall-worker.js beside the page), or the address of a WebSocket. Whoever hosts the files changes
 * this one.
 */
export const engine = "socket";
