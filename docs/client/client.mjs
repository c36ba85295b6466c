// An example client: a small rules engine of its own. One question a line on standard input, one answer a line on
// standard output, both JSON. It answers `hand` and `lance` of Mus, `capture` of Basra and `meld` of Mor 200; any
// other question gets {"error": {"path": …, "message": …}}, and so does one that cannot be used.
//
//     echo '{"game": "mus", "ask": "hand", "cards": "R R 3 7"}' | node client.mjs
import { answerCapture } from "./basra.mjs";
import { answerMeld } from "./mor200.mjs";
import { answerHand, answerLance } from "./mus.mjs";
import { Unusable, isMapping, quoted } from "./question.mjs";

/** @import {Question} from "./question.mjs" */

/** @type {{[game: string]: {[ask: string]: (question: Question) => object}}} */
const GAMES = {
  mus: { hand: answerHand, lance: answerLance },
  basra: { capture: answerCapture },
  mor200: { meld: answerMeld },
};

/**
 * The answer to one question.
 *
 * @param {unknown} question
 * @returns {object}
 */
function answer(question) {
  if (!isMapping(question)) throw new Unusable("", "a question must be a JSON object");
  const { game, ask } = question;
  if (typeof game !== "string" || !Object.hasOwn(GAMES, game)) {
    throw new Unusable("game", `${quoted(game)} is not one of ${Object.keys(GAMES).join(", ")}`);
  }
  const kinds = GAMES[game];
  if (typeof ask !== "string" || !Object.hasOwn(kinds, ask)) {
    throw new Unusable("ask", `${quoted(ask)} is not one of ${Object.keys(kinds).join(", ")}`);
  }
  return kinds[ask](question);
}

/**
 * The line that answers a line.
 *
 * @param {string} line
 */
function reply(line) {
  try {
    return JSON.stringify(answer(JSON.parse(line)));
  } catch (fault) {
    if (fault instanceof Unusable) return JSON.stringify({ error: { path: fault.path, message: fault.message } });
    if (fault instanceof SyntaxError) return JSON.stringify({ error: { path: "", message: "this line is not JSON" } });
    throw fault;
  }
}

// Lines end with a line feed and nothing else: Node's readline also ends them at U+2028, which JSON allows in a text.
process.stdin.setEncoding("utf8");
let rest = "";
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) process.stdout.write(`${reply(line)}\n`);
}
if (rest !== "") process.stdout.write(`${reply(rest)}\n`);
