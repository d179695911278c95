/** Starts the page. */
import { App } from "./app.js";
import { engine as where } from "./engine.js";
import { keepPresses, the } from "./view/dom.js";
import { openHelp } from "./view/help.js";
import { listen } from "./view/keys.js";
import { openSettings } from "./view/settings.js";
import { openSetup } from "./view/setup.js";
import { openLoad, openShare } from "./view/share.js";
import { listenToTabs } from "./view/tabs.js";
import { keepOffline } from "./view/update.js";

function start() {
  const app = new App();
  listenToTabs((mode) => app.safely(app.open(mode)));
  const click = (/** @type {string} */ id, /** @type {() => unknown} */ work) => the(id).addEventListener("click", () => app.safely(Promise.resolve(work())));
  click("first", () => app.go(0));
  click("previous", () => app.go(app.game.ply - 1));
  click("next", () => app.go(app.game.ply + 1));
  click("last", () => app.go(app.game.moves.length));
  click("flip", () => app.flip());
  click("undo", () => app.mode.undo());
  click("redo", () => app.mode.redo());
  click("load", () => openLoad(app));
  click("share", () => openShare(app));
  click("set-up", () => openSetup(app));
  click("mistake-before", () => app.analysis.review.step(-1));
  click("mistake-next", () => app.analysis.review.step(1));
  click("try", () => app.analysis.review.tryAgain());
  click("my-game", () => app.analyze(app.play.game.copy()));
  click("continue", () => app.analysis.playOn());
  click("analyze", () => app.analyze(app.game.copy()));
  click("earlier", () => app.bringBack());
  click("settings", () => openSettings(app));
  click("help", () => openHelp(app));
  listen(app);
  keepPresses();
  keepOffline(app, where);
  document.addEventListener("visibilitychange", () => app.safely(app.analysis.followWindow()));
  window.addEventListener("hashchange", () => app.safely(app.onEngine(app.engine.isThere, "", false)));
  window.addEventListener("pagehide", () => app.save());
  return app;
}

start();
