// Runs a page with the worker in a headless browser, and returns its report.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const PACKAGE = fileURLToPath(new URL("../package/", import.meta.url));
const TYPES = {
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};

/** The installed browser, or the one in CHROMIUM. */
export const browser =
  process.env.CHROMIUM ??
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync);

/**
 * Runs a module in a page and returns the value that it passes to `report`. The page is index.html of the folder, or an
 * empty one.
 */
export async function inPage(code, folder = PACKAGE) {
  let report;
  const reported = new Promise((resolve) => (report = resolve));
  const script = `const report = (value) =>
    fetch("/report", { method: "POST", body: JSON.stringify(value) });
    addEventListener("unhandledrejection", ({ reason }) => report({ error: String(reason) }));
    ${code}`;
  const server = createServer(async (request, response) => {
    const name = basename(request.url.split("?")[0]);
    if (name === "report") {
      let body = "";
      for await (const part of request) body += part;
      response.end();
      return report(JSON.parse(body));
    }
    if (name === "") {
      const html = await readFile(join(folder, "index.html"), "utf8").catch(() => "<!doctype html>");
      response.setHeader("content-type", "text/html");
      return response.end(`${html}<script type="module">${script}</script>`);
    }
    try {
      const bytes = await readFile(join(folder, name));
      response.setHeader("content-type", TYPES[name.split(".").at(-1)] ?? "text/plain");
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = await mkdtemp(join(tmpdir(), "stonefall-browser-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`];
  const address = `http://127.0.0.1:${server.address().port}/`;
  const program = spawn(browser, [...flags, address], { stdio: "ignore" });
  try {
    return await reported;
  } finally {
    const gone = new Promise((resolve) => program.on("exit", resolve));
    program.kill();
    await gone;
    server.close();
    server.closeAllConnections();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
