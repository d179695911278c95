/** The panel of the analysis: settings, the lines of the engine, the graph and the review. */
import { button, choice, fill, keepFocus, make, the, tick } from "./dom.js";
import { graph } from "./graph.js";
import { reviewPanel } from "./review-panel.js";
import { grouped, winner } from "../model/words.js";

/** Number of shown moves of a line without a proven win. */
const SHOWN = 12;

/** @typedef {import("../modes/analysis.js").Analysis} Analysis */

/** @param {Analysis} analysis */
export function renderAnalysis(analysis) {
  const { app, game, review } = analysis;
  const lines = make("ol", { class: "lines", id: "lines" });
  // The list has a fixed height, so that the elements below do not move.
  lines.style.setProperty("--count", String(analysis.isOn && !review.attempt ? analysis.count : 0));
  app.panel(
    make("h2", { text: "Analysis" }),
    make("div", { class: "switches" }, [
      tick("Think", analysis.isOn, (value) => analysis.set({ isOn: value }), "think"),
      choice("Lines", [1, 2, 3, 4, 5].map((count) => [count, String(count)]), analysis.count, (value) => analysis.set({ count: Number(value) }), "count"),
      tick("Arrows", analysis.showsArrows, (value) => analysis.set({ showsArrows: value }), "arrows"),
      tick("Threats", analysis.showsThreats, (value) => analysis.set({ showsThreats: value }), "threats"),
    ]),
    lines,
    make("p", { class: "note", id: "depth" }),
    ...reviewPanel(analysis),
    make("div", { id: "graph" }),
    make("div", { class: "row" }, [
      button(review.isRunning ? "Stop" : "Review this game", () => app.safely(review.toggle()), { id: "walk" }),
      button("Play on from here…", () => analysis.playOn(), { id: "continue", disabled: Boolean(app.facts?.outcome?.by_stones), title: "Begin a game from this position" }),
      button("Empty board…", () => analysis.begin(), { id: "empty" }),
      button("My game", () => app.safely(app.analyze(app.play.game.copy())), { id: "my-game", title: "Analyze a copy of the game that you play", hidden: app.play.game.moves.length === 0 }),
    ]),
  );
  renderGraph(analysis);
  if (app.facts && analysis.lines.length > 0) renderLines(analysis);
  the("walk", HTMLButtonElement).disabled = game.root.children.length === 0;
}

/** @param {Analysis} analysis */
export function renderLines(analysis) {
  const box = the("lines");
  if (!box) return;
  const rows = analysis.lines.map((line) => row(analysis, line));
  // An unchanged line keeps its element, which may be under the mouse.
  keepFocus(() => fill(box, rows), (options) => (box.querySelector("button") ?? the("think")).focus(options));
  const [best] = analysis.lines;
  if (best) the("depth").textContent = `Depth ${best.depth}, ${grouped(best.nodes)} positions`;
}

/** @param {Analysis} analysis @param {import("../engine/tei.js").Info} line */
function row(analysis, line) {
  const { app } = analysis;
  const isProven = winner(line, app.facts.to_move) !== null;
  const shown = isProven ? line.pv : line.pv.slice(0, SHOWN);
  const moves = shown.map((move, index) =>
    button(move, () => app.safely(analysis.follow(line.pv.slice(0, index + 1))), { class: "ply", id: `line-${line.line}-${index + 1}`, title: "Add the line up to here as a variation" }),
  );
  const score = make("b", { class: `score${isProven ? " proven" : ""}`, text: analysis.score(line, app.facts) });
  return make("li", { class: `rank${line.line}` }, [score, make("span", { class: "pv" }, moves)]);
}

/** @param {Analysis} analysis */
export function renderGraph(analysis) {
  const box = the("graph");
  if (!box) return;
  const { app, game } = analysis;
  // The empty graph keeps its place, so that the elements below do not move.
  box.hidden = game.line.length === 0;
  if (!box.hidden) box.replaceChildren(graph(game, (ply) => app.go(ply)));
}
