/** The panel of a lesson, and the list of all lessons. */
import { button, keepFocus, make, the } from "./dom.js";

/** @typedef {import("../modes/learn.js").Learn} Learn */

/** @param {Learn} learn */
export function renderLearn(learn) {
  const { app, step } = learn;
  const { lesson, task, index } = step;
  const isDone = learn.state === "done";
  const isFirstTime = !learn.done.has(step.id);
  document.body.dataset.lesson = lesson.id;
  app.panel(
    make("div", { class: "title" }, [make("h2", { text: lesson.title }), make("span", { class: "note", text: `${placeOf(learn)}, task ${index + 1} of ${lesson.tasks.length}` })]),
    make("p", { text: task.text }),
    make("p", { class: "task", id: "task" }, [make("span", { class: "check", "aria-hidden": "true", text: isDone || !isFirstTime ? "✓" : "▸" }), make("b", { text: task.task })]),
    make("div", { class: "row" }, [
      button("‹ Back", () => app.safely(learn.back()), { id: "learn-back", disabled: learn.at === 0 }),
      learn.state === "open"
        ? button(learn.hints > 0 ? "Show me" : "Hint", () => app.safely(learn.hint()), { id: "learn-hint", title: "A hint, and then a move (H)" })
        : button("Try again", () => app.safely(learn.again()), { id: "learn-again", title: "Undo the move (U)" }),
      button("Next ›", () => app.safely(learn.forward()), { id: "learn-next", class: isDone && !learn.isEnd ? "strong" : null, disabled: learn.at === learn.steps.length - 1, title: "The next task (N)" }),
      button("Play your first game", () => app.safely(learn.playFirst()), { id: "learn-play", class: isDone ? "strong" : null, hidden: !learn.isEnd, title: "A game on 5×5 against the first level" }),
    ]),
  );
  keepFocus(() => the("contents").replaceChildren(...contents(learn)), (options) => app.table.board.focus(options));
}

/** `Step 3 of 10`. @param {Learn} learn */
function placeOf(learn) {
  const { rules, strategy } = learn.sections;
  const { lesson } = learn.step;
  return rules.includes(lesson) ? `Step ${rules.indexOf(lesson) + 1} of ${rules.length}` : `Strategy ${strategy.indexOf(lesson) + 1} of ${strategy.length}`;
}

/** The lists of the lessons; a check marks those that were done. @param {Learn} learn */
function contents(learn) {
  const lists = { Rules: learn.sections.rules, Strategy: learn.sections.strategy };
  return Object.entries(lists).flatMap(([name, lessons]) => {
    const id = `lessons-${name.toLowerCase()}`;
    const items = lessons.map((lesson) => make("li", {}, [entry(learn, lesson)]));
    return [make("h2", { id, text: name }), make("ol", { "aria-labelledby": id }, items)];
  });
}

/** @param {Learn} learn @param {import("../model/goals.js").Lesson} lesson */
function entry(learn, lesson) {
  const isShown = learn.step.lesson === lesson;
  const open = button(lesson.title, () => learn.app.safely(learn.open(lesson)), { id: `lesson-${lesson.id}`, class: `ply${isShown ? " now" : ""}`, "aria-current": isShown ? "step" : null });
  if (learn.isDone(lesson)) open.append(make("span", { "aria-hidden": "true", text: "✓" }), make("span", { class: "unseen", text: "done" }));
  return open;
}
