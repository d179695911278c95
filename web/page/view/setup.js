/** The dialog to set up a board, empty or with stones, which opens in the analysis. */
import { fromRead } from "../model/game.js";
import { PIECES } from "../model/moves.js";
import { Setup } from "../model/setup.js";
import { errorText, stackWords } from "../model/words.js";
import { BARE, Board } from "./board.js";
import { button, choice, closeDialog, fill, keepFocus, make, openDialog } from "./dom.js";
import { KOMIS, OPENINGS, SIZES } from "./new-game.js";
import { picture } from "./pieces.js";

/** The tool that removes the top stone. */
const REMOVE = { color: "", piece: "" };
const TOOLS = [...["white", "black"].flatMap((color) => PIECES.map((piece) => ({ color, piece }))), REMOVE];

class SetupDialog {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    this.setup = new Setup(app.facts.tps, app.facts.half_komi, app.facts.opening);
    this.tool = TOOLS[0];
    const host = make("div", { class: "board", id: "setup-board", keydown: (/** @type {KeyboardEvent} */ event) => this.key(event) });
    this.board = new Board(host, { tap: (square) => this.tap(square), finish: () => false, look: () => {} });
    this.tools = make("div", { class: "tools", role: "group", "aria-label": "Stone to put" });
    this.fields = make("div", { class: "fields" });
    this.tps = make("input", { id: "setup-tps", spellcheck: "false", autocomplete: "off", change: () => app.safely(this.read(this.tps.value)) });
    this.said = make("p", { class: "note", id: "setup-said", role: "status" });
    this.trouble = make("p", { class: "trouble", id: "setup-trouble", role: "alert" });
    this.open = button("Analyze", () => app.safely(this.analyze()), { id: "setup-open", class: "strong" });
    this.element = make("div", { class: "setup" }, [
      host,
      make("div", { class: "fields" }, [
        this.tools,
        this.fields,
        make("label", { class: "field" }, [make("span", { text: "TPS" }), this.tps]),
        make("div", { class: "row" }, [
          button("Clear", () => this.change(() => this.setup.clear()), { id: "setup-clear", title: "Remove all stones" }),
          button("Empty board", () => this.change(() => this.setup.start()), { id: "setup-start", title: "The first position of a game" }),
          this.open,
        ]),
        this.said,
        this.trouble,
      ]),
    ]);
    this.draw();
  }

  /** @param {() => void} work */
  change(work) {
    work();
    keepFocus(() => this.draw(), (options) => this.board.focus(options));
  }

  /** @param {string} square */
  tap(square) {
    const { color, piece } = this.tool;
    this.change(() => (this.tool === REMOVE ? this.setup.lift(square) : this.setup.put(square, color, piece)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    event.preventDefault();
    this.change(() => this.setup.lift(this.board.at));
  }

  /** Takes over a position in TPS. @param {string} text */
  async read(text) {
    try {
      const { start, size } = await this.app.engine.readGame(text);
      // The empty board is no start of its own.
      this.change(() => this.setup.read(start ?? `${Array(size).fill(`x${size}`).join("/")} 1 1`));
    } catch (error) {
      this.trouble.textContent = errorText(error);
    }
  }

  draw() {
    const { setup } = this;
    const label = (/** @type {string} */ square) => {
      const there = setup.stacks.get(square);
      return `${square}, ${there ? stackWords(there) : "empty"}`;
    };
    const targets = new Set([...Array(setup.size ** 2).keys()].map((at) => `${String.fromCharCode(97 + (at % setup.size))}${1 + Math.floor(at / setup.size)}`));
    this.board.draw({ ...BARE, size: setup.size, isFlipped: false, hasNames: true, stacks: [...setup.stacks.values()], targets, label, isStill: false });
    fill(this.tools, TOOLS.map((tool) => this.toolButton(tool)));
    fill(this.fields, this.choices());
    this.tps.value = setup.tps;
    this.app.safely(this.check());
  }

  /** @param {typeof REMOVE} tool */
  toolButton(tool) {
    const name = tool === REMOVE ? "Remove" : `${tool.color} ${tool.piece}`;
    const choose = () => this.change(() => (this.tool = tool));
    const made = button("", choose, { id: `tool-${name.replace(" ", "-")}`, class: "choose", "aria-pressed": String(tool === this.tool), title: tool === REMOVE ? "Remove the top stone (Backspace)" : name });
    if (tool === REMOVE) made.append(name);
    else made.append(picture(tool.color, tool.piece), make("span", { class: "unseen", text: name }));
    return made;
  }

  choices() {
    const { setup } = this;
    const number = make("input", { id: "setup-number", type: "number", min: 1, max: 999, value: setup.moveNumber, change: () => this.change(() => (setup.moveNumber = Math.max(1, Math.floor(Number(number.value)) || 1))) });
    return [
      choice("Board", SIZES, setup.size, (value) => this.change(() => setup.resize(Number(value))), "setup-size"),
      choice("To move", [["white", "White"], ["black", "Black"]], setup.toMove, (value) => this.change(() => (setup.toMove = value)), "setup-color"),
      make("label", { class: "field" }, [make("span", { text: "Move number" }), number]),
      choice("Komi", KOMIS, setup.halfKomi, (value) => this.change(() => (setup.halfKomi = Number(value))), "setup-komi"),
      choice("Opening", OPENINGS, setup.opening, (value) => this.change(() => (setup.opening = value)), "setup-opening"),
    ];
  }

  /** Asks the engine whether the position is legal. */
  async check() {
    const { ptn } = this.setup;
    let [said, trouble] = ["", ""];
    try {
      said = this.setup.reserves((await this.app.engine.readGame(ptn)).pieces);
    } catch (error) {
      trouble = errorText(error);
    }
    if (ptn !== this.setup.ptn) return;
    this.said.textContent = said;
    this.trouble.textContent = trouble;
    this.open.disabled = trouble !== "";
  }

  async analyze() {
    const read = await this.app.engine.readGame(this.setup.ptn);
    closeDialog();
    await this.app.analyze(fromRead(read));
  }
}

/** @param {import("../app.js").App} app */
export function openSetup(app) {
  if (app.shown) openDialog("Set up a board", [new SetupDialog(app).element]);
}
