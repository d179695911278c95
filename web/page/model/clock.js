/** The clocks of a game, in milliseconds. */

/** The clocks of `5+3`: minutes, and seconds per move. @param {string} text @returns {Clocks | null} */
export function readClock(text) {
  const [minutes, seconds] = text.split("+").map(Number);
  return minutes > 0 ? new Clocks(minutes * 60000, (seconds || 0) * 1000) : null;
}

/** `9:05`, `1:02:03`; with tenths in the last ten seconds. @param {number} time */
export function face(time) {
  const left = Math.max(0, time);
  const seconds = Math.floor(left / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const tenths = seconds < 10 ? `.${Math.floor(left / 100) % 10}` : "";
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}${tenths}`;
}

export class Clocks {
  /** @param {number} base @param {number} increment */
  constructor(base, increment) {
    this.base = base;
    this.increment = increment;
    /** @type {Record<string, number>} */
    this.left = { white: base, black: base };
    /** @type {string | null} */
    this.running = null;
    this.since = 0;
  }

  /** Remaining time. @param {string} color */
  now(color) {
    const used = color === this.running ? performance.now() - this.since : 0;
    return this.left[color] - used;
  }

  /** Starts the clock of this player, and stops the other one. @param {string} color */
  start(color) {
    if (this.running === color) return;
    this.stop();
    this.running = color;
    this.since = performance.now();
  }

  stop() {
    if (this.running) this.left[this.running] = this.now(this.running);
    this.running = null;
  }

  /** Stops the clock after a move, and adds the increment. @param {string} color */
  press(color) {
    this.stop();
    this.left[color] += this.increment;
  }

  /** Limits for `go`. */
  limits() {
    const whole = (/** @type {string} */ color) => Math.max(0, Math.floor(this.now(color)));
    return `wtime ${whole("white")} btime ${whole("black")} winc ${this.increment} binc ${this.increment}`;
  }

  /** The PTN tag `Clock` as PlayTak writes it: `10:0 +5`. */
  tag() {
    const seconds = this.base / 1000;
    return `${Math.floor(seconds / 60)}:${seconds % 60} +${this.increment / 1000}`;
  }
}
