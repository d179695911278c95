/** Functions for elements of the page. */

/**
 * The element with this id, which exists. A kind names its type.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [_kind]
 * @returns {Kind}
 */
export function the(id, _kind) {
  return /** @type {Kind} */ (document.getElementById(id));
}

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [properties] attributes; functions are listeners, `text` is the content
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (key === "text") element.textContent = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} click
 * @param {Record<string, any>} [more]
 */
export const button = (text, click, more = {}) => make("button", { type: "button", text, click, ...more });

/**
 * A choice with its label.
 * @param {string} label
 * @param {[string | number, string][]} options value and text
 * @param {string | number} value
 * @param {(value: string) => void} change
 * @param {string} [id]
 */
export function choice(label, options, value, change, id) {
  const select = make("select", { id, change: () => change(select.value) });
  for (const [key, text] of options) select.append(make("option", { value: key, text, selected: String(key) === String(value) }));
  return make("label", { class: "field" }, [make("span", { text: label }), select]);
}

/**
 * A box to tick, with its label.
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} change
 * @param {string} [id]
 */
export function tick(label, value, change, id) {
  const box = make("input", { type: "checkbox", id, checked: value, change: () => change(box.checked) });
  return make("label", { class: "tick" }, [box, make("span", { text: label })]);
}

/** Number of announcements that stay in the page. */
const ANNOUNCED = 30;

/** Sends a text to screen readers: they read each new line of this log, in order. @param {string} text */
export function announce(text) {
  if (text === "") return;
  const log = the("live");
  log.append(make("p", { text }));
  while (log.children.length > ANNOUNCED) log.firstChild?.remove();
}

/** Whether an element can have the keyboard focus. (To ask for its visibility would make the browser lay out the page.) @param {Element} element */
const isUsable = (element) => element.isConnected && !element.matches(":disabled") && !element.closest("[hidden]");

/**
 * Changes the page without losing the keyboard focus: a new element with the same id gets it, or the fallback.
 * @param {() => void} change
 * @param {(options: FocusOptions) => void} fallback
 */
export function keepFocus(change, fallback) {
  const before = document.activeElement;
  // The mouse and fingers do not need the focus: the page does not scroll for them.
  const preventScroll = !before?.matches(":focus-visible");
  change();
  if (!before || before === document.body || isUsable(before)) return;
  const now = before.id ? document.getElementById(before.id) : null;
  if (now && isUsable(now)) now.focus({ preventScroll });
  else fallback({ preventScroll });
}

/**
 * Fills an element. Children that look the same stay: they may be under a finger.
 * @param {Element} box
 * @param {Element[]} children
 */
export function fill(box, children) {
  const before = [...box.children];
  for (const child of before.slice(children.length)) child.remove();
  children.forEach((child, index) => {
    if (index >= before.length) box.append(child);
    else if (!before[index].isEqualNode(child)) before[index].replaceWith(child);
  });
}

/**
 * Opens the dialog.
 * @param {string} title
 * @param {(Node | string)[]} children
 */
export function openDialog(title, children) {
  const dialog = the("dialog", HTMLDialogElement);
  dialog.replaceChildren(
    make("div", { class: "head" }, [
      make("h2", { id: "dialog-title", text: title }),
      button("✕", closeDialog, { class: "icon", "aria-label": "Close" }),
    ]),
    ...children,
  );
  if (!dialog.open) openModal(dialog);
}

/** Opens the dialog. The opener gets the focus back, even if it is drawn again. @param {HTMLDialogElement} dialog */
function openModal(dialog) {
  const opener = document.activeElement?.id;
  dialog.addEventListener("close", () => document.activeElement === document.body && opener && document.getElementById(opener)?.focus(), { once: true });
  dialog.showModal();
}

export function closeDialog() {
  the("dialog", HTMLDialogElement).close();
}

/**
 * Clicks a button that was drawn again between pressing and releasing the mouse. The browser sees two different
 * buttons then, and no click. Every line of the engine may draw buttons again.
 */
export function keepPresses() {
  /** @type {HTMLElement | null} */
  let pressed = null;
  document.addEventListener("pointerdown", (event) => {
    // A touch clicks the element under the finger when it is lifted.
    const isMouse = event.pointerType === "mouse" && event.button === 0;
    pressed = isMouse && event.target instanceof Element ? event.target.closest("button") : null;
  });
  document.addEventListener("pointerup", (event) => {
    const before = pressed;
    pressed = null;
    if (!before || before.isConnected) return;
    const now = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (now && now.id === before.id && now.textContent === before.textContent) now.click();
  });
}
