/** Animated PNG files, put together from the PNG files of their frames (www.w3.org/TR/png-3). */

/**
 * @typedef {object} Frame
 * @property {ArrayBuffer} png
 * @property {number} x place in the picture
 * @property {number} y
 * @property {number} time in milliseconds
 */

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

/** Remainders of single bytes for CRC-32. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** @param {Uint8Array} bytes */
function crc(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = REMAINDERS[(rest ^ byte) & 255] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

/** A chunk from numbers of four bytes, single bytes, and others. @param {string} name @param {(Uint8Array | number[])[]} parts */
function chunk(name, ...parts) {
  const content = parts.flatMap((part) => [...part]);
  const body = Uint8Array.from([...[...name].map((letter) => letter.charCodeAt(0)), ...content]);
  return [Uint8Array.from(word(content.length)), body, Uint8Array.from(word(crc(body)))];
}

/** The four bytes of a number. @param {number} value */
const word = (value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

/** The contents of the chunks with a name. @param {ArrayBuffer} png @param {string} name */
function contents(png, name) {
  const [view, found] = [new DataView(png), /** @type {Uint8Array[]} */ ([])];
  for (let at = SIGNATURE.length; at < png.byteLength; ) {
    const length = view.getUint32(at);
    const named = String.fromCharCode(...new Uint8Array(png, at + 4, 4));
    if (named === name) found.push(new Uint8Array(png, at + 8, length));
    at += length + 12;
  }
  return found;
}

/**
 * The file of an animation without end. The first frame covers the picture.
 * @param {Frame[]} frames
 * @returns {Uint8Array<ArrayBuffer>[]} its parts
 */
export function animate(frames) {
  let number = 0;
  const next = () => word(number++);
  const parts = [Uint8Array.from(SIGNATURE), ...chunk("IHDR", contents(frames[0].png, "IHDR")[0]), ...chunk("acTL", word(frames.length), word(0))];
  for (const [index, { png, x, y, time }] of frames.entries()) {
    const size = contents(png, "IHDR")[0].subarray(0, 8);
    const [high, low] = word(time).slice(2);
    // A frame replaces its rectangle, and stays.
    parts.push(...chunk("fcTL", next(), size, word(x), word(y), [high, low, ...word(1000).slice(2), 0, 0]));
    for (const data of contents(png, "IDAT")) parts.push(...(index === 0 ? chunk("IDAT", data) : chunk("fdAT", next(), data)));
  }
  return [...parts, ...chunk("IEND")];
}
