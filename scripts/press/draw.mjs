// Draw scenes as HTML: JSON lines on standard input, one JSON object of key to HTML on standard output.
// A line is either {"lang", "ui"}, the words of a language, or {"key", "draw", "scene", "frame"}, a thing to draw.
import { createInterface } from "node:readline";
import { render } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import { example, referee, step, steps } from "../../docs/assets/js/draw.js";
import { puzzlePage } from "../../docs/assets/js/puzzleparts.js";
import { emptySheet } from "../../docs/assets/js/sheetparts.js";
import { diagram } from "./diagrams.mjs";

/** @import {Frame, Scene, Step, Walkthrough, Words} from "../../docs/assets/js/types.js" */
/** @import {Kind} from "../../docs/assets/js/draw.js" */

/** @typedef {Omit<Frame, "ui"> & {kinds?: Kind[], walkthrough?: string, deals_html?: string, left_html?: string}} Given */
/** @typedef {{key: string, draw: string, scene: any, lang?: string, frame: Given}} Task */

/** @type {{[name: string]: (scene: any, frame: Frame, given: Given) => unknown}} */
const DRAWINGS = {
  board: (/** @type {Scene} */ scene, frame) => example(scene, frame),
  step: (/** @type {Step} */ one, frame, given) => step(one, given.walkthrough ?? "", frame),
  steps: (/** @type {Walkthrough} */ all, frame) => steps(all, frame),
  puzzle: (puzzle, frame) => puzzlePage(puzzle, frame),
  diagram: (of, frame, { deals_html = "", left_html = "" }) => diagram(of, { ...frame, deals_html, left_html }),
  sheet: (scene, frame) => emptySheet(scene, frame),
  referee: (/** @type {Scene} */ scene, frame, given) => referee(scene, given.kinds ?? [], frame),
};

/** @type {Map<string, Words>} */
const words = new Map();

/** @param {Task} task */
const langOf = (task) => task.lang ?? task.scene.lang ?? task.scene.scene?.lang;

/**
 * Draw one thing. Its HTML is one line, so that no blank line ends an HTML block of Markdown, and holds no comments.
 *
 * @param {Task} task
 */
const draw = (task) => {
  const drawing = DRAWINGS[task.draw];
  const ui = words.get(langOf(task));
  if (!drawing || !ui) throw new Error(`${task.key}: cannot draw "${task.draw}" in "${langOf(task)}"`);
  const html = collectResultSync(render(drawing(task.scene, { ...task.frame, ui }, task.frame)));
  return html.replace(/<!--.*?-->|<\?>/gs, "").replace(/[ \t\r\n]+/g, " ").replace(/ >/g, ">").trim();
};

/** @type {{[key: string]: string}} */
const drawn = {};
for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  const given = JSON.parse(line);
  if (given.ui) words.set(given.lang, given.ui);
  else drawn[given.key] = draw(given);
}
process.stdout.write(JSON.stringify(drawn));
