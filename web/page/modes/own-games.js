/** The user's own games: each is kept while it goes on, can be opened again, and leads to the next one. */
import { endOf } from "../model/ending.js";
import { LEVELS } from "../model/levels.js";
import { other } from "../model/words.js";
import { showKept } from "../view/banners.js";
import { keepGame, keptGame } from "../storage/games.js";

/**
 * @typedef {import("../view/new-game.js").Settings} Settings
 *
 * @typedef {object} PlayState a game with its players
 * @property {string} [id] the game among the kept ones; earlier versions had none
 * @property {Partial<Settings>} [settings]
 * @property {string} [human] `white`, `black` or `both`
 * @property {Pick<import("../model/clock.js").Clocks, "base" | "increment" | "left"> | null} [clocks]
 * @property {Partial<import("../model/game.js").Saved>} [game]
 * @property {PlayState | null} [previous] the game before this one
 */

export class OwnGames {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Keeps the game at its last position. @param {import("../engine/answers.js").Facts} facts */
  keep(facts) {
    const { game, id } = this.play;
    const plies = game.moves.length;
    if (!game.isAtEnd || plies === 0) return;
    const result = facts.outcome?.code ?? game.result?.code ?? "";
    const before = keptGame(id);
    if (before?.plies === plies && before.result === result) return;
    showKept("games", keepGame({ id, time: Date.now(), plies, result, state: this.play.current() }));
  }

  /** Puts a kept game on the board. @param {PlayState} state */
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

  /** Copies the game to the analysis, and judges its moves there. */
  async review() {
    const { app, game } = this.play;
    await app.analyze(game.copy());
    await app.analysis.review.toggle();
  }

  /** What comes after the end: the best choice is `strong`. @param {import("../engine/answers.js").Facts} facts @returns {import("../view/table.js").Step[]} */
  next(facts) {
    const { play } = this;
    const { human, settings, app } = play;
    const winner = endOf(facts, play.game.result)?.winner;
    const isWon = human !== "both" && winner === human;
    const isLost = human !== "both" && Boolean(winner) && !isWon;
    const level = (settings.level + (isWon ? 1 : isLost ? LEVELS.length - 1 : 0)) % LEVELS.length;
    // Full strength, level 0, is the highest one.
    const isOther = isWon ? settings.level !== 0 : isLost && level !== 0;
    const begin = (/** @type {Partial<Settings>} */ change) => app.safely(play.begin({ ...play.settings, ...change }));
    const steps = [
      { id: "review-game", text: "Review this game", isBest: isLost, work: () => app.safely(this.review()), isThere: play.game.moves.length > 1 },
      { id: "rematch", text: "Rematch", isBest: !isLost && !isOther, work: () => begin({ color: play.human === "both" ? "both" : other(play.human) }), isThere: true, title: "The same game with the colors exchanged" },
      { id: "next-level", text: level === 0 ? LEVELS[0][0] : `Level ${level}: ${LEVELS[level][0]}`, isBest: isWon, work: () => begin({ color: play.human, level }), isThere: isOther, title: isWon ? "Play at the next level" : "Play at an easier level" },
    ];
    return steps.filter(({ isThere }) => isThere);
  }
}
