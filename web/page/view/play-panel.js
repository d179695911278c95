/** The panel of a game. */
import { button, make } from "./dom.js";
import { openGames } from "./games.js";
import { askForGame } from "./new-game.js";

/** @param {import("../modes/play.js").Play} play */
export function renderPlay(play) {
  const { shown: facts } = play.app;
  const over = !facts || play.isOver(facts);
  play.app.panel(
    make("h2", { text: "Game" }),
    make("p", { class: "note", text: `${play.summary()}.` }),
    make("div", { class: "row" }, [
      button("New game…", () => askForGame(play), { id: "new", class: "strong" }),
      button("Hint", () => play.app.safely(play.hint()), { id: "hint", title: "What Stonefall would play (H)", disabled: over }),
      button("Offer a draw", () => play.app.safely(play.offerDraw()), { id: "draw", disabled: over }),
      button("Resign", () => play.resign(), { id: "resign", disabled: over }),
      button("Games…", () => openGames(play), { id: "games", title: "Your finished and unfinished games" }),
      button("New to Tak? Learn it", () => play.app.safely(play.app.open("learn")), { id: "to-learn", hidden: play.app.learn.done.size > 0 }),
    ]),
  );
}
