/** The dialog with the user's own games. */
import { Game, USUAL } from "../model/game.js";
import { counted } from "../model/words.js";
import { deleteGame, keptGames } from "../storage/games.js";
import { button, closeDialog, make, openDialog } from "./dom.js";
import { save } from "./picture.js";

/** @typedef {import("../modes/play.js").Play} Play */

/** @param {Play} play */
export function openGames(play) {
  const games = keptGames();
  const rows = games.map((game) => row(play, game));
  const all = button("Save all as PTN", () => play.app.safely(saveAll(play)), { id: "games-save", disabled: games.length === 0 });
  openDialog("Your games", [
    make("p", { class: "note", id: "games-count", text: games.length === 0 ? "No game yet." : `${counted(games.length, "game")} in this browser.` }),
    make("table", { class: "games", hidden: games.length === 0 }, [
      make("thead", {}, [make("tr", {}, ["Players", "Result"].map((text) => make("th", { text, scope: "col" })).concat(make("th", { scope: "col" }, [make("span", { class: "unseen", text: "Delete" })])))]),
      make("tbody", {}, rows),
    ]),
    make("div", { class: "row end" }, [all]),
  ]);
}

/** @param {Play} play @param {import("../storage/games.js").Kept} game */
function row(play, { id, time, result, state }) {
  const { names = {}, setup = USUAL } = state.game ?? {};
  const players = `${names.white} – ${names.black}`;
  const open = button(players, () => {
    closeDialog();
    play.app.safely(play.own.reopen(state));
  }, { class: "ply", title: "Open this game" });
  const remove = button("✕", () => {
    deleteGame(id);
    openGames(play);
  }, { class: "icon", title: "Delete this game", "aria-label": `Delete ${players}` });
  const cells = [open, `${result || "unfinished"}, ${setup.size}×${setup.size}, ${new Date(time).toLocaleDateString("sv")}`, remove];
  return make("tr", {}, cells.map((cell) => make("td", {}, [cell])));
}

/** All games in one PTN file. @param {Play} play */
async function saveAll(play) {
  const texts = [];
  for (const { state, result } of keptGames().reverse()) {
    const query = new Game(state.game).query(result || null);
    texts.push((await play.app.engine.ask("ptn", JSON.stringify(query))).text);
  }
  save(new Blob([texts.join("\n")], { type: "text/plain" }), "stonefall-games.ptn");
}
