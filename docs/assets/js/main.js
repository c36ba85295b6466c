// What a page loads: the elements that stand in texts, and early the few words with which they can say that the rest did
// not come. The elements that have a page of their own are loaded where one stands.
import { Board, pageLang } from "./board.js";
import { wordsOf } from "./engine.js";
import { Referee } from "./referee.js";
import { Steps } from "./steps.js";
import { listenFor } from "./takeover.js";

wordsOf(pageLang()).catch(() => {});
customElements.define("q-board", Board);
customElements.define("q-steps", Steps);
customElements.define("q-referee", Referee);

/** @type {{[name: string]: () => Promise<unknown>}} */
const pages = {
  "q-play": () => import("./play.js"),
  "q-sheet": () => import("./sheet.js"),
  "q-puzzle": () => import("./puzzle.js"),
  "q-offline": () => import("./offline.js"),
};
listenFor("q-sheet, q-puzzle"); // those that stand complete in their pages
for (const [name, load] of Object.entries(pages)) if (document.querySelector(name)) void load();
// There is a service worker only where the reader has kept the site: then a newer version is announced.
if (navigator.serviceWorker?.controller) void import("./offlinenote.js");
