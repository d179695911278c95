/** The list of running games on PlayTak. */
import { button, make } from "./dom.js";
import { komiText } from "./words.js";

/** @typedef {import("./watch.js").Listed} Listed */

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/** `10:00 +5`, and `10:00 +5×n` if the increment grows. @param {Listed} game */
export function clockText({ time_s: time, increment_s: increment, increment_grows: grows }) {
  return `${Math.floor(time / 60)}:${two(time % 60)} +${increment}${grows ? "×n" : ""}`;
}

/**
 * The content of the dialog: a table, newest game first.
 * @param {Listed[] | null} games null before they arrive
 * @param {string} trouble
 * @param {(number: number) => void} choose
 */
export function gameList(games, trouble, choose) {
  if (trouble) return [make("p", { class: "trouble", role: "alert", text: trouble })];
  if (!games) return [make("p", { class: "note", text: "Connects to PlayTak …" })];
  if (games.length === 0) return [make("p", { class: "note", text: "No games are running. New games appear here." })];
  const heads = ["Players", "Board", "Clock", "Komi", "Rated"].map((text) => make("th", { text, scope: "col" }));
  const rows = [...games].sort((one, other) => other.number - one.number).map((game) => row(game, choose));
  return [make("table", { class: "games" }, [make("thead", {}, [make("tr", {}, heads)]), make("tbody", {}, rows)])];
}

/** @param {Listed} game @param {(number: number) => void} choose */
function row(game, choose) {
  const players = button(`${game.white} – ${game.black}`, () => choose(game.number), { "data-game": game.number, title: "Watch this game" });
  const cells = [`${game.size}×${game.size}`, clockText(game), komiText(game.half_komi), game.tournament ? "tournament" : game.rated ? "yes" : "no"];
  return make("tr", {}, [make("td", {}, [players]), ...cells.map((text) => make("td", { text }))]);
}

/** PTN tags of a watched game. @param {Listed} game @returns {[string, string][]} */
export function tagsOf(game) {
  const now = new Date();
  return [
    ["Site", "PlayTak.com"],
    ["Size", String(game.size)],
    ["Komi", komiText(game.half_komi)],
    ["Opening", game.opening],
    ["Flats", String(game.pieces.flats)],
    ["Caps", String(game.pieces.capstones)],
    ["Player1", game.white],
    ["Player2", game.black],
    ["Date", `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`],
    ["Clock", `${Math.floor(game.time_s / 60)}:${game.time_s % 60} +${game.increment_s}`],
  ];
}
