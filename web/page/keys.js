/** Keyboard shortcuts. Fields and dialogs keep their keys. */

/**
 * @param {import("./main.js").App} app
 * @param {() => void} help
 */
export function listen(app, help) {
  /** @type {Record<string, () => any>} */
  const keys = {
    ArrowLeft: () => app.go(app.game.ply - 1),
    ArrowRight: () => app.go(app.game.ply + 1),
    Home: () => app.go(0),
    End: () => app.go(app.game.moves.length),
    Escape: () => app.table.cancel(),
    Backspace: () => app.table.stepBack(),
    1: () => app.table.choose("flat"),
    2: () => app.table.choose("wall"),
    3: () => app.table.choose("capstone"),
    u: () => app.mode.undo(),
    r: () => app.mode.redo(),
    h: () => (app.mode === app.play ? app.play.hint() : app.mode === app.puzzles ? app.puzzles.hint() : undefined),
    x: () => app.flip(),
    "?": help,
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const types = target.matches("input:not([type=checkbox]), textarea, select") || document.querySelector("dialog[open]");
    if (types || event.ctrlKey || event.metaKey || event.altKey) return;
    const work = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!work) return;
    event.preventDefault();
    app.safely(Promise.resolve(work()));
  });
}
