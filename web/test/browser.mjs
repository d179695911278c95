// Runs a page with the worker in a headless browser, and returns its report.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveFolder } from "./server.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const PACKAGE = fileURLToPath(new URL("../package/", import.meta.url));

/** The installed browser, or the one in CHROMIUM. */
export const browser =
  process.env.CHROMIUM ??
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync);

/** Starts the browser in a profile of its own; `end` ends it and removes the profile. */
export async function startBrowser(flags, stdio) {
  const profile = await mkdtemp(join(tmpdir(), "stonefall-browser-"));
  const usual = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`];
  const program = spawn(browser, [...usual, ...flags], { stdio });
  const gone = new Promise((resolve) => program.on("exit", resolve));
  return {
    program,
    async end() {
      program.kill();
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Runs a module in a page and returns the value that it passes to `report`. The page is index.html of the folder, or an
 * empty one. All files get the headers.
 */
export async function inPage(code, folder = PACKAGE, headers = {}) {
  let report;
  const reported = new Promise((resolve) => (report = resolve));
  const script = `const report = (value) =>
    fetch("/report", { method: "POST", body: JSON.stringify(value) });
    addEventListener("unhandledrejection", ({ reason }) => report({ error: String(reason) }));
    ${code}`;
  const server = await serveFolder(folder, async (name, request, response) => {
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    if (name === "report") {
      let body = "";
      for await (const part of request) body += part;
      response.end();
      report(JSON.parse(body));
      return true;
    }
    if (name !== "index.html") return false;
    const html = await readFile(join(folder, name), "utf8").catch(() => "<!doctype html>");
    response.setHeader("content-type", "text/html");
    response.end(`${html}<script type="module">${script}</script>`);
    return true;
  });
  const started = await startBrowser([server.address], "ignore");
  try {
    return await reported;
  } finally {
    await started.end();
    await server.close();
  }
}
