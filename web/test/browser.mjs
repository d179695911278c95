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

const ARGUMENTS = [
  // A test may run as any user: the sandbox is refused to some.
  "--no-sandbox",
  "--disable-quic",
  // Names below `example` are other origins.
  "--host-resolver-rules=MAP *.example 127.0.0.1",
  // Chromium loads two pages for its address bar in each window, which take longer than the board. The others are what the
  // library disables and matters here; the last list counts. A page from a folder may connect to the program.
  `--disable-features=${["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PaintHolding", "HttpsUpgrades", "OptimizationHints", "MediaRouter", ...(process.env.PAGE ? ["LocalNetworkAccessChecks"] : [])]}`,
];

/** The browser of this process, and the number of its profiles. */
let running;
let profiles = 0;

async function start() {
  // Tests without a browser work without this library.
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: browser, args: ARGUMENTS });
}

/** Ends the browser if it has no profile: most tests open one as soon as the test before has closed its own. */
async function endUnused() {
  if (profiles > 0 || !running) return;
  const unused = running;
  running = undefined;
  await (await unused).close();
}

/** A tab with a profile of its own and these options of the screen; `close` of its context ends both. */
export async function openPage(screen = {}) {
  profiles += 1;
  running ??= start();
  const context = await (await running).newContext({ viewport: { width: 1280, height: 900 }, ...screen });
  context.once("close", () => {
    profiles -= 1;
    setTimeout(endUnused, 500);
  });
  return context.newPage();
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
  const page = await openPage();
  try {
    await page.goto(server.address);
    return await new Promise((resolve, reject) => {
      page.on("pageerror", reject);
      page
        .exposeFunction("report", resolve)
        .then(() => page.addScriptTag({ type: "module", content: code }))
        .catch(reject);
    });
  } finally {
    await page.context().close();
    await server.close();
  }
}
