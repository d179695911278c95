/** The tables of the opening explorer. */
import { button, make } from "./dom.js";
import { grouped } from "../model/words.js";

/**
 * @typedef {{white: number, draw: number, black: number}} Results numbers of games
 * @typedef {Results & {ptn: string, games: number, rating: number | null, score?: string | null}} PlayedMove
 * @typedef {{name: string | null, rating: number | null}} Person
 * @typedef {{id: number, white: Person, black: Person, result: string | null, next_move: string | null, date: number | null}} PlayedGame
 *
 * @typedef {object} Answer
 * @property {{games: number}} total
 * @property {PlayedMove[]} moves
 * @property {PlayedGame[]} games
 */

/**
 * The moves and the best known games.
 * @param {Answer} answer
 * @param {(move: string) => void} play
 * @param {(id: number) => void} open
 */
export function found(answer, play, open) {
  const parts = [];
  if (answer.moves.length > 0) {
    const hasScores = answer.moves.some((one) => one.score);
    const heads = ["Move", "Games", "Rating", ...(hasScores ? ["Score"] : []), "Results"];
    parts.push(table("explorer-moves", heads, answer.moves.map((one) => [
      button(one.ptn, () => play(one.ptn), { class: "ply", title: "Play this move" }),
      grouped(one.games),
      String(one.rating ?? "–"),
      ...(hasScores ? [one.score ?? "–"] : []),
      results(one),
    ])));
  }
  if (answer.games.length > 0) {
    parts.push(table("explorer-games", ["Best known games", "Result", "Move"], answer.games.map((game) => [
      button(`${player(game.white)} – ${player(game.black)}`, () => open(game.id), { class: "ply", title: `Open this game${day(game.date)}` }),
      game.result || "–",
      game.next_move ?? "–",
    ])));
  }
  return parts;
}

/** @param {string} id @param {string[]} heads @param {(Node | string)[][]} rows */
function table(id, heads, rows) {
  const head = make("tr", {}, heads.map((text) => make("th", { text, scope: "col" })));
  const body = rows.map((row) => make("tr", {}, row.map((cell) => make("td", {}, [cell]))));
  return make("table", { id, class: "explorer" }, [make("thead", {}, [head]), make("tbody", {}, body)]);
}

/** The results as a bar: White's wins, draws, Black's wins. @param {Results} counts */
function results({ white, draw, black }) {
  const total = white + draw + black;
  const share = (/** @type {number} */ count) => (total === 0 ? 0 : Math.round((100 * count) / total));
  const words = total === 0 ? "no results" : `White ${share(white)} %, draws ${share(draw)} %, Black ${share(black)} %`;
  const bar = make("span", { class: "results", role: "img", "aria-label": words, title: words });
  for (const [name, count] of Object.entries({ white, draw, black })) {
    const part = make("span", { class: name, text: share(count) >= 25 ? `${share(count)}` : "" });
    part.style.setProperty("flex-grow", String(count));
    bar.append(part);
  }
  return bar;
}

/** @param {Person} player */
const player = ({ name, rating }) => `${name ?? "?"}${rating === null ? "" : ` ${rating}`}`;

/** @param {number | null} date */
const day = (date) => (date === null ? "" : `, played on ${new Date(date).toISOString().slice(0, 10)}`);
