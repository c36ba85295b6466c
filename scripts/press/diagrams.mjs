// Diagrams of the rules to markup. Each is a figure whose words are text, so that it is read, translated and enlarged like
// any; only shapes are SVG. Cards and the way of play run the same way in every language; words and bars run with the text.
import { html, nothing, put } from "../../docs/assets/js/lit.js";
import { face, WAY } from "../../docs/assets/js/draw.js";

/** @import {Card, Frame} from "../../docs/assets/js/types.js" */

/** @typedef {{seat: number, turn_html: string, label_html: string, team: number, team_html: string, deals: boolean, first_html: string | null}} Seat */
/** @typedef {{label_html: string, cards: Card[]}} Named */
/** @typedef {{card: Card, place_html: string, stands: boolean}} Place */
/** @typedef {{label_html: string, amount_html: string, kind: string, start: number, to: number}} Fall */
/** @typedef {{label_html: string, rows: Fall[]}} Falls */
/**
 * @typedef {{kind: string, title_html: string, way?: string, seats?: Seat[], rungs?: {cards: Card[], says_html: string | null}[],
 *   steps?: string[], played?: Named[], groups?: Named[], left?: Card[], melds?: {label_html: string, places: Place[]}[],
 *   least?: number, most?: number, teams?: Falls[]}} Diagram
 */
/** @typedef {Frame & {deals_html: string, left_html: string}} Around */

/** @param {Card[]} cards @param {Around} frame */
const row = (cards, frame) =>
  html`<span class="q-cards is-row">${cards.map((card) => html`<span class="q-card">${face(card, frame, true)}</span> `)}</span>`;

/** Partners face each other: one team's line is whole, the other's dashed. */
const TABLE = html`<svg viewBox="0 0 100 100" aria-hidden="true"><path d="M50 16V84"/><path class="other" d="M16 50H84"/></svg>`;

/** @param {Diagram} of @param {Around} frame */
const seats = (of, frame) => html`<div class="q-round"><ol>${(of.seats ?? []).map(
  (one) => html`<li data-seat=${one.seat} data-team=${one.team} dir=${frame.ui.dir}>
    <span class="turn" aria-hidden="true">${put(one.turn_html)}</span>
    <b>${put(one.label_html)}</b> <span class="team">${put(one.team_html)}</span>
    ${one.first_html ? html`<span class="q-chip is-mano">${put(one.first_html)}</span>` : nothing}
    ${one.deals ? html`<span class="q-chip is-deal">${put(frame.deals_html)}</span>` : nothing}</li>`,
)}</ol><div class="q-way" dir=${frame.ui.dir}>${WAY}${TABLE}<span class="q-vh">${of.way}</span></div></div>`;

/** @param {Diagram} of @param {Around} frame */
const order = (of, frame) => html`<ol class="q-order" dir="ltr">${(of.rungs ?? []).map(
  (rung) => html`<li>${row(rung.cards, frame)}${rung.says_html ? html` <span class="says" dir=${frame.ui.dir}>${put(rung.says_html)}</span>` : nothing}</li>`,
)}</ol>`;

/** A flight of stairs: the best stands highest. @param {Diagram} of */
const scale = ({ steps = [] }) => html`<ol class="q-stairs" dir="ltr">${steps.map(
  (step, place) => html`<li><span>${put(step)}</span><svg viewBox="0 0 10 ${steps.length}" preserveAspectRatio="none" aria-hidden="true"><rect y=${place} width="10" height=${steps.length - place} /></svg></li>`,
)}</ol>`;

/** @param {Diagram} of @param {Around} frame */
const groups = (of, frame) => {
  const named = (/** @type {Named} */ one, /** @type {string} */ kind) =>
    html`<li class=${kind}>${row(one.cards, frame)} <span class="says">${put(one.label_html)}</span></li>`;
  return html`<ul class="q-parts">${of.played?.map((one) => named(one, "is-played"))}${of.groups?.map((one) => named(one, "is-group"))}${
    of.left?.length ? named({ label_html: frame.left_html, cards: of.left }, "is-left") : nothing
  }</ul>`;
};

/** @param {Diagram} of @param {Around} frame */
const places = (of, frame) => html`<ul class="q-places">${of.melds?.map(
  (meld) => html`<li><span class="says">${put(meld.label_html)}</span> <ol dir="ltr">${meld.places.map(
    (place) => html`<li class=${place.stands ? "is-substitute" : nothing}><span class="q-card">${face(place.card, frame, true)}</span> <span class="says" dir=${frame.ui.dir}>${put(place.place_html)}</span></li>`,
  )}</ol></li>`,
)}</ul>`;

/** How high a bar is, and how much room a row has. */
const BAR = { room: 10, high: 6 };

/** @param {Fall} row @param {Diagram} of */
const bar = ({ kind, start, to }, { least = 0, most = 0 }) => {
  const [from, wide] = [Math.min(start, to), Math.abs(to - start)];
  return html`<svg viewBox="${least} 0 ${most - least || 1} ${BAR.room}" preserveAspectRatio="none" aria-hidden="true"><path class="zero" d="M0 0V${BAR.room}"/><path class="step" d="M${to} ${BAR.room / 2}V${BAR.room}M${start} 0V${BAR.room / 2}"/><rect class=${kind} x=${from} y=${(BAR.room - BAR.high) / 2} width=${wide} height=${BAR.high} /></svg>`;
};

/** @param {Diagram} of */
const waterfall = (of) => of.teams?.map(
  (team) => html`<table class="q-falls"><caption>${put(team.label_html)}</caption><tbody>${team.rows.map(
    (row) => html`<tr data-kind=${row.kind}><th scope="row">${put(row.label_html)}</th><td class="bar">${bar(row, of)}</td><td class="amount">${put(row.amount_html)}</td></tr>`,
  )}</tbody></table>`,
);

/** @type {{[kind: string]: (of: Diagram, frame: Around) => unknown}} */
const KINDS = { seats, order, scale, groups, places, waterfall };

/** @param {Diagram} of @param {Around} frame */
export const diagram = (of, frame) =>
  html`<figure class="q-diagram" data-kind=${of.kind}><figcaption>${put(of.title_html)}</figcaption>${KINDS[of.kind]?.(of, frame)}</figure>`;
