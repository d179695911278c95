// Every mode and dialog of the board under axe-core: light and dark, on a desktop and on a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { assertNoErrors, openBoard, skip } from "../program.mjs";
import { lookAtAll } from "./scenes.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** States that are looked at with every kind of board. */
const BOARDS = ["games", "settings", "set up", "a stack in the hand"];

/** Violations on the page, each with its rule and its elements. */
async function violations(tab, source, options) {
  if (!(await tab.value("Boolean(window.axe)"))) await tab.value(`${source}; null`);
  return tab.value(`axe.run(document, { resultTypes: ["violations"], ...${JSON.stringify(options)} }).then(({ violations }) => violations.map(({ id, help, nodes }) =>
    id + " (" + help + "): " + nodes.map(({ target, any }) => target.join(" ") + (any[0]?.data?.contrastRatio ? " " + any[0].data.contrastRatio : "")).join(", ")))`);
}

test("axe-core finds no violation in any mode or dialog", { skip }, async (t) => {
  const tab = await openBoard(t);
  const source = await readFile(axe, "utf8");
  const look = async (name) => {
    const found = [];
    const boards = BOARDS.includes(name) ? ["flat", "contrast", "wood"] : ["wood"];
    for (const [screen, [width, height]] of Object.entries({ desktop: [1280, 900], phone: [360, 740] })) {
      await tab.page.setViewportSize({ width, height });
      for (const [theme, board] of boards.flatMap((board) => [["light", board], ["dark", board]])) {
        await tab.value(`document.documentElement.dataset.board = "${board}"`);
        await tab.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        // Another theme or board has other colors, and the rest is the same.
        const options = theme === "light" && board === "wood" ? {} : { runOnly: ["color-contrast"] };
        for (const violation of await violations(tab, source, options)) found.push(`${screen}, ${theme}, ${board}: ${violation}`);
      }
    }
    return found;
  };
  assert.deepEqual(await lookAtAll(tab, look), []);
  assertNoErrors(tab);
});
