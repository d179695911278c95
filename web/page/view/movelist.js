/** The list of moves in PTN. */
import { make, the } from "./dom.js";

/** @param {import("../app.js").App} app */
export function renderMoves(app) {
  const { game } = app;
  const rows = [];
  let row = null;
  for (const [index, ptn] of game.ptn.entries()) {
    const { number, color } = game.moveAt(index);
    if (row === null || color === "white") {
      row = make("li", {}, [make("span", { class: "number", text: `${number}.` })]);
      if (color === "black") row.append(make("span", { class: "ply", text: "…" }));
      rows.push(row);
    }
    const isNow = index + 1 === game.ply;
    row.append(
      make("button", {
        type: "button",
        id: `move-${index + 1}`,
        class: isNow ? "ply now" : "ply",
        text: ptn,
        "aria-current": isNow ? "true" : null,
        click: () => app.go(index + 1),
      }),
    );
  }
  const end = game.result?.code ?? (game.isAtEnd ? app.facts?.outcome?.code : null);
  if (end) rows.push(make("li", { class: "result", text: end }));
  const list = the("moves");
  list.replaceChildren(...rows);
  if (rows.length === 0) list.append(make("li", { class: "note", text: "No move yet." }));
  const now = list.querySelector(".now");
  if (now instanceof HTMLElement) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  the("back").hidden = game.main === null;
}
