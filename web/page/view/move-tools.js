/** The tools for the shown move in the analysis: marks, comments, promotion and removal. */
import { announce, button, closeDialog, keepFocus, make, openDialog, the } from "./dom.js";
import { numberOf } from "./movelist.js";
import { renderSteps } from "./review-panel.js";
import { marksOf, promote, remove, setJudgement, setThreat } from "../model/tree.js";
import { plain } from "../model/words.js";

/** @typedef {import("../app.js").App} App */

/** @type {[string, string][]} */
const JUDGEMENTS = [["", "Mark"], ["!!", "!! brilliant"], ["!", "! good"], ["!?", "!? interesting"], ["?!", "?! dubious"], ["?", "? mistake"], ["??", "?? blunder"]];
/** @type {[string, string][]} */
const THREATS = [["", "Tak"], ["'", "' tak"], ["''", "'' tinue"]];

/** @param {App} app */
export function renderMoveTools(app) {
  const box = the("move-tools");
  const isAnalysis = app.mode === app.analysis;
  box.hidden = the("continue").hidden = !isAnalysis;
  the("my-game").hidden = !isAnalysis || app.play.game.moves.length === 0;
  the("continue", HTMLButtonElement).disabled = Boolean(app.shown?.outcome?.by_stones);
  if (!isAnalysis) the("graph").hidden = true;
  renderSteps(app.analysis);
  if (!isAnalysis) return;
  const { game } = app;
  const { shown } = game;
  const isMove = shown !== game.root;
  const marks = marksOf(shown);
  const list = (/** @type {string} */ id, /** @type {string} */ name, /** @type {[string, string][]} */ options, /** @type {string} */ value, /** @type {(mark: string) => void} */ set) => {
    const select = make("select", { id, "aria-label": name, title: name, disabled: !isMove, change: () => changed(app, () => set(select.value)) });
    for (const [key, text] of options) select.append(make("option", { value: key, text, selected: key === value }));
    return select;
  };
  keepFocus(() => box.replaceChildren(
    list("mark", "Mark of this move (M)", JUDGEMENTS, marks.judgement, (mark) => setJudgement(shown, mark)),
    list("threat", "Tak or tinue", THREATS, marks.threat, (mark) => setThreat(shown, mark)),
    button("Comment", () => openComment(app), { id: "comment", title: "Comment on this move (C)" }),
    button("Promote", () => promoteShown(app), { id: "promote", title: "Make this variation the main line at its place (P)", disabled: !shown.variation }),
    button("Delete", () => deleteShown(app), { id: "delete", title: "Delete this move and all behind it (Delete)", disabled: !isMove }),
    button("Restore", () => app.analysis.restoreDeleted(), { id: "restore", title: "Bring the deleted moves back", hidden: !app.analysis.deleted }),
  ), (options) => app.table.board.focus(options));
}

/** Changes the shown move. @param {App} app @param {() => void} change */
function changed(app, change) {
  change();
  app.game.refresh();
  app.save();
  app.draw();
}

/** The shown move for people. @param {App} app */
function nameOf(app) {
  const { shown, root } = app.game;
  return shown === root ? "the first position" : `${numberOf(app, shown, true)} ${plain(shown.ptn)}`;
}

/** @param {App} app */
export function openComment(app) {
  if (app.mode !== app.analysis) return;
  const { shown } = app.game;
  const area = make("textarea", { id: "comment-text", rows: 5, "aria-label": "Comment" });
  area.value = shown.comments.join("\n");
  const save = () => {
    const text = area.value.trim();
    closeDialog();
    changed(app, () => (shown.comments = text === "" ? [] : [text]));
    announce(text === "" ? "The comment is removed." : "The comment is saved.");
  };
  openDialog(`Comment on ${nameOf(app)}`, [area, make("div", { class: "row end" }, [button("Save", save, { id: "comment-save", class: "strong" })])]);
  area.focus();
}

/** @param {App} app */
export function promoteShown(app) {
  if (app.mode !== app.analysis || !app.game.shown.variation) return;
  changed(app, () => promote(app.game.shown));
  announce(`${nameOf(app)} is promoted.`);
}

/** @param {App} app */
export function deleteShown(app) {
  const { shown, root } = app.game;
  if (app.mode !== app.analysis || shown === root) return;
  const name = nameOf(app);
  app.analysis.deleted = { bringBack: remove(shown), node: shown };
  app.game.refresh();
  announce(`${name} and the moves behind it are deleted. Restore brings them back.`);
  app.safely(app.show());
}
