// The board on narrow screens and with large text: nothing is cut off, and nothing scrolls sideways.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBoard, skip } from "../program.mjs";
import { lookAtAll } from "./scenes.mjs";

/** Elements that reach beyond the right edge of the window, and texts that are cut off. */
const MISFITS = `(() => {
  const found = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls: " + document.documentElement.scrollWidth] : [];
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility() || element.closest("svg, .unseen")) continue;
    const { right, left } = element.getBoundingClientRect();
    const name = element.tagName + "#" + element.id + "." + element.className;
    if (right > innerWidth + 1 || left < -1) found.push(name + " reaches from " + left + " to " + right);
    if (element.matches("button, .player, .chances, td, th, p, h1, h2, label, dialog") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) found.push(name + " is cut off");
  }
  return found;
})()`;

/** Looks at every state in windows of these widths. */
const misfits = (tab, widths) =>
  lookAtAll(tab, async () => {
    const found = [];
    for (const width of widths) {
      await tab.page.setViewportSize({ width, height: 800 });
      for (const misfit of await tab.value(MISFITS)) found.push(`${width} pixels: ${misfit}`);
    }
    return found;
  });

test("a phone of 320 pixels", { skip }, async (t) => {
  const tab = await openBoard(t, { screen: { viewport: { width: 320, height: 800 }, isMobile: true } });
  assert.deepEqual(await misfits(tab, [320]), []);
});

test("text of twice the size", { skip }, async (t) => {
  const tab = await openBoard(t);
  await tab.command("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await tab.reload();
  assert.equal(await tab.value("getComputedStyle(document.body).fontSize"), "32px");
  assert.deepEqual(await misfits(tab, [1280, 640, 390]), []);
});

test("reduced motion: nothing moves", { skip }, async (t) => {
  const tab = await openBoard(t, { screen: { reducedMotion: "reduce" } });
  await tab.turn();
  await tab.click("[data-square=c3]");
  await tab.until("document.querySelector('.stack.fresh')");
  const moving = `[...document.querySelectorAll("*")].filter((element) => {
    const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
    return (animationName !== "none" && parseFloat(animationDuration) > 0) || parseFloat(transitionDuration) > 0;
  }).map((element) => element.className.baseVal ?? element.className)`;
  assert.deepEqual(await tab.value(moving), []);
  await tab.page.emulateMedia({ reducedMotion: "no-preference" });
  assert.ok((await tab.value(moving)).includes("stack fresh"));
});
