// What a page loads: the three elements.
import { Board } from "./board.js";
import { Referee } from "./referee.js";
import { Steps } from "./steps.js";

customElements.define("q-board", Board);
customElements.define("q-steps", Steps);
customElements.define("q-referee", Referee);
