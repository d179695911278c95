/** The engine's worker, which starts while the browser loads the other files of the page. */
import { engine } from "../engine.js";

/** @type {Worker | null} */
export const worker = engine === "worker" ? new Worker(new URL("stonefall-worker.js", document.baseURI)) : null;

/** The failure of the worker before the page listened. @type {{event: ErrorEvent | null}} */
export const failure = { event: null };

if (worker) worker.onerror = (event) => (failure.event = event);
