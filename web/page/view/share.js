/** Opens and shares games: as text, file or link, and in PTN Ninja. */
import { Refused, checkLength } from "../engine/tei.js";
import { button, closeDialog, make, openDialog } from "./dom.js";
import { fromRead } from "../model/game.js";
import { errorText } from "../model/words.js";
import { linkTo, ninjaLink } from "../storage/link.js";
import { pictureButtons } from "./picture.js";

/** @param {import("../app.js").App} app @param {string} [text] @param {string} [problem] */
export function openLoad(app, text = "", problem = "") {
  const area = make("textarea", { id: "load-text", rows: 8, spellcheck: "false", "aria-label": "PTN or TPS", placeholder: "Paste a game in PTN, or a position in TPS" });
  area.value = text;
  const trouble = make("p", { class: "trouble", id: "load-trouble", role: "alert", text: problem });
  const which = make("input", { type: "number", min: 1, value: 1, id: "load-index", "aria-label": "Which of the games" });
  const games = make("span");
  const number = make("label", { class: "field", hidden: true }, ["Game ", which, games]);
  const open = async () => {
    try {
      const read = await app.engine.readGame(area.value, number.hidden ? 0 : Number(which.value) - 1);
      if (read.games > 1 && number.hidden) {
        number.hidden = false;
        games.textContent = ` of ${read.games}`;
        which.max = String(read.games);
        trouble.textContent = "The text has several games: choose one.";
        return;
      }
      closeDialog();
      await app.analyze(fromRead(read));
    } catch (error) {
      trouble.textContent = errorText(error);
    }
  };
  const file = make("input", { type: "file", id: "load-file", accept: ".ptn,.tps,.txt,text/plain", change: async () => {
    const chosen = file.files?.[0];
    // The user may choose the same file again after changing it.
    file.value = "";
    if (!chosen) return;
    try {
      area.value = await textOf(chosen);
    } catch (error) {
      trouble.textContent = errorText(error);
      return;
    }
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

/** The text of a file. Throws a refusal before the browser has to show a large or binary one. @param {File} file */
async function textOf(file) {
  checkLength(file.size);
  const text = await file.text();
  if (text.includes("\0")) throw new Refused("expected a text, found a binary file");
  checkLength(new TextEncoder().encode(JSON.stringify(text)).length);
  return text;
}

/** @param {import("../app.js").App} app */
export async function openShare(app) {
  const ptn = await app.ptn();
  const { tps } = app.facts;
  const note = make("p", { class: "note", role: "status", text: "" });
  const copy = async (/** @type {string} */ text, /** @type {string} */ what) => {
    try {
      await navigator.clipboard.writeText(text);
      note.textContent = `${what} is copied.`;
    } catch {
      note.textContent = "The browser does not allow copying: copy the text from the field above.";
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
    make("div", { class: "row" }, pictureButtons(app, note)),
    note,
  ]);
}
