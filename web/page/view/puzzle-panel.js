/** The panel of the puzzles. */
import { button, make } from "./dom.js";
import { FULL, RANGES, THEMES } from "../model/training.js";
import { counted, komiText } from "../model/words.js";

/** @param {import("../modes/puzzles.js").Puzzles} puzzles */
export function renderPuzzles(puzzles) {
  const { puzzle, app } = puzzles;
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
  if (puzzles.shown === "training") sources.unshift(button(puzzles.training.isTodaySolved ? "✓ Today's puzzle" : "Today's puzzle", () => app.safely(puzzles.showToday()), { id: "today", disabled: puzzles.isToday }));
  const { own } = puzzles.sources;
  if (puzzles.shown !== "own" && own.length > 0) sources.push(button("Your puzzles", () => app.safely(puzzles.show("own")), { id: "to-own" }));
  if (puzzles.shown !== "book") sources.push(button("The book's eleven", () => app.safely(puzzles.show("book")), { id: "to-book" }));
  if (puzzles.shown !== "training" && puzzles.sources.training.length > 0) sources.push(button("Training", () => app.safely(puzzles.show("training")), { id: "to-training" }));
  app.panel(
    ...(puzzles.shown === "training" ? trainingHead(puzzles) : listHead(puzzles)),
    make("div", { class: "row" }, row),
    ...(isOver && puzzles.state !== "failed" && puzzle ? explain(puzzle) : []),
    make("p", { class: "trouble", role: "alert", id: "puzzle-trouble", text: puzzles.trouble }),
    make("div", { class: "row" }, sources),
  );
}

/** The list of the puzzles of a book or a file. @param {import("../modes/puzzles.js").Puzzles} puzzles */
function listHead(puzzles) {
  const { puzzle, app } = puzzles;
  const titles = puzzles.all.map((one, index) => {
    const mark = puzzles.isSolved(one) ? "✓ " : "";
    return make("option", { value: index, text: `${mark}${one.title}`, selected: index === puzzles.index });
  });
  const select = make("select", { id: "puzzle", "aria-label": "Puzzle", change: () => app.safely(puzzles.begin(Number(select.value))) }, titles);
  return [
    make("h2", { text: puzzles.shown === "own" ? "Your puzzles" : "Puzzles" }),
    select,
    make("p", { class: "note", text: puzzle ? `${puzzle.source}. ${puzzles.all.filter((one) => puzzles.isSolved(one)).length} of ${puzzles.all.length} solved.` : "…" }),
  ];
}

/** @param {number} [level] */
const difficulty = (level) => (level === FULL ? "full strength" : `level ${level}`);

/** The choice of a puzzle in the training, and the progress. @param {import("../modes/puzzles.js").Puzzles} puzzles */
function trainingHead(puzzles) {
  const { puzzle, app, training, all } = puzzles;
  const solved = all.filter((one) => puzzles.isSolved(one)).length;
  const due = all.filter((one) => training.isDue(one)).length;
  const streak = training.days > 0 ? `${counted(training.days, "day")} in a row` : "";
  const rules = puzzle ? [`${puzzle.tps.split("/").length}×${puzzle.tps.split("/").length}`, ...(puzzle.halfKomi !== 0 ? [`komi ${komiText(puzzle.halfKomi)}`] : []), difficulty(puzzle.level)] : [];
  /** @type {[string, string][]} */
  const themes = [["", "All themes"], ...Object.entries(THEMES).filter(([theme]) => all.some((one) => one.themes?.includes(theme)))];
  /** @type {[string, string][]} */
  const ranges = [["", "Any difficulty"], ...Object.entries(RANGES).map(([key, [name, from, to]]) => /** @type {[string, string]} */ ([key, `${name} (${difficulty(from)} to ${difficulty(to)})`]))];
  return [
    make("div", { class: "title" }, [make("h2", { text: puzzles.isToday ? "Today's puzzle" : "Puzzles" }), make("span", { class: "note", id: "streak", text: streak })]),
    make("p", { class: "note", id: "progress", text: `${rules.join(", ")}. ${solved} of ${all.length} solved${due > 0 ? `, ${due} to repeat` : ""}.` }),
    make("div", { class: "choices" }, [
      selection("theme", "Theme", themes, training.theme, (theme) => app.safely(puzzles.choose({ theme }))),
      selection("difficulty", "Difficulty", ranges, training.range, (range) => app.safely(puzzles.choose({ range }))),
    ]),
  ];
}

/**
 * A list to choose from, whose first option says what it is about.
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} options
 * @param {string} value
 * @param {(value: string) => void} change
 */
function selection(id, label, options, value, change) {
  const select = make("select", { id, "aria-label": label, change: () => change(select.value) }, options.map(([key, text]) => make("option", { value: key, text, selected: key === value })));
  return select;
}

/** The explanation of the solution. @param {import("../model/training.js").Puzzle} puzzle */
function explain(puzzle) {
  const rows = puzzle.explanation.map(([label, text]) => make("tr", {}, [make("th", { text: label, scope: "row" }), make("td", { text })]));
  const answers = puzzle.answers.map(([move, after]) => make("tr", {}, [make("th", { text: move, scope: "row" }), make("td", { text: after })]));
  // The winning answers follow the defense.
  rows.splice(-1, 0, ...(answers.length > 0 ? [make("tr", {}, [make("td", { colspan: 2 }, [make("table", { class: "answers" }, answers)])])] : []));
  return rows.length > 0 ? [make("table", { class: "explanation", id: "explanation" }, rows)] : [];
}
