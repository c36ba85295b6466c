// <q-offline>: the reader keeps the site on this device, sees what is kept, and lets go of it again.
import { pageLang } from "./board.js";
import { wordsOf } from "./engine.js";
import { render } from "./lit.js";
import { keep, kept, newest, outstanding, possible, remove, ROOT, whenTaken, whyOf } from "./offlinekeep.js";
import { offlinePage } from "./offlineparts.js";

/** @import {Words} from "./types.js" */
/** @import {OfflineState} from "./offlineparts.js" */

/** @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent */

/** What the browser offers once, perhaps before the component stands. @type {InstallEvent | null} */
let offered = null;
const arrived = new EventTarget();
for (const name of ["beforeinstallprompt", "appinstalled"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    offered = name === "appinstalled" ? null : /** @type {InstallEvent} */ (event);
    arrived.dispatchEvent(new Event("change"));
  });
}

/** The page that was asked for in vain, if it is one of this site. */
const missing = () => {
  const asked = new URLSearchParams(location.search).get("missing");
  try {
    const { href, pathname } = new URL(asked ?? "/", ROOT);
    return asked && href.startsWith(ROOT.href) ? { label: decodeURI(pathname.slice(ROOT.pathname.length)), href } : null;
  } catch {
    return null; // It is no address at all.
  }
};

class Offline extends HTMLElement {
  /** @type {Words} */
  #ui = {};
  #lang = "";
  /** @type {AbortController | null} */
  #fetching = null;
  /** @type {OfflineState} */
  #state = {
    kept: null,
    list: null,
    outstanding: { missing: 0, come: 0, begun: false },
    coming: null,
    why: null,
    said_html: null,
    missing: missing(),
    installs: false,
  };

  async connectedCallback() {
    this.#lang = pageLang();
    this.#ui = await wordsOf(this.#lang);
    if (!this.isConnected) return;
    arrived.addEventListener("change", this.#offer);
    document.addEventListener("visibilitychange", this.#back);
    whenTaken(this.#lang, this.#back);
    this.#state.installs = Boolean(offered);
    if (!possible()) this.#state.why = "impossible";
    else await this.#read();
    this.replaceChildren();
    this.#draw();
  }

  disconnectedCallback() {
    arrived.removeEventListener("change", this.#offer);
    document.removeEventListener("visibilitychange", this.#back);
    this.#fetching?.abort();
  }

  #offer = () => this.#change({ installs: Boolean(offered) });

  /** Another tab may have kept or let go of the site meanwhile. */
  #back = async () => {
    if (this.#fetching || !possible()) return;
    await this.#read();
    this.#draw();
  };

  /** See what is here, and what the site has. */
  async #read() {
    try {
      const state = this.#state;
      state.kept = await kept(this.#lang);
      state.list = await newest().catch(() => null);
      if (state.list) state.outstanding = await outstanding(state.list);
    } catch (error) {
      this.#state.why = whyOf(error);
    }
  }

  #keep = async () => {
    if (this.#fetching) return;
    const fetching = new AbortController();
    this.#fetching = fetching;
    const first = !this.#state.kept;
    this.#change({ why: null, said_html: null, coming: { done: 0, total: this.#state.list?.bytes ?? 0 } });
    this.#toHeading();
    try {
      const list = await newest();
      const total = list.bytes;
      await keep(list, fetching.signal, (done) => this.#change({ coming: { done, total } }));
      if (!first) {
        location.reload();
        return;
      }
      this.#change({ said_html: this.#ui.offline_done });
    } catch (error) {
      const why = whyOf(error);
      this.#change({ why: why === "stopped" ? null : why });
    }
    this.#fetching = null;
    const { why } = this.#state;
    await this.#read();
    this.#change({ coming: null, why: this.#state.why ?? why });
    this.#toHeading();
  };

  #cancel = () => this.#fetching?.abort();

  #look = async () => {
    this.#change({ why: null, said_html: null });
    await this.#read();
    const { kept: here, list } = this.#state;
    const said = list ? this.#ui.offline_newest : this.#ui.offline_unreachable;
    this.#change({ said_html: here && (!list || list.version === here.version) ? said : null });
  };

  #remove = async () => {
    const had = this.#state.kept;
    await remove(this.#lang).catch(() => {});
    this.#state.why = null;
    await this.#read();
    this.#change({ said_html: had ? this.#ui.offline_removed : this.#ui.offline_discarded });
    this.#toHeading();
  };

  #install = async () => {
    await offered?.prompt();
    offered = null;
    this.#offer();
  };

  /** @param {Partial<OfflineState>} change */
  #change(change) {
    this.#state = { ...this.#state, ...change };
    this.#draw();
  }

  /** The button that was pressed may be gone. */
  #toHeading() {
    const heads = this.querySelectorAll(".q-offline h2");
    /** @type {HTMLElement | undefined} */ ([...heads].at(-1))?.focus({ preventScroll: true });
  }

  #draw() {
    const on = { keep: this.#keep, cancel: this.#cancel, look: this.#look, remove: this.#remove, install: this.#install };
    render(offlinePage(this.#state, on, { ui: this.#ui, lang: this.#lang }), this);
  }
}

customElements.define("q-offline", Offline);
