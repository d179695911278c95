/** The tabs of the modes: one of them is in the order of Tab, and the arrows reach the others. */

/** @returns {HTMLElement[]} */
const all = () => [...document.querySelectorAll("[role=tab]")].filter((tab) => tab instanceof HTMLElement);

/** Listens to clicks and keys. @param {(mode: string) => void} choose */
export function listenToTabs(choose) {
  for (const tab of all()) {
    tab.addEventListener("click", () => choose(tab.dataset.mode ?? "play"));
    tab.addEventListener("keydown", (event) => step(tab, event));
  }
}

/** @param {HTMLElement} tab @param {KeyboardEvent} event */
function step(tab, event) {
  const tabs = all();
  const at = tabs.indexOf(tab);
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
  const next = steps[event.key];
  if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  tabs.at(next % tabs.length)?.focus();
}

/** Marks the tab of the mode. @param {string} mode */
export function showTab(mode) {
  for (const tab of all()) {
    const isIt = tab.dataset.mode === mode;
    tab.setAttribute("aria-selected", String(isIt));
    tab.tabIndex = isIt ? 0 : -1;
  }
}
