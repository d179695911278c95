/** The look of the page: colors, board and pieces, and motion. */
import { usePieces } from "./pieces.js";

/** @param {import("../storage/settings.js").Settings} settings */
export function showLook({ theme, board, motion }) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  dataset.board = board;
  dataset.motion = motion ? "on" : "off";
  usePieces(board === "wood" ? "raised" : "flat");
}
