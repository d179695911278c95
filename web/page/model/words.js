/** Texts for people. */

/** @param {number} count @param {string} word */
export const counted = (count, word) => `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;

/** `a`, `a or b`, `a, b or c`. @param {string[]} items @param {string} link */
export function list(items, link) {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} ${link} ${items.at(-1)}`;
}

/** @param {string} color */
export const colorName = (color) => (color === "white" ? "White" : "Black");

/** @param {string} color */
export const other = (color) => (color === "white" ? "black" : "white");

/** @param {number} halfKomi */
export function komiText(halfKomi) {
  const sign = halfKomi < 0 ? "-" : "";
  const size = Math.abs(halfKomi);
  return `${sign}${Math.floor(size / 2)}${size % 2 ? ".5" : ""}`;
}

/** @param {number} number */
export const grouped = (number) => number.toLocaleString("en-US");

/**
 * A score from White's view: `+1.40`, `White: road in 3`.
 * @param {import("../engine/tei.js").Info} info
 * @param {string} mover
 * @param {string} [how] `road` or `flats`, if known
 */
export function scoreText(info, mover, how = "win") {
  if (info.kind === "cp") {
    const white = mover === "white" ? info.value : -info.value;
    const sign = white > 0 ? "+" : white < 0 ? "−" : "";
    const bound = info.bound === "" ? "" : (info.bound === "lower") === (mover === "white") ? ">" : "<";
    return `${bound}${sign}${(Math.abs(white) / 100).toFixed(2)}`;
  }
  return `${colorName(winner(info, mover) ?? mover)}: ${how} in ${winningMoves(info)}`;
}

/** The player with a proven win. @param {import("../engine/tei.js").Info} info @param {string} mover */
export function winner(info, mover) {
  if (info.kind === "cp") return null;
  return info.kind === "win" ? mover : other(mover);
}

/** Number of the winner's moves to a proven win. @param {import("../engine/tei.js").Info} info */
export const winningMoves = (info) => Math.max(1, info.kind === "win" ? Math.ceil(info.value / 2) : Math.floor(info.value / 2));

/** White's chance in percent. @param {import("../engine/tei.js").Info} info @param {string} mover */
export function whiteChance(info, mover) {
  const own = (info.wdl[0] + info.wdl[1] / 2) / 10;
  return mover === "white" ? own : 100 - own;
}

/**
 * A sentence about the position, as `hint` shows in the terminal.
 * @param {import("../engine/tei.js").Info} info
 * @param {string} mover
 * @param {string} how
 */
export function sentence(info, mover, how) {
  const best = info.pv[0];
  const name = colorName(mover);
  const by = how === "road" ? " by a road" : how === "flats" ? " on flats" : "";
  if (info.kind === "cp") {
    const white = mover === "white" ? info.value : -info.value;
    if (Math.abs(white) < 10) return `The position is even. The best move found is ${best}.`;
    const flats = (Math.abs(white) / 100).toFixed(1);
    return `${colorName(white > 0 ? "white" : "black")} is ahead by about ${flats} flats. The best move found is ${best}.`;
  }
  const moves = winningMoves(info);
  const count = counted(moves, "move");
  if (info.kind === "win") {
    return moves === 1
      ? `${name} to move wins at once${by} with ${best}.`
      : `${name} to move wins${by} in ${count}, starting with ${best}.`;
  }
  return `${name} to move loses: ${colorName(other(mover))} wins${by} in ${count} against any defense. ${best} holds out longest.`;
}

/** Texts of marks. @type {Record<string, string>} */
const JUDGEMENTS = {
  "??": "a blunder",
  "?": "a mistake",
  "!": "the only good move",
  "!!": "the only good move, and hard to find",
};

/** The verdict about a judged move. @param {import("../engine/answers.js").Judged} move */
export function verdict(move) {
  const name = `${move.number}.${move.color === "white" ? "" : ".."} ${move.move}`;
  const lost = Math.round(100 * (move.loss ?? 0));
  const points = lost > 0 ? `It lowers ${colorName(move.color)}'s chance by ${counted(lost, "percentage point")}.` : "";
  const best = lost > 0 && move.best ? `Stonefall would have played ${move.best}.` : "";
  const tinue = move.tinue ? "Tinue: no answer prevents the road." : "";
  const judged = move.judgement ? `${name} is ${JUDGEMENTS[move.judgement]}.` : `${name}.`;
  return [judged, points, best, tinue, !move.judgement && !points && !tinue ? "Nothing better was found." : ""].filter(Boolean).join(" ");
}

/** The text of a stack for screen readers, from the top. @param {{stones: string, top: string}} stack */
export function stackWords(stack) {
  const name = { w: "white", b: "black" };
  const stones = [...stack.stones].reverse().map((stone) => name[/** @type {"w" | "b"} */ (stone)]);
  const top = `${stones[0]} ${stack.top}`;
  if (stones.length === 1) return top;
  return `${top}, under it ${stones.slice(1).join(", ")}`;
}

/** The pieces that a player has left. @param {{stones: number, capstones: number}} player */
export const reserveWords = ({ stones, capstones }) => `${counted(stones, "stone")} and ${counted(capstones, "capstone")} left`;

/** A move in PTN without its marks. @param {string} ptn */
export const plain = (ptn) => ptn.replace(/['"?!]+$/, "");

/** An error as a sentence. @param {unknown} error */
export function errorText(error) {
  const text = error instanceof Error ? error.message : String(error);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/**
 * Why there is no engine.
 * @param {string} reason of the server
 * @param {boolean} isRefused whether it has too many sessions
 */
export function goneWords(reason, isRefused) {
  const again = "The page tries to connect again; your game is kept.";
  if (!isRefused) return `The engine does not answer${reason ? ` (${reason})` : ""}: its program has ended, or the network fails. ${again}`;
  const [, most] = /at most (\d+)/.exec(reason) ?? [];
  const limit = most ? `: it allows ${counted(Number(most), "window")} at one time (--max-sessions ${most})` : "";
  return `The engine is busy with other windows${limit}. Close one of them. ${again}`;
}
