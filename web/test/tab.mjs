// A tab of a headless browser with the board.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPage } from "./browser.mjs";

/** Longer than any step, in milliseconds. */
const EVER = 60_000;
/** The player can move. */
const TURN = "document.querySelector('.cells:not(.still) .target')";

/** Answers with the files of this folder instead of those in the program, for tests without a build. */
const serveFrom = (context, folder) =>
  context.route("**/*", async (route) => {
    const { pathname, origin } = new URL(route.request().url());
    const path = join(folder, pathname === "/" ? "index.html" : pathname);
    if (!existsSync(path)) return route.continue();
    const policy = (await route.fetch({ url: origin })).headers()["content-security-policy"] ?? "";
    return route.fulfill({ path, headers: { "content-security-policy": policy } });
  });

export class Tab {
  /** Errors of the page. */
  errors = [];
  /** Errors in its console, such as missing files. */
  complaints = [];

  /** Opens an empty tab with its own profile until the end of the test `t`, with these options of the screen. */
  static async open(t, screen) {
    const tab = new Tab();
    tab.page = await openPage(screen);
    tab.context = tab.page.context();
    t.after(() => tab.context.close());
    tab.context.setDefaultTimeout(EVER);
    if (process.env.PAGE) await serveFrom(tab.context, process.env.PAGE);
    tab.page.on("pageerror", (error) => tab.errors.push(error.stack ?? String(error)));
    tab.page.on("console", (line) => line.type() === "error" && tab.complaints.push(line.text()));
    return tab;
  }

  /** Sends a command to the debugger of the browser. */
  async command(method, params = {}) {
    this.debugger ??= await this.context.newCDPSession(this.page);
    return this.debugger.send(method, params);
  }

  async visit(address) {
    await this.page.goto(address);
    await this.drawn();
  }

  async reload() {
    await this.page.reload();
    await this.drawn();
  }

  /** Waits for a drawn board. */
  drawn() {
    return this.until("document.querySelector('.canvas .ground')");
  }

  /** The value of an expression in the page, after its promises. */
  value(expression) {
    return this.page.evaluate(expression);
  }

  /** The text of an element. */
  text(selector) {
    return this.page.textContent(selector);
  }

  /** Waits until a condition is true. (Playwright's own loop breaks the policy of the page.) */
  async until(condition) {
    const deadline = Date.now() + EVER;
    const isTrue = `(async () => {
      const holds = () => { try { return ${condition} } catch { return false } };
      for (let look = 0; look < 100; look += 1) {
        if (holds()) return true;
        await new Promise((wake) => setTimeout(wake, 20));
      }
      return false;
    })()`;
    // A navigation interrupts the evaluation.
    while (!(await this.value(isTrue).catch(() => sleep(20)))) {
      if (Date.now() > deadline) {
        const text = await this.value("document.body.innerText");
        throw new Error(`${condition} does not come true: ${text} ${this.errors.join(" ")}`);
      }
    }
  }

  /** Waits for a number of elements. */
  count(selector, number) {
    return this.until(`document.querySelectorAll(${JSON.stringify(selector)}).length === ${number}`);
  }

  /** Waits until the text of an element matches. */
  says(selector, pattern) {
    return this.until(`${pattern}.test(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "")`);
  }

  /** Waits until the player can move. */
  turn() {
    return this.until(TURN);
  }

  /** The moves in the list. */
  moves() {
    return this.value("[...document.querySelectorAll('#moves .main')].map((move) => move.textContent)");
  }

  /** Waits for a number of moves in the list. */
  played(number) {
    return this.count("#moves .main", number);
  }

  /** Presses keys: names such as `ArrowLeft`, or characters. */
  async keys(...names) {
    for (const name of names) await this.page.keyboard.press(name);
  }

  /** Clicks an element once it is there, enabled, at rest and uncovered. */
  click(selector) {
    return this.page.click(selector);
  }

  /** Clicks squares in order: `"a1 b2"`. */
  async squares(squares) {
    for (const square of squares.split(" ")) await this.click(`[data-square=${square}]`);
  }

  /** Chooses an option of a list, or fills a field. */
  async fill(selector, value) {
    const isList = await this.page.locator(selector).evaluate((element) => element.matches("select"));
    await (isList ? this.page.selectOption(selector, { value }) : this.page.fill(selector, value));
  }

  /** The first square where the player can put a stone or begin a move, with these words in its name. */
  first(words) {
    const named = words && `[aria-label*="${words}"]`;
    return this.value(`document.querySelector('.cells button.target${named}')?.dataset.square`);
  }

  /** Opens a game, or a position, by the dialog. */
  async load(text) {
    await this.click("#load");
    await this.fill("#load-text", text);
    await this.click("#load-open");
  }

  /** Begins a game with these choices of the dialog. */
  async begin(choices) {
    await this.click("#new");
    for (const [name, value] of Object.entries(choices)) await this.fill(`#new-${name}`, value);
    await this.click("#new-play");
    await this.until("!document.querySelector('dialog[open]')");
    // The board of the previous game stays until the answer of the engine.
    await this.count(".cells button", choices.size ** 2);
    await this.turn();
  }
}
