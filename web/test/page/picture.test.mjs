// Pictures of a position and of a game.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";

const GAME = `#ptn=${encodeURIComponent('[Size "5"]\n1. a1 e5 2. c3 b3 3. Cc4 b4 4. Sd3 b4-')}`;

/** Presses a button, and returns the bytes of the file. */
async function saved(tab, selector) {
  const [download] = await Promise.all([tab.page.waitForEvent("download"), tab.click(selector)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The chunks of a PNG: name and content. */
function chunks(bytes) {
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  const found = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    found.push({ name: bytes.toString("latin1", at + 4, at + 8), content: bytes.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

/** Draws a file in the page, and returns its size and the colors at some points, given in parts of the side. */
const look = (tab, bytes, type, points) =>
  tab.value(`(async () => {
    const image = new Image();
    image.src = "data:${type};base64,${bytes.toString("base64")}";
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const colors = ${JSON.stringify(points)}.map(([x, y]) => [...context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data].join());
    return { width: canvas.width, height: canvas.height, colors };
  })()`);

test("a position is saved as SVG and PNG", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: GAME });
  await tab.played(8);
  await tab.click("#share");
  const svg = await saved(tab, "#share-svg");
  const text = svg.bytes.toString();
  assert.equal(svg.name, "stonefall.svg");
  assert.ok(text.startsWith("<svg ") && !/class=|style=|rgba|var\(|color\(/.test(text), text.slice(0, 400));
  // The white capstone on c4, and the frame.
  const points = [[0.5, 0.28], [0.5, 0.01]];
  const drawn = await look(tab, svg.bytes, "image/svg+xml", points);
  assert.deepEqual(drawn.colors, ["251,244,230,255", "122,82,50,255"]);
  const png = await saved(tab, "#share-png");
  assert.deepEqual(await look(tab, png.bytes, "image/png", points), { ...drawn, width: 1200, height: 1200 });
  assertNoErrors(tab);
});

test("a game is saved as an animation", { skip }, async (t) => {
  const tab = await openBoard(t, { fragment: GAME });
  await tab.played(8);
  await tab.click("#share");
  const { name, bytes } = await saved(tab, "#share-film");
  assert.equal(name, "stonefall-game.png");
  const found = chunks(bytes);
  const frames = found.filter((chunk) => chunk.name === "fcTL").map(({ content }) => ({ width: content.readUInt32BE(4), time: content.readUInt16BE(20) / content.readUInt16BE(22) }));
  assert.equal(found.find((chunk) => chunk.name === "acTL").content.readUInt32BE(0), 9);
  assert.equal(frames.length, 9);
  assert.equal(frames[0].width, 600);
  // Later frames have only what changes, and the last one stays longer.
  assert.ok(frames.slice(1).every(({ width }) => width < 600), JSON.stringify(frames));
  assert.deepEqual(frames.map(({ time }) => time), [1, 1, 1, 1, 1, 1, 1, 1, 4]);
  // Numbers of chunks have no gap.
  const numbers = found.filter((chunk) => ["fcTL", "fdAT"].includes(chunk.name)).map(({ content }) => content.readUInt32BE(0));
  assert.deepEqual(numbers, numbers.map((_, index) => index));
  // The browser decodes all frames.
  const decoded = await tab.value(`(async () => {
    const data = Uint8Array.from(atob("${bytes.toString("base64")}"), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/png" });
    await decoder.tracks.ready;
    await decoder.completed;
    const count = decoder.tracks.selectedTrack.frameCount;
    const { image } = await decoder.decode({ frameIndex: count - 1 });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return { count, color: [...context.getImageData(300, 168, 1, 1).data].join() };
  })()`);
  assert.deepEqual(decoded, { count: 9, color: "251,244,230,255" });
  assertNoErrors(tab);
});
