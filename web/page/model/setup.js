/** A position while it is set up. The engine knows whether it is legal. */
import { colorName, counted, komiText } from "./words.js";

/** @typedef {{square: string, stones: string, top: string}} Stack */

export class Setup {
  /** @param {string} tps @param {number} halfKomi @param {string} opening */
  constructor(tps, halfKomi, opening) {
    /** @type {Map<string, Stack>} */
    this.stacks = new Map();
    this.size = 6;
    this.toMove = "white";
    this.moveNumber = 1;
    this.halfKomi = halfKomi;
    this.opening = opening;
    this.read(tps);
  }

  /** Takes over a position in TPS that the engine has read. @param {string} tps */
  read(tps) {
    const [board, mover, number] = tps.split(/\s+/);
    const rows = board.split("/");
    this.size = rows.length;
    this.toMove = mover === "2" ? "black" : "white";
    this.moveNumber = Number(number);
    this.stacks.clear();
    for (const [row, text] of rows.entries()) {
      let file = 0;
      for (const cell of text.split(",")) {
        if (!cell.startsWith("x")) {
          const square = `${String.fromCharCode(97 + file)}${this.size - row}`;
          const top = cell.endsWith("S") ? "wall" : cell.endsWith("C") ? "capstone" : "flat";
          this.stacks.set(square, { square, stones: cell.replace(/[SC]$/, "").replaceAll("1", "w").replaceAll("2", "b"), top });
        }
        file += cell.startsWith("x") ? Number(cell.slice(1) || 1) : 1;
      }
    }
  }

  /** Puts a stone on a square. A standing stone under it is laid flat. @param {string} square @param {string} color @param {string} piece */
  put(square, color, piece) {
    const below = this.stacks.get(square)?.stones ?? "";
    this.stacks.set(square, { square, stones: below + color[0], top: piece });
    // At move number 1 the engine would place the stones of the opening.
    if (this.stacks.size > 1) this.moveNumber = Math.max(2, this.moveNumber);
  }

  /** Removes the top stone of a square. @param {string} square */
  lift(square) {
    const stones = this.stacks.get(square)?.stones.slice(0, -1) ?? "";
    if (stones === "") this.stacks.delete(square);
    else this.stacks.set(square, { square, stones, top: "flat" });
  }

  clear() {
    this.stacks.clear();
  }

  /** The first position of a game. */
  start() {
    this.clear();
    this.toMove = "white";
    this.moveNumber = 1;
  }

  /** Changes the size of the board; stones beyond it go. @param {number} size */
  resize(size) {
    this.size = size;
    for (const square of this.stacks.keys()) {
      if (square.charCodeAt(0) - 97 >= size || Number(square.slice(1)) > size) this.stacks.delete(square);
    }
  }

  /** The position in TPS. */
  get tps() {
    const indices = [...Array(this.size).keys()];
    const rows = indices.map((row) => {
      const cells = indices.map((file) => this.cell(`${String.fromCharCode(97 + file)}${this.size - row}`));
      // Empty squares in a row are counted.
      return cells.join(",").replaceAll(/x(,x)+/g, (run) => `x${(run.length + 1) / 2}`);
    });
    return `${rows.join("/")} ${this.toMove === "white" ? 1 : 2} ${this.moveNumber}`;
  }

  /** The position as a game without moves, in PTN. */
  get ptn() {
    const isStart = this.stacks.size === 0 && this.toMove === "white" && this.moveNumber === 1;
    const opening = this.opening === "swap" ? [] : [["Opening", this.opening]];
    const tags = [["Size", this.size], ["Komi", komiText(this.halfKomi)], ...opening, ...(isStart ? [] : [["TPS", this.tps]])];
    return tags.map(([name, value]) => `[${name} "${value}"]\n`).join("");
  }

  /** The pieces that are left. @param {number[][]} pieces stones and capstones of White and of Black at the start */
  reserves(pieces) {
    return ["white", "black"].map((color, index) => {
      const own = [...this.stacks.values()].map(({ stones, top }) => ({ all: [...stones].filter((stone) => stone === color[0]).length, capstones: Number(top === "capstone" && stones.endsWith(color[0])) }));
      const sum = (/** @type {"all" | "capstones"} */ key) => own.reduce((total, one) => total + one[key], 0);
      const [stones, capstones] = pieces[index];
      return `${colorName(color)}: ${counted(stones - sum("all") + sum("capstones"), "stone")} and ${counted(capstones - sum("capstones"), "capstone")} left.`;
    }).join(" ");
  }

  /** @param {string} square */
  cell(square) {
    const stack = this.stacks.get(square);
    if (!stack) return "x";
    const stones = stack.stones.replaceAll("w", "1").replaceAll("b", "2");
    return stones + { wall: "S", capstone: "C", flat: "" }[/** @type {"flat" | "wall" | "capstone"} */ (stack.top)];
  }
}
