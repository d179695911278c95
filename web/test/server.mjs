// A web server for a folder.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, join } from "node:path";

const TYPES = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  mjs: "text/javascript",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/**
 * Serves the files of a folder and of its folders, those of the folder itself under any path, and `index.html` at `/`. `answer` may answer a request itself; it then returns true.
 * `close` ends the server and its connections.
 */
export async function serveFolder(folder, answer = async () => false) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname.slice(1);
    const name = (existsSync(join(folder, path)) ? path : basename(path)) || "index.html";
    if (await answer(name, request, response)) return;
    try {
      const bytes = await readFile(join(folder, name));
      response.setHeader("content-type", TYPES[name.split(".").at(-1)] ?? "text/plain");
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
