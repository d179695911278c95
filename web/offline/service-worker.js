// The page without a network, in whole versions: a new version replaces this one when the user asks for it, or when no window
// shows the page. It stores the network of a board size when the page first loads it. web/site writes VERSION, a hash of all files, and FILES in front of this text.
"use strict";

/** Caches of this page: others of the same server belong to other folders. */
const CACHES = `stonefall ${self.registration.scope} `;
const CACHE = CACHES + VERSION;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("message", ({ data }) => data === "activate" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const isOwn = new URL(event.request.url).origin === self.location.origin;
  if (event.request.method === "GET" && isOwn) event.respondWith(answer(event.request));
});

/** Stores all files of this version. */
async function fill() {
  const cache = await caches.open(CACHE);
  // The browser's usual cache may have files of the version before: it asks the server.
  const files = [...FILES, ...(await storedNetworks())];
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

/** The networks of the version before: the new one stores the same board sizes. */
async function storedNetworks() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => url).filter(isNetwork);
}

const isNetwork = (url) => url.endsWith(".net");

/** Removes the versions before, and serves the windows that are open. */
async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const key = request.url.split(/[?#]/)[0].replace(/\/index\.html$/, "/");
  const stored = await cache.match(key);
  if (stored) return isolated(stored);
  const response = await fetch(request);
  if (response.ok && isNetwork(key)) await cache.put(key, response.clone());
  return isolated(response);
}

/**
 * A response with the headers that permit memory which several threads share. The page itself comes from here from its
 * second visit on.
 */
function isolated(response) {
  // Redirections and errors of the network have no readable body.
  if (response.status === 0 || [204, 205, 304].includes(response.status)) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
