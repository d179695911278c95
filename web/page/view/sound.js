/** Sounds made by code: stones on wood, and tones. */

/** @type {AudioContext | null} */
let context = null;

/** The audio of the page, which a browser gives after the first press. */
function audio() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** A stone that touches the board. @param {number} after seconds from now @param {number} pitch in hertz */
function knock(after, pitch) {
  const { sampleRate, currentTime, destination } = audio();
  const length = Math.floor(0.07 * sampleRate);
  const buffer = audio().createBuffer(1, length, sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * Math.exp((-60 * at) / sampleRate);
  const source = new AudioBufferSourceNode(audio(), { buffer });
  const filter = new BiquadFilterNode(audio(), { type: "bandpass", frequency: pitch, Q: 4 });
  source.connect(filter).connect(new GainNode(audio(), { gain: 0.9 })).connect(destination);
  source.start(currentTime + after);
}

/** @param {number} after @param {number} pitch */
function tone(after, pitch) {
  const { currentTime, destination } = audio();
  const source = new OscillatorNode(audio(), { type: "triangle", frequency: pitch });
  const gain = new GainNode(audio(), { gain: 0 });
  const start = currentTime + after;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.18, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.35);
  source.connect(gain).connect(destination);
  source.start(start);
  source.stop(start + 0.4);
}

/**
 * Plays the sound of a move.
 * @param {"place" | "spread" | "tak" | "end"} what
 * @param {number} [drops] squares of a spread
 */
export function play(what, drops = 1) {
  if (what === "spread") for (let index = 0; index < drops; index += 1) knock(0.07 * index, 900);
  else knock(0, 1300);
  if (what === "tak") [660, 880].forEach((pitch, index) => tone(0.08 + 0.12 * index, pitch));
  if (what === "end") [523, 659, 784].forEach((pitch, index) => tone(0.1 + 0.14 * index, pitch));
}

/** Plays the sound of the last move on the board. @param {import("../engine/answers.js").Facts} facts */
export function playMove({ last, outcome }) {
  if (!last) return;
  if (outcome) play("end");
  else if (last.tak) play("tak");
  else if (last.squares.length > 1) play("spread", last.squares.length - 1);
  else play("place");
}
