/** The user's own games: each is kept while it goes on, and can be opened again. */
import { other } from "../model/words.js";
import { keepGame, keptGames } from "../storage/games.js";

export class OwnGames {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Keeps the game at its last position. @param {import("../engine/tei.js").Facts} facts */
  keep(facts) {
    const { game } = this.play;
    const plies = game.moves.length;
    if (!game.isAtEnd || plies === 0) return;
    const result = facts.outcome?.code ?? game.result?.code ?? "";
    // A game has the second in which it began.
    const id = game.tags.filter(([name]) => name === "Date" || name === "Time").join(" ");
    const before = keptGames().find((kept) => kept.id === id);
    if (before?.plies === plies && before.result === result) return;
    keepGame({ id, time: Date.now(), plies, result, state: this.play.current() });
  }

  /** Puts a kept game on the board. @param {any} state */
  async reopen(state) {
    const { play } = this;
    const { app } = play;
    app.enter("play");
    app.keep();
    play.leave();
    play.restore(state);
    app.enter("play");
    await app.take(play.game);
  }

  /** The same game again with the colors exchanged. */
  async rematch() {
    const { play } = this;
    await play.begin({ ...play.settings, color: play.human === "both" ? "both" : other(play.human) });
  }
}
