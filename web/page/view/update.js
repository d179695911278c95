/**
 * Use without a network, and updates. Only the page with the engine as a worker has them: another page needs its server, which
 * always has its own version.
 */
import { the } from "../view/dom.js";

/** @param {import("../app.js").App} app @param {string} where the address in engine.js */
export async function keepOffline(app, where) {
  const { serviceWorker } = navigator;
  if (where !== "worker" || !serviceWorker) return;
  // The first visit has no controller: its files are those of the new service worker.
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener("controllerchange", () => {
    // Another window may have asked for the new version.
    if (isFirst) storeNetwork(app.game.setup.size);
    else offer(() => location.reload());
    isFirst = false;
  });
  try {
    const registration = await serviceWorker.register("service-worker.js", { updateViaCache: "none" });
    follow(registration, app);
  } catch {
    // A host without that file: the page needs the network.
  }
}

/** Stores a network that the engine may have loaded before the service worker began. @param {number} size */
function storeNetwork(size) {
  if (size > 3) fetch(`${size}x${size}.net`).catch(() => {});
}

/** Announces each new version of the page. @param {ServiceWorkerRegistration} registration @param {import("../app.js").App} app */
function follow(registration, app) {
  const announce = () => {
    const { waiting } = registration;
    if (waiting && registration.active) offer(() => replace(waiting, app));
  };
  announce();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", announce));
  // A page that stays open for days asks when it is shown again.
  document.addEventListener("visibilitychange", () => !document.hidden && registration.update().catch(() => {}));
}

/** Starts the new version, with the game on the board. @param {ServiceWorker} waiting @param {import("../app.js").App} app */
function replace(waiting, app) {
  app.save();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("activate");
}

/** @param {() => void} reload */
function offer(reload) {
  the("update").hidden = false;
  the("reload").onclick = reload;
}
