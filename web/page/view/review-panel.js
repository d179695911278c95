/** The results of a review: figures of the players, and the way through the mistakes. */
import { button, make } from "./dom.js";
import { colorName } from "../model/words.js";

/**
 * @typedef {import("../engine/answers.js").Figures} Figures
 * @typedef {import("../engine/answers.js").Judgements} Judgements
 */

/** @type {Record<string, string>} */
const PHASES = { opening: "Opening", middle_game: "Middle game", endgame: "Endgame race" };

/** @param {import("../modes/analysis.js").Analysis} analysis */
export function reviewPanel(analysis) {
  const { app, game, review } = analysis;
  const { players, mistakes, attempt, isRunning } = review;
  const walk = button(isRunning ? "Stop" : "Review this game", () => app.safely(review.toggle()), { id: "walk" });
  if (isRunning) return [...figures(analysis), make("div", { class: "row" }, [walk, make("span", { class: "note", id: "progress", text: review.progress || "…" })])];
  if (players.length === 0) return [make("div", { class: "row" }, [walk])];
  walk.hidden = true;
  return [...figures(analysis), make("div", { class: "row" }, [
    button("‹ Mistake", () => review.step(-1), { id: "mistake-before", "aria-label": "Previous mistake", disabled: mistakes.length === 0 }),
    button("Mistake ›", () => review.step(1), { id: "mistake-next", "aria-label": "Next mistake", disabled: mistakes.length === 0 }),
    attempt
      ? button("Show move", () => review.giveUp(), { id: "give-up", title: "Show the better move" })
      : button("Try again", () => review.tryAgain(), { id: "try", title: "Search for a better move than this mistake", disabled: !mistakes.includes(game.shown) }),
    walk,
  ])];
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
