/** What lessons and puzzles share: a position with a task for one player. */
import { Game } from "../model/game.js";
import { colorName } from "../model/words.js";

export class Exercise {
  /** @param {import("../app.js").App} app @param {Partial<import("../model/game.js").Saved>} [saved] the game */
  constructor(app, saved) {
    this.app = app;
    this.isBusy = false;
    /** @type {import("../view/board.js").Arrow[]} */
    this.arrows = [];
    this.game = new Game(saved);
  }

  /** The state of the game before this one: exercises have none. @type {any} */
  previous = null;

  /** @param {any} _state */
  restore(_state) {}

  current() {
    return null;
  }

  /** Color of the player with the task. */
  get solver() {
    return this.game.first.color;
  }

  /** Subject and verb of a player's move. @param {string} color */
  subject(color) {
    return color === this.solver ? "You play" : `${colorName(color)} plays`;
  }

  /** Takes the player's last move back. */
  async again() {}

  async undo() {
    await this.again();
  }

  async redo() {}

  get canUndo() {
    return this.game.moves.length > 0;
  }

  get canRedo() {
    return false;
  }
}
