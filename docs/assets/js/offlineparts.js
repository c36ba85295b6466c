// What can be seen of keeping the site, as markup: on its own page, and in the slip that announces a new version.
import { fill, megabytes, plainText } from "./draw.js";
import { html, nothing, put } from "./lit.js";

/** @import {Words} from "./types.js" */
/** @import {Kept, List, Why} from "./offlinekeep.js" */

/** @typedef {{done: number, total: number}} Coming */
/** @typedef {{missing: number, come: number, begun: boolean}} Outstanding  in bytes */
/**
 * @typedef {object} OfflineState
 * @property {Kept | null} kept  the version in use
 * @property {List | null} list  the version that the site has now, if it could be asked
 * @property {Outstanding} outstanding  of that version
 * @property {Coming | null} coming  while it is fetched
 * @property {Why | null} why  why it was not, or why nothing can be kept here
 * @property {string | null} said_html  what a button has done
 * @property {{label: string, href: string} | null} missing  the page that was asked for and is not kept
 * @property {boolean} installs  whether the browser offers to install the site
 */
/**
 * What the buttons call.
 *
 * @typedef {object} OfflineHandlers
 * @property {() => void} keep
 * @property {() => void} cancel
 * @property {() => void} look
 * @property {() => void} remove
 * @property {() => void} [later]
 * @property {() => void} [install]
 */
/** @typedef {{ui: Words, lang: string}} Place */

/** The least size that is told, in bytes. */
const LEAST = 100_000;

/** @param {number} bytes @param {Place} place */
const sized = (bytes, { lang }) => megabytes(lang, Math.max(bytes, LEAST));

/** @param {string} key @param {Place} place @param {{[name: string]: string | number}} [values] */
const p = (key, { ui }, values = {}) => html`<p>${put(fill(ui[key], values))}</p>`;

/** @param {string} key @param {() => void} click @param {Place} place @param {string} [kind] */
const button = (key, click, { ui }, kind = "") =>
  html`<button class="q-btn ${kind}" type="button" data-do=${key} @click=${click}>${put(ui[key])}</button>`;

/** @param {string} key @param {Place} place */
const heading = (key, { ui }) => html`<h2 tabindex="-1">${put(ui[key])}</h2>`;

/** How much has come. @param {Coming} coming @param {OfflineHandlers} on @param {Place} place */
export const progress = ({ done, total }, on, place) => html`${heading("offline_fetching", place)}
  <progress class="q-bar" aria-label=${plainText(place.ui.offline_fetching ?? "")} max=${total || 1} value=${done}></progress>
  <p class="q-offline-bytes" aria-hidden="true">${put(fill(place.ui.offline_bytes, { done: megabytes(place.lang, done), total: megabytes(place.lang, total) }))}</p>
  ${p("offline_stay", place)}
  <div class="q-acts">${button("cancel", on.cancel, place)}</div>`;

/** Why not all has come, and what is left. @param {OfflineState} state @param {OfflineHandlers} on @param {Place} place */
export const failure = ({ why, kept, list, outstanding }, on, place) => html`<div class="q-said is-wrong" role="alert">
  ${heading("offline_failed", place)}
  ${p(`offline_failed_${why}`, place, { size: sized(list?.bytes ?? 0, place) })}
  ${outstanding.begun && why !== "full" ? p("offline_failed_come", place) : nothing}
  ${kept ? p("offline_failed_intact", place) : nothing}
  <div class="q-acts">${button("retry", on.keep, place, "is-main")}${on.later ? button("offline_later", on.later, place) : nothing}${
    outstanding.begun && !kept ? button("offline_discard", on.remove, place) : nothing
  }</div>
</div>`;

/** A newer version, which is taken only on the reader's word. @param {OfflineState} state @param {OfflineHandlers} on @param {Place} place */
export const announced = ({ outstanding }, on, place) => html`${heading("offline_new", place)}
  ${p("offline_new_size", place, { size: sized(outstanding.missing, place) })}
  <div class="q-acts">${button("offline_take", on.keep, place, "is-main")}${on.later ? button("offline_later", on.later, place) : nothing}</div>`;

/** What a page says that is of another version than the one in use. @param {() => void} reload @param {() => void} later @param {Place} place */
export const taken = (reload, later, place) => html`${heading("offline_taken", place)}${p("offline_taken_why", place)}
  <div class="q-acts">${button("offline_reload", reload, place, "is-main")}${button("offline_later", later, place)}</div>`;

/** @param {{label: string, href: string}} missing @param {Place} place */
const notKept = ({ label, href }, place) => html`<div class="q-said">
  ${heading("offline_missing", place)}
  ${p("offline_missing_why", place)}
  <p><bdi dir="ltr" class="q-long">${label}</bdi></p>
  <p><a href=${href}>${put(place.ui.offline_missing_again)}</a></p>
</div>`;

/** @param {OfflineState} state @param {OfflineHandlers} on @param {Place} place */
const unkept = ({ list, outstanding: { missing, come, begun } }, on, place) => {
  if (!list) {
    return html`${heading("offline_unkept", place)}${p("offline_unreachable", place)}
      <div class="q-acts">${button("offline_look", on.look, place)}</div>`;
  }
  const { pages, bytes } = list;
  return html`${heading("offline_unkept", place)}
    ${p("offline_what", place, { pages, size: sized(bytes, place) })}
    ${come ? p("offline_rest", place, { done: sized(come, place), rest: sized(missing, place) }) : nothing}
    <div class="q-acts">${button(begun ? "offline_go_on" : "offline_keep", on.keep, place, "is-main")}${
      begun ? button("offline_discard", on.remove, place) : nothing
    }</div>`;
};

/** A day, its numbers kept from the direction of the text. @param {string} since @param {string} lang */
const day = (since, lang) =>
  new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "long", numberingSystem: "latn" })
    .formatToParts(new Date(since))
    .map(({ type, value }) => (/^(day|year)$/.test(type) ? html`<bdi dir="ltr">${value}</bdi>` : value));

/** @param {Kept} kept @param {OfflineState} state @param {OfflineHandlers} on @param {Place} place */
const inUse = (kept, state, on, place) => {
  const { ui, lang } = place;
  const newer = state.list && state.list.version !== kept.version;
  return html`${heading("offline_kept", place)}
    ${p("offline_kept_what", place)}
    <dl class="q-offline-facts">
      <div><dt>${put(ui.offline_pages)}</dt><dd><bdi dir="ltr">${kept.pages}</bdi></dd></div>
      <div><dt>${put(ui.offline_size)}</dt><dd>${put(fill(ui.offline_mb, { n: megabytes(lang, kept.bytes) }))}</dd></div>
      <div><dt>${put(ui.offline_since)}</dt><dd>${day(kept.since, lang)}</dd></div>
      <div><dt>${put(ui.offline_version)}</dt><dd><bdi dir="ltr" class="q-id">${kept.version}</bdi></dd></div>
    </dl>
    ${newer && !state.coming && !state.why ? html`<div class="q-said is-good">${announced(state, on, place)}</div>` : nothing}
    <div class="q-acts">${newer ? nothing : button("offline_look", on.look, place)}${button("offline_remove", on.remove, place)}</div>
    <p class="q-ink3">${put(ui.offline_remove_what)}</p>`;
};

/** @param {OfflineState} state @param {OfflineHandlers} on @param {Place} place */
const main = (state, on, place) => {
  if (state.why === "impossible") return html`${heading("offline_impossible", place)}${p("offline_impossible_why", place)}`;
  if (state.kept) return inUse(state.kept, state, on, place);
  return state.coming || state.why ? nothing : unkept(state, on, place);
};

/** The whole component. @param {OfflineState} state @param {OfflineHandlers} on @param {Place} place */
export const offlinePage = (state, on, place) => html`
  ${state.missing ? notKept(state.missing, place) : nothing}
  <section class="q-offline" data-is=${state.coming ? "coming" : state.kept ? "kept" : (state.why ?? "unkept")}>
    ${main(state, on, place)}
    ${state.coming ? progress(state.coming, on, place) : nothing}
    ${state.why && state.why !== "impossible" && !state.coming ? failure(state, on, place) : nothing}
    <p class="q-offline-said" role="status">${put(state.said_html)}</p>
  </section>
  ${state.installs && on.install ? html`<div class="q-acts">${button("offline_install", on.install, place)}</div>` : nothing}`;
