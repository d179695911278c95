/** Tables of puzzles from `stonefall puzzles --from`. */
import { counted } from "./words.js";

/** The columns of the two kinds of tables. */
const ROADS = ["size", "half_komi", "moves", "effort", "tps", "line", "source"];
const FLATS = ["size", "half_komi", "plies", "effort", "tps", "move", "source"];

/**
 * Reads a table: comments with #, a line of column names, and a line for each puzzle.
 * @param {string} text
 * @returns {import("./puzzles.js").Puzzle[]}
 */
export function readTable(text) {
  const lines = text.split(/\r?\n/).map((content, index) => ({ content, number: index + 1 }));
  const rows = lines.filter(({ content }) => content.trim() !== "" && !content.startsWith("#"));
  const heads = rows.shift();
  const columns = heads?.content.split("\t") ?? [];
  const isRoads = columns.join() === ROADS.join();
  if (!isRoads && columns.join() !== FLATS.join()) {
    throw new Error(`line ${heads?.number ?? 1}: expected the column names of a table of puzzles, found ${JSON.stringify(heads?.content.slice(0, 40) ?? "nothing")}`);
  }
  if (rows.length === 0) throw new Error("expected a table of puzzles, found no rows");
  return rows.map(({ content, number }, index) => {
    const cells = content.split("\t");
    if (cells.length !== columns.length) throw new Error(`line ${number}: expected ${columns.length} columns, found ${cells.length}`);
    const [size, halfKomi, moves, , tps, line, source] = cells;
    const goal = isRoads ? `a road in ${counted(Number(moves), "move")}` : "win on flats";
    return {
      title: `${isRoads ? "Puzzle" : "Endgame"} ${index + 1}: ${size}×${size}, ${goal}`,
      tps,
      halfKomi: Number(halfKomi),
      moves: isRoads ? Number(moves) : null,
      line: line.split(" "),
      explanation: [["The line", line]],
      answers: [],
      source,
    };
  });
}
