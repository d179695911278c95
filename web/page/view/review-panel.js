/** The results of a review: figures of the players, and the way through the mistakes. */
import { button, make, the } from "./dom.js";
import { colorName } from "../model/words.js";

/**
 * @typedef {import("../engine/answers.js").Figures} Figures
 * @typedef {import("../engine/answers.js").Judgements} Judgements
 */

/** @type {Record<string, string>} */
const PHASES = { opening: "Opening", middle_game: "Middle game", endgame: "Endgame race" };

/** @param {import("../modes/analysis.js").Analysis} analysis */
export function reviewPanel(analysis) {
  const { app, review } = analysis;
  const walk = button(review.isRunning ? "Stop" : "Review this game", () => app.safely(review.toggle()), { id: "walk" });
  walk.hidden = !review.isRunning && review.players.length > 0;
  renderSteps(analysis);
  return [...figures(analysis), make("div", { class: "row", hidden: walk.hidden }, [walk, make("span", { class: "note", id: "progress", text: review.isRunning ? review.progress || "…" : "" })])];
}

/** The way through the mistakes, beside the buttons that go through the game. @param {import("../modes/analysis.js").Analysis} analysis */
export function renderSteps({ app, game, review }) {
  const isAnalysis = app.mode === app.analysis;
  // In an analysis, to undo a move is to go back.
  for (const id of ["undo", "redo"]) the(id).hidden = isAnalysis;
  const { mistakes, attempt } = review;
  const isThere = isAnalysis && !review.isRunning && review.players.length > 0;
  const show = (/** @type {string} */ id, /** @type {boolean} */ isDisabled) => {
    the(id).hidden = !isThere;
    the(id, HTMLButtonElement).disabled = isDisabled;
  };
  show("mistake-before", mistakes.length === 0);
  show("mistake-next", mistakes.length === 0);
  show("try", !attempt && !mistakes.includes(game.shown));
  the("try").textContent = attempt ? "Show" : "Try";
  the("try").title = attempt ? "Show the better move" : "Try again: search for a better move than this mistake";
}

/** Accuracy, mistakes and blunders of both players, on demand by phase. @param {import("../modes/analysis.js").Analysis} analysis */
function figures(analysis) {
  const { players, showsPhases } = analysis.review;
  if (players.length === 0) return [];
  const row = (/** @type {string} */ name, /** @type {(player: Judgements) => string} */ value) =>
    make("tr", {}, [make("th", { text: name, scope: "row" }), ...players.map((player) => make("td", { text: value(player) }))]);
  const toggle = button(`${showsPhases ? "▾" : "▸"} Phases`, () => {
    analysis.review.showsPhases = !showsPhases;
    analysis.render();
  }, { id: "phases", class: "fold", "aria-expanded": String(showsPhases) });
  const names = players.map(({ color }) => make("th", { text: analysis.game.names[color] || colorName(color), scope: "col" }));
  const phases = Object.entries(PHASES).map(([key, name]) => row(name, (player) => {
    const phase = player.phases.find((one) => one.phase === key);
    return phase && phase.moves > 0 ? [percent(phase), ...marks(phase)].join(", ") : "–";
  }));
  return [make("table", { class: "figures", id: "figures" }, [
    make("thead", {}, [make("tr", {}, [make("td", {}, [toggle]), ...names])]),
    make("tbody", {}, [
      row("Accuracy", percent),
      row("Mistakes", (player) => marks(player).join(", ") || "none"),
      ...(showsPhases ? phases : []),
    ]),
  ])];
}

/** @param {Figures} figures */
const percent = ({ accuracy }) => (accuracy === null ? "–" : `${accuracy.toFixed(0)} %`);

/** Mistakes and blunders with their marks. @param {Figures} figures */
const marks = ({ mistakes, blunders }) => [mistakes > 0 ? `${mistakes} ?` : "", blunders > 0 ? `${blunders} ??` : ""].filter(Boolean);
