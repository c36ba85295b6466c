// What a page loads: the elements that stand in texts, and early the few words with which they can say that the rest did
// not come. The elements that have a page of their own are loaded where one stands.
import { Board, pageLang } from "./board.js";
import { fetchWords } from "./engine.js";
import { lost } from "./lost.js";
import { Referee } from "./referee.js";
import { Steps } from "./steps.js";
import { listenFor } from "./takeover.js";

fetchWords(pageLang()).catch(() => {}); // Whoever needs them says so.
customElements.define("q-board", Board);
customElements.define("q-steps", Steps);
customElements.define("q-referee", Referee);

/** @type {{[name: string]: () => Promise<unknown>}} */
const pages = {
  "q-play": () => import("./play.js"),
  "q-sheet": () => import("./sheet.js"),
  "q-puzzle": () => import("./puzzle.js"),
  "q-offline": () => import("./offline.js"),
  "q-print": () => import("./print.js"),
};
listenFor("q-sheet, q-puzzle"); // those that stand complete in their pages
for (const [name, load] of Object.entries(pages)) if (document.querySelector(name)) load().catch(() => lost().then(() => location.reload()));
/** Whether the pages come from this device. A browser may not even let us ask. */
const isKept = () => {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
};
// There is a service worker only where the reader has kept the site: then a newer version is announced.
if (isKept()) import("./offlinenote.js").catch(() => {});
