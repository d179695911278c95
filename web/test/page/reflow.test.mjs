// The board on narrow screens and with large text: nothing is cut off, and nothing scrolls sideways.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBoard, skip } from "../program.mjs";

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

const GAME = '[Size "8"]\n1. a1 h8 2. c3 b3 3. Cc4 b4 4. Sd3 b4-';

/** Black misses a road in two moves. */
const BLUNDER = '[Size "4"][Player1 "Somebody_with_a_long_name"][TPS "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7"] 7. -- b4 {why?} 8. a4 R-0';

/** Goes through the modes and dialogs, and returns the misfits of each. */
async function misfits(tab) {
  const found = {};
  const look = async (name) => {
    const there = await tab.value(MISFITS);
    if (there.length > 0) found[name] = there;
  };
  await look("play");
  await tab.squares(await tab.first(", empty"));
  await tab.played(2);
  await tab.click("#resign");
  await tab.until("document.querySelector('#rematch')");
  await look("the end of a game");
  for (const dialog of ["new", "games", "settings", "set-up", "help", "load"]) {
    await tab.click(`#${dialog}`);
    await tab.until("document.querySelector('dialog[open]')");
    await look(dialog);
    if (dialog !== "load") await tab.keys("Escape");
  }
  await tab.fill("#load-text", GAME);
  await tab.click("#load-open");
  await tab.until("document.querySelectorAll('.cells button').length === 64 && document.querySelector('.lines .ply')");
  await look("analysis");
  await tab.click("#previous");
  await tab.says("#moves .now", /^Sd3/);
  await tab.click(`[data-square=${await tab.first(", empty")}]`);
  await tab.until("document.querySelector('#moves .variations .now')");
  await look("a variation");
  await tab.click("#comment");
  await tab.fill("#comment-text", "A comment with_a_very_long_word_that_no_line_of_a_phone_has_room_for");
  await look("comment");
  await tab.click("#comment-save");
  await tab.until("document.querySelector('#moves .comment')");
  await look("a commented variation");
  await tab.load(BLUNDER);
  await tab.played(2);
  await tab.click("#walk");
  await tab.until("!document.querySelector('#mistake-next').hidden");
  await tab.click("#phases");
  await tab.click("#mistake-next");
  await tab.says("#status", /blunder/);
  await look("a judged game");
  await tab.click("#try");
  await tab.says("#status", /Find a better move/);
  await look("another try");
  await tab.click("#share");
  await tab.until("document.querySelector('dialog[open]')");
  await look("share");
  await tab.keys("Escape");
  await tab.click("#tab-puzzles");
  await tab.says("#progress", /solved/);
  await look("training");
  await tab.click("#to-book");
  await tab.until("document.querySelectorAll('#puzzle option').length > 5 && !document.querySelector('#solution').disabled");
  await tab.click("#solution");
  await tab.until("document.querySelector('#explanation')");
  await look("puzzles");
  await tab.click("#tab-learn");
  await tab.says("#task", /Place a flat/);
  await look("learn");
  await tab.click("#tab-play");
  return found;
}

/** A screen of this width, of a phone or not. */
const screen = (width) => ({ viewport: { width, height: 800 }, isMobile: width < 350 });

test("a window of 320 pixels", { skip }, async (t) => {
  const tab = await openBoard(t, { screen: screen(320) });
  await tab.turn();
  assert.deepEqual(await misfits(tab), {});
});

test("text of twice the size", { skip }, async (t) => {
  for (const width of [1280, 640, 390]) {
    const tab = await openBoard(t, { screen: screen(width) });
    await tab.command("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await tab.reload();
    assert.equal(await tab.value("getComputedStyle(document.body).fontSize"), "32px");
    assert.deepEqual(await misfits(tab), {}, `${width} pixels`);
  }
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
