// A tab of a headless browser, controlled by its debugger.
import { setTimeout as sleep } from "node:timers/promises";
import { startBrowser } from "./browser.mjs";

/** Longer than any step, in milliseconds. */
const EVER = 60_000;

/** Keys without a character. */
const CODES = { Backspace: 8, Tab: 9, Enter: 13, Escape: 27, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
/** Text of keys with a name and a character. */
const TEXTS = { Enter: "\r", Space: " " };

/** Messages to the browser and back, over pipes. */
class Debugger {
  #program;
  #count = 0;
  #pending = new Map();
  #rest = "";
  /** Called with every event. */
  onEvent = () => {};

  constructor(program) {
    this.#program = program;
    program.stdio[4].setEncoding("utf8").on("data", (text) => this.#hear(text));
  }

  #hear(text) {
    const parts = (this.#rest + text).split("\0");
    this.#rest = parts.pop();
    for (const message of parts.map((part) => JSON.parse(part))) {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (!pending) this.onEvent(message);
      else if (message.error) pending.reject(new Error(message.error.message));
      else pending.resolve(message.result);
    }
  }

  send(method, params, sessionId) {
    const id = (this.#count += 1);
    this.#program.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }
}

export class Tab {
  #debugger;
  #session;
  /** Errors of the page. */
  errors = [];

  /** Opens an empty tab in its own browser until the end of the test `t`. */
  static async open(t) {
    const started = await startBrowser(["--remote-debugging-pipe", "about:blank"], ["ignore", "ignore", "ignore", "pipe", "pipe"]);
    t.after(() => started.end());
    const tab = new Tab();
    tab.#debugger = new Debugger(started.program);
    tab.#debugger.onEvent = ({ method, params }) => {
      if (method === "Runtime.exceptionThrown") tab.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    };
    const { targetId } = await tab.#debugger.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await tab.#debugger.send("Target.attachToTarget", { targetId, flatten: true });
    tab.#session = sessionId;
    for (const domain of ["Page", "Runtime", "Network"]) await tab.command(`${domain}.enable`);
    return tab;
  }

  command(method, params = {}) {
    return this.#debugger.send(method, params, this.#session);
  }

  async visit(address) {
    await this.command("Page.navigate", { url: address });
    await this.drawn();
  }

  async reload() {
    await this.value("document.documentElement.dataset.isOld = 'true'");
    await this.command("Page.reload");
    await this.until("!document.documentElement.dataset.isOld");
    await this.drawn();
  }

  /** Waits for a drawn board. */
  drawn() {
    return this.until("document.querySelector('.canvas .ground')");
  }

  /** The size of the screen in CSS pixels. */
  screen(width, height) {
    return this.command("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
  }

  /** Media features, such as `{"prefers-color-scheme": "dark"}`. */
  media(features) {
    return this.command("Emulation.setEmulatedMedia", { features: Object.entries(features).map(([name, value]) => ({ name, value })) });
  }

  /** The value of an expression in the page, after its promises. */
  async value(expression) {
    const { result, exceptionDetails } = await this.command("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /** Waits until a condition is true. */
  async until(condition) {
    const deadline = Date.now() + EVER;
    for (;;) {
      // A navigation may interrupt the evaluation.
      if (await this.value(`Boolean(${condition})`).catch(() => false)) return;
      if (Date.now() > deadline) {
        const text = await this.value("document.body.innerText");
        throw new Error(`${condition} does not come true: ${text} ${this.errors.join(" ")}`);
      }
      await sleep(20);
    }
  }

  /** Presses keys: names such as `ArrowLeft`, or characters. */
  async keys(...names) {
    for (const name of names) {
      const text = TEXTS[name] ?? (name.length === 1 ? name : undefined);
      const key = { key: name === "Space" ? " " : name, text, windowsVirtualKeyCode: CODES[name] ?? (name === "Space" ? 32 : name.toUpperCase().charCodeAt(0)) };
      await this.command("Input.dispatchKeyEvent", { type: "keyDown", ...key });
      await this.command("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    }
  }

  /** Clicks an element once it is there and enabled. */
  async click(selector) {
    await this.until(`document.querySelector(${JSON.stringify(selector)})?.disabled === false`);
    await this.value(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }
}
