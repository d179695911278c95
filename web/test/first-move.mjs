// Measures on a phone's screen and a processor four times as slow (or RATE times) how long after the tap a stone is on the
// screen, and how long the browser needs to draw a frame after a tap that does nothing:
// STONEFALL=target/quick/stonefall node web/test/first-move.mjs
import { startServer } from "./program.mjs";
import { Tab } from "./tab.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const GAMES = 5;

/** Notes the time from a tap to the frame after the next change of the board, or of the status after a tap there. */
const WATCH = `
  window.times = [];
  let tapped = 0;
  document.querySelector("#status").addEventListener("click", ({ target }) => (target.dataset.tapped = ""));
  addEventListener("pointerdown", ({ timeStamp }) => (tapped = timeStamp), true);
  new MutationObserver(() => {
    const since = tapped;
    tapped = 0;
    // The task after a frame begins when the frame is drawn.
    if (since) requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - since)));
  }).observe(document.querySelector("main"), { childList: true, subtree: true, attributeFilter: ["data-tapped"] });
`;

const ends = [];
const session = { after: (end) => ends.push(end) };
try {
  const server = await startServer(session);
  const tab = await Tab.open(session, PHONE);
  await tab.visit(server.address);
  await tab.command("Emulation.setCPUThrottlingRate", { rate: Number(process.env.RATE ?? 4) });
  for (const size of ["5", "6", "8"]) {
    const [times, idle] = [[], []];
    for (let game = 0; game < GAMES; game += 1) {
      await tab.begin({ size, level: "1", color: "white" });
      await tab.reload();
      await tab.turn();
      await tab.page.waitForTimeout(500);
      await tab.value(WATCH);
      for (const [index, [selector, found]] of [["#status", idle], ["[data-square=c3]", times]].entries()) {
        // A tap by a selector would run code of the library in the page.
        const [x, y] = await tab.value(`(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector("${selector}").getBoundingClientRect())`);
        await tab.page.touchscreen.tap(x, y);
        await tab.until(`times.length > ${index}`);
        found.push(await tab.value(`times[${index}]`));
      }
    }
    const words = [times, idle].map((found) => {
      found.sort((one, two) => one - two);
      return `median ${Math.round(found[Math.floor(GAMES / 2)])} ms, at most ${Math.round(found[GAMES - 1])} ms`;
    });
    console.log(`${size}x${size}: ${words[0]}; a tap that does nothing: ${words[1]}`);
  }
} finally {
  for (const end of ends.reverse()) await end();
}
