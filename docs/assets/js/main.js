// What a page loads: the three elements, and early the few words with which they can say that the rest did not come.
import { Board, pageLang } from "./board.js";
import { wordsOf } from "./engine.js";
import { Referee } from "./referee.js";
import { Steps } from "./steps.js";

wordsOf(pageLang()).catch(() => {});
customElements.define("q-board", Board);
customElements.define("q-steps", Steps);
customElements.define("q-referee", Referee);
