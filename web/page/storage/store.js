/** State that this browser keeps between visits, each part as an item of its own: a large one leaves the others in peace. */

const PREFIX = "stonefall:";
/** The one item of earlier versions. */
const EARLIER = "stonefall";

/** The items as they are stored. @type {Map<string, string>} */
const written = new Map();

/** The value of an item; null if there is none. @param {string} key */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores an item; returns false if the browser refuses it. @param {string} key @param {unknown} value */
export function write(key, value) {
  const text = JSON.stringify(value);
  if (written.get(key) === text) return true;
  try {
    localStorage.setItem(key, text);
    written.set(key, text);
    return true;
  } catch {
    written.delete(key);
    return false;
  }
}

/** @param {string} key */
export function erase(key) {
  written.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser without storage has nothing to erase.
  }
}

/** All parts by their names. @returns {Record<string, any>} */
export function recall() {
  const parts = keys().filter((key) => key.startsWith(PREFIX)).map((key) => [key.slice(PREFIX.length), read(key)]);
  return { ...read(EARLIER), ...Object.fromEntries(parts.filter(([, value]) => value !== null)) };
}

/** The names of all items. */
function keys() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Stores parts; returns the names of those that the browser refuses. @param {Record<string, unknown>} parts */
export function remember(parts) {
  const refused = Object.entries(parts).filter(([name, value]) => !write(PREFIX + name, value)).map(([name]) => name);
  if (refused.length === 0 && "mode" in parts) erase(EARLIER);
  return refused;
}
