// Where the site is kept on this device: if the site has a newer version, a slip says so. Nothing of it is fetched before
// the reader wants it. Another slip is for a page that was open while a new version was taken in another window.
import { pageLang } from "./board.js";
import { SHARED, wordsOf } from "./engine.js";
import { html, render } from "./lit.js";
import { keep, kept, newest, outstanding, possible, whenTaken, whyOf } from "./offlinekeep.js";
import { announced, failure, progress, taken } from "./offlineparts.js";

/** @import {Kept} from "./offlinekeep.js" */
/** @import {OfflineState, Place} from "./offlineparts.js" */

/** The version that the reader does not want yet, for this visit. */
const LATER = "qawaid:offline:later";

const putOff = () => {
  try {
    return sessionStorage.getItem(LATER);
  } catch {
    return null;
  }
};

/** @param {string} version */
const putOffNow = (version) => {
  try {
    sessionStorage.setItem(LATER, version);
  } catch {
    // It is said again on the next page.
  }
};

const slip = document.createElement("aside");
slip.className = "q-slip";

const styled = () =>
  new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${SHARED}css/offline.css` });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });

/** @param {unknown} part @param {string} label */
const show = async (part, label) => {
  slip.setAttribute("aria-label", label);
  render(html`<div role="status">${part}</div>`, slip);
  if (slip.isConnected) return;
  await styled();
  document.body.append(slip);
};

const toHeading = () => slip.querySelector("h2")?.focus({ preventScroll: true });

/** @param {Kept} here @param {Place} place */
const announce = async (here, place) => {
  const list = await newest();
  if (list.version === here.version || list.version === putOff()) return;
  /** @type {AbortController | null} */
  let fetching = null;
  /** @type {OfflineState} */
  let state = {
    kept: here, list, outstanding: await outstanding(list), coming: null, why: null, said_html: null, missing: null, installs: false,
  };
  const take = async () => {
    fetching = new AbortController();
    change({ why: null, coming: { done: 0, total: list.bytes } });
    toHeading();
    try {
      await keep(await newest(), fetching.signal, (done) => change({ coming: { done, total: list.bytes } }));
      location.reload();
    } catch (error) {
      const why = whyOf(error);
      const ahead = await outstanding(list).catch(() => state.outstanding);
      change({ coming: null, why: why === "stopped" ? null : why, outstanding: ahead });
      toHeading();
    }
  };
  const later = () => {
    putOffNow(list.version);
    slip.remove();
  };
  const on = { keep: () => void take(), cancel: () => fetching?.abort(), look: () => {}, remove: () => {}, later };
  const part = () => {
    if (state.coming) return progress(state.coming, on, place);
    return state.why ? failure(state, on, place) : announced(state, on, place);
  };
  /** @param {Partial<OfflineState>} change */
  const change = (change) => {
    state = { ...state, ...change };
    void show(part(), place.ui.offline_new);
  };
  change({});
};

const begin = async () => {
  const lang = pageLang();
  const here = possible() ? await kept(lang) : null;
  if (!here) return;
  const place = { ui: await wordsOf(lang), lang };
  whenTaken(lang, async () => {
    const now = await kept(lang);
    if (!now || now.version === here.version) return;
    void show(taken(() => location.reload(), () => slip.remove(), place), place.ui.offline_taken);
  });
  if (navigator.onLine) await announce(here, place);
};

// The page of <q-offline> says it itself.
if (!document.querySelector("q-offline")) begin().catch(() => {});
