/** Arrows on the board for lines of the engine. */

/**
 * Arrows for the first moves of lines.
 * @param {import("../engine/answers.js").Facts} facts
 * @param {{pv: string[]}[]} lines
 * @returns {import("./board.js").Arrow[]}
 */
export function arrowsOf(facts, lines) {
  /** @type {import("./board.js").Arrow[]} */
  const arrows = [];
  for (const [index, { pv: [move] }] of lines.entries()) {
    const rank = index + 1;
    const placement = facts.placements.find((one) => one.move === move);
    const spread = facts.spreads.find((one) => one.move === move);
    if (placement) arrows.push({ from: placement.square, piece: placement.piece, color: placement.piece === "flat" ? facts.places : facts.to_move, rank });
    else if (spread) arrows.push({ from: spread.from, to: spread.to.at(-1), rank });
  }
  return arrows;
}
