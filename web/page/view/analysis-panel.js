/** The panel of the analysis: settings, the lines of the engine and the review; and the graph of the game. */
import { button, fill, keepFocus, make, the, tick } from "./dom.js";
import { graph } from "./graph.js";
import { reviewPanel } from "./review-panel.js";
import { counted, grouped, winner } from "../model/words.js";

/** Number of shown moves of a line without a proven win. */
const SHOWN = 12;

/** @typedef {import("../modes/analysis.js").Analysis} Analysis */

/** @param {Analysis} analysis */
export function renderAnalysis(analysis) {
  const { app, game, review } = analysis;
  const lines = make("ol", { class: "lines", id: "lines" });
  // The list has a fixed height, so that the elements below do not move.
  lines.style.setProperty("--count", String(analysis.isOn && !review.attempt ? analysis.count : 0));
  lines.classList.toggle("several", analysis.count > 1);
  const count = make("select", { id: "count", "aria-label": "Number of lines", change: () => analysis.set({ count: Number(count.value) }) });
  for (const number of [1, 2, 3, 4, 5]) count.append(make("option", { value: number, text: counted(number, "line"), selected: number === analysis.count }));
  app.panel(
    make("div", { class: "switches" }, [
      make("h2", { text: "Analysis" }),
      tick("Think", analysis.isOn, (value) => analysis.set({ isOn: value }), "think"),
      count,
    ]),
    make("div", { class: "switches" }, [
      tick("Arrows", analysis.showsArrows, (value) => analysis.set({ showsArrows: value }), "arrows"),
      tick("Threats", analysis.showsThreats, (value) => analysis.set({ showsThreats: value }), "threats"),
      make("p", { class: "note", id: "depth" }),
    ]),
    lines,
    ...reviewPanel(analysis),
  );
  renderGraph(analysis);
  if (app.shown && analysis.lines.length > 0) renderLines(analysis);
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
  if (best) {
    the("depth").textContent = `Depth ${best.depth}, ${brief(best.nodes)}`;
    the("depth").title = `${grouped(best.nodes)} positions`;
  }
}

/** A number of positions in a few characters. @param {number} count */
const brief = (count) => (count < 10_000 ? grouped(count) : count < 10_000_000 ? `${grouped(Math.round(count / 1000))} k` : `${grouped(Math.round(count / 1_000_000))} M`);

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
  const { app, game } = analysis;
  // The empty graph keeps its place, so that the elements below do not move.
  box.hidden = game.line.length === 0;
  if (!box.hidden) box.replaceChildren(graph(game, (ply) => app.go(ply)));
}

/** The bar of White's chances. @param {boolean} isThere @param {number | null} chance @param {string} score */
export function showChances(isThere, chance, score) {
  const bar = the("chances");
  bar.hidden = !isThere;
  const white = chance ?? 50;
  bar.style.setProperty("--white", `${white}%`);
  for (const output of bar.getElementsByTagName("output")) output.textContent = score;
  bar.classList.toggle("ahead", white >= 50);
  bar.setAttribute("aria-label", `White's chance: ${Math.round(white)} percent${score ? `, ${score}` : ""}`);
}
