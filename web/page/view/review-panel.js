/** The results of a review: figures of the players, the verdict on the shown move, and the way through the mistakes. */
import { button, make } from "./dom.js";
import { colorName, verdict } from "../model/words.js";

/** @type {Record<string, string>} */
const PHASES = { opening: "Opening", middle_game: "Middle game", endgame: "Endgame race" };

/** @param {import("../modes/analysis.js").Analysis} analysis */
export function reviewPanel(analysis) {
  const { app, game, review } = analysis;
  const { players, mistakes, attempt } = review;
  const { judged } = game.shown;
  const words = judged && !review.isRunning ? verdict(judged) : "";
  const parts = [];
  if (players.length > 0) {
    parts.push(figures(players, game.names));
    parts.push(make("div", { class: "row" }, [
      button("‹ Mistake", () => review.step(-1), { id: "mistake-before", "aria-label": "Previous mistake", disabled: mistakes.length === 0 }),
      button("Mistake ›", () => review.step(1), { id: "mistake-next", "aria-label": "Next mistake", disabled: mistakes.length === 0 }),
      attempt
        ? button("Show the move", () => review.giveUp(), { id: "give-up" })
        : button("Try again", () => review.tryAgain(), { id: "try", title: "Search for a better move than this mistake", disabled: review.isRunning || !mistakes.includes(game.shown) }),
    ]));
  }
  if (review.isRunning) parts.push(make("p", { class: "note", id: "progress", text: review.progress || "…" }));
  parts.push(make("p", { class: "verdict", id: "verdict", hidden: words === "" || Boolean(attempt), text: words }));
  return parts;
}

/** Accuracy, mistakes and blunders of both players, by phase. @param {any[]} players @param {Record<string, string>} names */
function figures(players, names) {
  const percent = (/** @type {number | null} */ accuracy) => (accuracy === null ? "–" : `${accuracy.toFixed(0)} %`);
  const row = (/** @type {string} */ name, /** @type {(player: any) => string} */ value) =>
    make("tr", {}, [make("th", { text: name, scope: "row" }), ...players.map((player) => make("td", { text: value(player) }))]);
  const heads = ["", ...players.map(({ color }) => names[color] || colorName(color))];
  const phases = Object.entries(PHASES).filter(([key]) => players.some(({ phases }) => phases.some((/** @type {any} */ one) => one.phase === key && one.moves > 0)));
  return make("table", { class: "figures", id: "figures" }, [
    make("thead", {}, [make("tr", {}, heads.map((text) => (text ? make("th", { text, scope: "col" }) : make("td"))))]),
    make("tbody", {}, [
      row("Accuracy", ({ accuracy }) => percent(accuracy)),
      row("Mistakes (?)", ({ mistakes }) => String(mistakes)),
      row("Blunders (??)", ({ blunders }) => String(blunders)),
      ...phases.map(([key, name]) => row(name, ({ phases }) => {
        const { moves, accuracy, mistakes, blunders } = phases.find((/** @type {any} */ one) => one.phase === key);
        return moves === 0 ? "–" : `${percent(accuracy)}${mistakes > 0 ? `, ${mistakes} ?` : ""}${blunders > 0 ? `, ${blunders} ??` : ""}`;
      })),
    ]),
  ]);
}
