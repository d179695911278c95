/** Games in and out: by paste, file, link, and to PTN Ninja. */
import { Refused } from "./tei.js";
import { button, closeDialog, make, openDialog } from "./dom.js";
import { fromRead } from "./game.js";
import { linkTo, ninjaLink } from "./link.js";

/** The largest text that is sent to the engine, in characters. */
const LARGEST = 1_000_000;

/**
 * Reads a text as a game.
 * @param {import("./tei.js").Engine} engine
 * @param {string} text
 * @param {number} [index]
 */
export async function readGame(engine, text, index = 0) {
  if (text.length > LARGEST) throw new Refused(`expected a text of at most ${LARGEST} characters, found ${text.length}`);
  return engine.ask("game", JSON.stringify({ text, index }));
}

/** The game as PTN. @param {import("./main.js").App} app */
export async function ptnOf(app) {
  const { game } = app;
  const end = await app.ask(game.position(game.moves.length));
  const question = game.question(end.outcome?.by_stones ? end.outcome.code : null);
  if (question.text === "" && !game.tags.some(([name]) => name === "Size")) {
    question.tags = [["Size", String(game.setup.size)], ...game.tags];
  }
  if (question.text === "" && game.start !== null) question.tags = [...question.tags, ["TPS", game.start]];
  return (await app.engine.ask("ptn", JSON.stringify(question))).text;
}

/** @param {import("./main.js").App} app @param {string} [text] @param {string} [problem] */
export function openLoad(app, text = "", problem = "") {
  const area = make("textarea", { id: "load-text", rows: 8, spellcheck: "false", "aria-label": "PTN or TPS", placeholder: "Paste a game in PTN, or a position in TPS" });
  area.value = text;
  const trouble = make("p", { class: "trouble", id: "load-trouble", role: "alert", text: problem });
  const which = make("input", { type: "number", min: 1, value: 1, id: "load-index", "aria-label": "Which of the games" });
  const number = make("label", { class: "field", hidden: true }, ["Game ", which, make("span", { text: "" })]);
  const open = async () => {
    try {
      const read = await readGame(app.engine, area.value, number.hidden ? 0 : Number(which.value) - 1);
      if (read.games > 1 && number.hidden) {
        number.hidden = false;
        number.lastChild.textContent = ` of ${read.games}`;
        which.max = read.games;
        trouble.textContent = "There are several games in this text: choose one.";
        return;
      }
      closeDialog();
      await app.analyze(fromRead(read));
    } catch (error) {
      trouble.textContent = sentence(error);
    }
  };
  const file = make("input", { type: "file", id: "load-file", accept: ".ptn,.tps,.txt,text/plain", change: async () => {
    area.value = (await file.files[0]?.text()) ?? "";
    await open();
  } });
  openDialog("Open a game", [
    area,
    trouble,
    number,
    make("div", { class: "row end" }, [make("label", { class: "file" }, ["From a file…", file]), button("Open", open, { id: "load-open", class: "strong" })]),
  ]);
  area.focus();
}

/** What is wrong, as a sentence. @param {any} error */
export function sentence(error) {
  const text = String(error?.message ?? error);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** @param {import("./main.js").App} app */
export async function openShare(app) {
  const ptn = await ptnOf(app);
  const { tps } = app.facts;
  const note = make("p", { class: "note", role: "status", text: "" });
  const copy = async (/** @type {string} */ text, /** @type {string} */ what) => {
    try {
      await navigator.clipboard.writeText(text);
      note.textContent = `${what} is copied.`;
    } catch {
      note.textContent = "The browser does not allow to copy: take it from the field above.";
    }
  };
  const area = make("textarea", { id: "share-ptn", rows: 8, readonly: true, "aria-label": "The game as PTN" });
  area.value = ptn;
  const position = make("input", { id: "share-tps", readonly: true, value: tps, "aria-label": "The position as TPS" });
  const link = linkTo(ptn);
  const file = make("a", { class: "button", href: URL.createObjectURL(new Blob([ptn], { type: "text/plain" })), download: "stonefall.ptn", text: "Save as a file", id: "share-file" });
  openDialog("Share", [
    area,
    position,
    make("div", { class: "row" }, [
      button("Copy the PTN", () => copy(ptn, "The game"), { id: "share-copy" }),
      button("Copy the TPS", () => copy(tps, "The position"), {}),
      button("Copy a link", () => copy(link, "A link with the whole game"), { id: "share-link", "data-link": link }),
      file,
      make("a", { class: "button", href: ninjaLink(ptn), target: "_blank", rel: "noopener noreferrer", text: "Open in PTN Ninja", id: "share-ninja" }),
    ]),
    note,
  ]);
}
