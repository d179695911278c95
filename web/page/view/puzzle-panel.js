/** The panel of the puzzles. */
import { button, make } from "./dom.js";

/** @param {import("../modes/puzzles.js").Puzzles} puzzles */
export function renderPuzzles(puzzles) {
  const { puzzle, app } = puzzles;
  const titles = puzzles.all.map((one, index) => {
    const mark = puzzles.isSolved(one) ? "✓ " : "";
    return make("option", { value: index, text: `${mark}${one.title}`, selected: index === puzzles.index });
  });
  const select = make("select", { id: "puzzle", "aria-label": "Puzzle", change: () => app.safely(puzzles.begin(Number(select.value))) }, titles);
  const isOver = puzzles.state !== "open";
  const file = make("input", { type: "file", id: "puzzle-file", accept: ".tsv,.ptn,.txt", change: () => app.safely(puzzles.open(file.files?.[0])) });
  const row = [
    button("Hint", () => app.safely(puzzles.hint()), { id: "puzzle-hint", disabled: isOver }),
    button("Try again", () => app.safely(puzzles.again()), { id: "again", disabled: app.game.moves.length === 0, class: puzzles.state === "failed" ? "strong" : null }),
    button("Show the solution", () => app.safely(puzzles.solution()), { id: "solution", disabled: puzzles.state === "solved" || puzzles.state === "shown" }),
    button("Next", () => app.safely(puzzles.begin(puzzles.next)), { id: "puzzle-next", class: puzzles.state === "solved" ? "strong" : null }),
  ];
  /** @type {HTMLElement[]} */
  const sources = [make("label", { class: "file" }, ["Open a file…", file])];
  const { own } = puzzles.sources;
  if (puzzles.shown !== "own" && own.length > 0) sources.push(button("Your puzzles", () => app.safely(puzzles.show("own")), { id: "to-own" }));
  if (puzzles.shown !== "book") sources.push(button("Back to the book", () => app.safely(puzzles.show("book")), { id: "to-book" }));
  app.panel(
    make("h2", { text: puzzles.shown === "own" ? "Your puzzles" : "Puzzles" }),
    select,
    make("p", { class: "note", text: puzzle ? `${puzzle.source}. ${puzzles.all.filter((one) => puzzles.isSolved(one)).length} of ${puzzles.all.length} solved.` : "…" }),
    make("div", { class: "row" }, row),
    ...(isOver && puzzles.state !== "failed" && puzzle ? explain(puzzle) : []),
    make("p", { class: "trouble", role: "alert", id: "puzzle-trouble", text: puzzles.trouble }),
    make("div", { class: "row" }, sources),
  );
}

/** The explanation of the solution. @param {import("../modes/puzzles.js").Puzzle} puzzle */
function explain(puzzle) {
  const rows = puzzle.explanation.map(([label, text]) => make("tr", {}, [make("th", { text: label, scope: "row" }), make("td", { text })]));
  const answers = puzzle.answers.map(([move, after]) => make("tr", {}, [make("th", { text: move, scope: "row" }), make("td", { text: after })]));
  // The winning answers follow the defense.
  rows.splice(-1, 0, ...(answers.length > 0 ? [make("tr", {}, [make("td", { colspan: 2 }, [make("table", { class: "answers" }, answers)])])] : []));
  return rows.length > 0 ? [make("table", { class: "explanation", id: "explanation" }, rows)] : [];
}
