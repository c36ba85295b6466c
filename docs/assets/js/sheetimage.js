// A score sheet as a picture, drawn from its scene on a canvas of this device with the page's own faces. It is not made by
// way of an SVG: browsers draw one before the faces inside it have been read, and then without its letters.
import { plainText } from "./draw.js";

/** @import {Words} from "./types.js" */
/** @import {SheetScene} from "./sheetparts.js" */

const WIDTH = 720;
const EDGE = 40;
const ROW = 46;
/** Pixels of the picture to one of the drawing. */
const SHARP = 2;
/** How many lines are drawn; the last ones, where there are more. */
const MOST = 60;
/** The picture is printed on paper, whatever the page looks like. */
const PAPER = { paper: "#fbfcfb", felt: "#ecf2ef", ink: "#17201f", quiet: "#46534f", frame: "#6f8a83", rule: "#d3dad8", act: "#0f5c55" };
const FACES = { rtl: '"Qawaid Serif", "Noto Naskh Arabic Variable", serif', ltr: '"Qawaid Serif", serif' };

/** Draws on a canvas as the page runs: places count from where its lines begin. */
class Pen {
  /** @param {CanvasRenderingContext2D} context @param {boolean} rtl */
  constructor(context, rtl) {
    this.context = context;
    this.rtl = rtl;
  }

  /** @param {number} from */
  x(from) {
    return this.rtl ? WIDTH - from : from;
  }

  /**
   * @param {string} text
   * @param {number} from
   * @param {number} y
   * @param {{size?: number, weight?: number, ink?: string, align?: CanvasTextAlign, most?: number}} [how]
   */
  write(text, from, y, { size = 26, weight = 400, ink = PAPER.ink, align = "start", most } = {}) {
    const { context } = this;
    context.font = `${weight} ${size}px ${FACES[this.rtl ? "rtl" : "ltr"]}`;
    context.fillStyle = ink;
    context.textAlign = align;
    context.direction = this.rtl ? "rtl" : "ltr";
    context.fillText(most ? shortened(text, (part) => context.measureText(part).width <= most) : text, this.x(from), y);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} ink */
  fill(x, y, width, height, ink) {
    this.context.fillStyle = ink;
    this.context.fillRect(x, y, width, height);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} line */
  frame(x, y, width, height, line) {
    this.context.strokeStyle = PAPER.frame;
    this.context.lineWidth = line;
    this.context.strokeRect(x, y, width, height);
  }
}

/** As much of a text as fits, with a sign that there was more. @param {string} text @param {(part: string) => boolean} fits */
const shortened = (text, fits) => {
  if (fits(text)) return text;
  const signs = [...text];
  while (signs.length && !fits(`${signs.join("")}…`)) signs.pop();
  return `${signs.join("")}…`;
};

/** @param {SheetScene} scene @param {Pen} pen @param {number} height */
const draw = (scene, pen, height) => {
  const inner = WIDTH - 2 * EDGE;
  pen.fill(0, 0, WIDTH, height, PAPER.paper);
  pen.write(scene.title, EDGE, 62, { size: 32, weight: 600 });
  pen.fill(EDGE, 90, inner, 150, PAPER.felt);
  pen.frame(EDGE, 90, inner, 150, 2);
  pen.frame(EDGE + 5, 95, inner - 10, 140, 1);
  pen.fill(WIDTH / 2 - 0.5, 95, 1, 140, PAPER.frame);
  scene.teams.forEach((team, index) => {
    const middle = EDGE + (inner / 4) * (1 + 2 * index);
    const tally = scene.tallies[index];
    pen.write(team.label, middle, 136, { size: 24, ink: PAPER.quiet, align: "center", most: inner / 2 - 40 });
    pen.write(plainText(tally.points_html), middle, 208, { size: 64, weight: 500, align: "center", ink: tally.leads ? PAPER.act : PAPER.ink });
  });
  let y = 290;
  for (const line of scene.lines.slice(-MOST)) {
    pen.write(line.label, EDGE, y);
    scene.teams.forEach((_, index) => {
      pen.write(plainText(line.totals_html[index]), 340 + 200 * index, y, { weight: 600, align: "center" });
      pen.write(plainText(line.gains_html?.[index] ?? ""), 430 + 200 * index, y, { size: 22, ink: PAPER.quiet, align: "center" });
    });
    pen.fill(EDGE, y + 14, inner, 1, PAPER.rule);
    y += ROW;
  }
  for (const said of scene.said_html) {
    pen.write(plainText(said), EDGE, y + ROW / 4, { weight: 600, most: inner });
    y += ROW;
  }
};

/**
 * Return the sheet as a PNG.
 *
 * @param {SheetScene} scene
 * @param {Words} ui
 * @returns {Promise<Blob>}
 */
export const imageOf = async (scene, ui) => {
  await document.fonts.ready;
  const height = 300 + ROW * (Math.min(scene.lines.length, MOST) + scene.said_html.length);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * SHARP;
  canvas.height = height * SHARP;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.scale(SHARP, SHARP);
  draw(scene, new Pen(context, ui.dir === "rtl"), height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
};
