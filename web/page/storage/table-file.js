/** Tables of puzzles from `stonefall puzzles --from`. */
import { FULL, gradeOf, idOf, themesOf } from "../model/training.js";
import { counted } from "../model/words.js";

/** The columns of the two kinds of tables, and others that may be missing. */
const ROADS = ["size", "half_komi", "moves", "effort", "tps", "line", "source"];
const FLATS = ["size", "half_komi", "plies", "effort", "tps", "move", "source"];
const MORE = ["rating", "level", "themes"];

/**
 * Reads a table: comments with #, a line of column names, and a line for each puzzle. Other names may follow, for puzzles of the other kind.
 * @param {string} text
 * @returns {import("../model/training.js").Puzzle[]}
 */
export function readTable(text) {
  const lines = text.split(/\r?\n/).map((content, index) => ({ content, number: index + 1 }));
  /** @type {import("../model/training.js").Puzzle[]} */
  const puzzles = [];
  /** @type {string[] | null} */
  let names = null;
  for (const { content, number } of lines.filter(({ content }) => content.trim() !== "" && !content.startsWith("#"))) {
    const cells = content.split("\t");
    if (isHead(cells, ROADS) || isHead(cells, FLATS)) names = cells;
    else if (names === null) throw new Error(`line ${number}: expected the column names of a table of puzzles, found ${JSON.stringify(content.slice(0, 40))}`);
    else if (cells.length < ROADS.length || cells.length > names.length) throw new Error(`line ${number}: expected ${names.length} columns, found ${cells.length}`);
    else puzzles.push(puzzleOf(cells, isHead(names, ROADS), puzzles.length + 1));
  }
  if (puzzles.length === 0) throw new Error("expected a table of puzzles, found no rows");
  return puzzles;
}

/** Whether a line has the names of columns. @param {string[]} cells @param {string[]} names */
const isHead = (cells, names) => cells.length >= names.length && [...names, ...MORE].slice(0, cells.length).join() === cells.join();

/**
 * The puzzle of a row.
 * @param {string[]} cells
 * @param {boolean} isRoad
 * @param {number} place
 * @returns {import("../model/training.js").Puzzle}
 */
function puzzleOf(cells, isRoad, place) {
  const [size, halfKomi, moves, , tps, line, source, rating = "", level = "", themes = ""] = cells;
  const names = themes.split(" ");
  const lowest = level === "-" ? FULL : Number(level);
  const goal = isRoad ? `a road in ${counted(Number(moves), "move")}` : "win on flats";
  /** @type {[string, string][]} */
  const missed = rating && rating !== "-" ? [["Missed", `by players rated ${rating} on average`]] : [];
  return {
    title: `${isRoad ? "Puzzle" : "Endgame"} ${place}: ${size}×${size}, ${goal}`,
    tps,
    halfKomi: Number(halfKomi),
    moves: isRoad ? Number(moves) : null,
    line: line.split(" "),
    explanation: [...missed, ...gradeOf(lowest, names), ["The line", line]],
    answers: [],
    source,
    id: idOf(`${tps} ${halfKomi}`),
    level: lowest,
    themes: themesOf(names),
  };
}
