// Headless Chromium, controlled by Playwright.
import { existsSync } from "node:fs";
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

/** The reason for skipping tests that need the browser. */
export const withoutBrowser = browser ? false : "there is no Chromium";

/** Starts the browser with a profile of its own and these options of the screen; `close` ends it. */
export async function launch(screen = {}) {
  // Tests without a browser work without this library.
  const { chromium } = await import("playwright-core");
  // A test may run as any user: the sandbox is refused to some. Names below `example` are other origins.
  const args = ["--no-sandbox", "--disable-quic", "--host-resolver-rules=MAP *.example 127.0.0.1"];
  // A page from a folder may connect to the program.
  if (process.env.PAGE) args.push("--disable-features=LocalNetworkAccessChecks");
  return chromium.launchPersistentContext("", { executablePath: browser, args, viewport: { width: 1280, height: 900 }, ...screen });
}

/**
 * Runs a module in a page and returns the value that it passes to `report`. The page is index.html of the folder, or an
 * empty one. All files get the headers.
 */
export async function inPage(code, folder = PACKAGE, headers = {}) {
  const server = await serveFolder(folder, async (name, _, response) => {
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    if (name !== "index.html" || existsSync(join(folder, name))) return false;
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html>");
    return true;
  });
  const started = await launch();
  try {
    const [page] = started.pages();
    await page.goto(server.address);
    return await new Promise((resolve, reject) => {
      page.on("pageerror", reject);
      page
        .exposeFunction("report", resolve)
        .then(() => page.addScriptTag({ type: "module", content: code }))
        .catch(reject);
    });
  } finally {
    await started.close();
    await server.close();
  }
}
