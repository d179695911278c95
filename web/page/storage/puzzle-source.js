/** Where puzzles come from: the training, the book, the server's player (`stonefall board --puzzles`), and files. */
import { readTable } from "./table-file.js";
import { counted } from "../model/words.js";

/** @typedef {import("../model/training.js").Puzzle} Puzzle */

/** Maximum number of games from a file. */
const MOST = 500;

/** The puzzles of the training, from Stonefall's own games; none if the file is missing. @returns {Promise<Puzzle[]>} */
export async function trainingPuzzles() {
  const answer = await fetch(new URL("puzzles.tsv", document.baseURI));
  const text = answer.ok ? await answer.text() : "";
  return text === "" ? [] : readTable(text).map((puzzle) => ({ ...puzzle, source: "From Stonefall's own games" }));
}

/** The puzzles of the book. @returns {Promise<Puzzle[]>} */
export async function bookPuzzles() {
  const answer = await fetch(new URL("puzzles.json", document.baseURI));
  const rows = await answer.json();
  return rows.map((/** @type {any} */ row) => ({
    title: `Puzzle ${row.puzzle}: Black wins in ${counted(row.moves_to_win, "move")}`,
    tps: row.tps,
    halfKomi: 0,
    moves: row.moves_to_win,
    line: [row.key_move],
    explanation: [...row.explanation, ["The book", row.book]],
    answers: row.answers,
    source: "Tak Companion Book, reconstructed",
  }));
}

/** The puzzles of the server's player; none without the flag. @param {string} where the address in engine.js @returns {Promise<Puzzle[]>} */
export async function ownPuzzles(where) {
  // Only the server of this page has some.
  if (where !== "socket") return [];
  const answer = await fetch(new URL("own-puzzles.tsv", document.baseURI));
  const text = answer.ok ? await answer.text() : "";
  return text === "" ? [] : readTable(text);
}

/**
 * The puzzles of a file.
 * @param {import("../engine/tei.js").Engine} engine
 * @param {File} file
 * @returns {Promise<Puzzle[]>}
 */
export async function filePuzzles(engine, file) {
  const text = await file.text();
  // The first line of a game is a tag.
  const found = /^\s*\[/.test(text) ? await readGames(engine, text) : readTable(text);
  return found.map((puzzle) => ({ ...puzzle, source: puzzle.source || file.name }));
}

/**
 * Puzzles from games: the start position, and the main line as the solution.
 * @param {import("../engine/tei.js").Engine} engine
 * @param {string} text
 */
async function readGames(engine, text) {
  /** @type {Puzzle[]} */
  const found = [];
  // In such files the tag Event begins each game.
  const games = text.split(/^(?=\[Event )/m).filter((game) => game.trim() !== "");
  for (const game of games.slice(0, MOST)) {
    const read = await engine.readGame(game);
    if (!read.start) continue;
    const tags = Object.fromEntries(read.tags);
    /** @type {import("../model/tree.js").Line} */
    const { moves: line } = read.lines[0];
    const moves = /in (\d+)/.exec(tags.Event ?? "");
    found.push({
      title: tags.Event || `Puzzle ${found.length + 1}`,
      tps: read.start,
      halfKomi: read.half_komi,
      moves: moves ? Number(moves[1]) : null,
      line: line.map(({ move }) => move),
      explanation: [["The line", line.map(({ ptn }) => ptn).join(" ")]],
      answers: [],
      source: tags.Site ?? "",
    });
  }
  if (found.length === 0) throw new Error("expected games that begin with a position, found none");
  return found;
}
