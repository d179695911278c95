// The states of the page, with every mode and dialog, for tests that look at all of them.

/** Two threats, a wall, stacks and a capstone. */
const GAME = '[Size "8"]\n1. a1 h8 2. c3 b3 3. Cc4 b4 4. Sd3 b4-';
/** Black misses a road in two moves. */
const BLUNDER = '[Size "4"][Player1 "Somebody_with_a_long_name"][TPS "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7"] 7. -- b4 {why?} 8. a4 R-0';

/** A dialog of this button, in the place of the one before. */
const dialog = (selector) => async (tab) => {
  await tab.keys("Escape");
  await tab.count("dialog[open]", 0);
  await tab.click(selector);
  await tab.count("dialog[open]", 1);
};

/** In order: each begins in the state before. */
const SCENES = {
  async play(tab) {
    await tab.turn();
  },
  async "a stack in the hand"(tab) {
    await tab.begin({ size: "4", color: "both", clock: "5+5" });
    for (const [index, square] of ["a1", "d4", "d4"].entries()) {
      await tab.until(`document.querySelectorAll("#moves .main").length === ${Math.min(index, 2)} && document.querySelector(".cells:not(.still)")`);
      await tab.click(`[data-square=${square}]`);
    }
    await tab.count("#carry", 1);
  },
  async "the end of a game"(tab) {
    await tab.keys("Escape");
    await tab.click("#resign");
    await tab.count("#rematch", 1);
  },
  games: dialog("#games"),
  "new game": dialog("#new"),
  help: dialog("#help"),
  settings: dialog("#settings"),
  "set up": dialog("#set-up"),
  async open(tab) {
    await tab.keys("Escape");
    await tab.load('[Size "5"] 1. a1 a1');
    await tab.says("#load-trouble", /a1 is not empty/);
  },
  async analysis(tab) {
    await tab.fill("#load-text", GAME);
    await tab.click("#load-open");
    await tab.count(".cells button", 64);
    await tab.fill("#count", "3");
    await tab.count(".lines li", 3);
  },
  async "a variation"(tab) {
    await tab.click("#previous");
    await tab.says("#moves .now", /^Sd3/);
    await tab.click(`#board [data-square=${await tab.first(", empty")}]`);
    await tab.count("#moves .variations .now", 1);
  },
  async comment(tab) {
    await tab.click("#comment");
    await tab.fill("#comment-text", "A comment with_a_very_long_word_that_no_line_of_a_phone_has_room_for");
  },
  async "a commented variation"(tab) {
    await tab.click("#comment-save");
    await tab.count("#moves .comment", 1);
  },
  async "a judged game"(tab) {
    await tab.load(BLUNDER);
    await tab.played(2);
    await tab.click("#walk");
    await tab.until("!document.querySelector('#mistake-next').hidden");
    await tab.click("#phases");
    await tab.click("#mistake-next");
    await tab.says("#status", /blunder/);
  },
  async "another try"(tab) {
    await tab.click("#try");
    await tab.says("#status", /Find a better move/);
  },
  share: dialog("#share"),
  async training(tab) {
    await tab.keys("Escape");
    await tab.click("#tab-puzzles");
    await tab.says("#progress", /solved/);
  },
  async puzzles(tab) {
    await tab.click("#to-book");
    await tab.until("document.querySelectorAll('#puzzle option').length > 5 && !document.querySelector('#solution').disabled");
  },
  async "the solution"(tab) {
    await tab.click("#solution");
    await tab.count("#explanation", 1);
  },
  async learn(tab) {
    await tab.click("#tab-learn");
    await tab.says("#task", /Place a flat/);
    await tab.turn();
  },
  async "a task that was done"(tab) {
    await tab.squares("c3");
    await tab.says("#status", /That is your flat/);
  },
};

/** Goes through the states. Returns what `look` finds in each, with the name of the state. */
export async function lookAtAll(tab, look) {
  const found = [];
  for (const [name, enter] of Object.entries(SCENES)) {
    await enter(tab);
    for (const one of await look(name)) found.push(`${name}: ${one}`);
  }
  return found;
}
