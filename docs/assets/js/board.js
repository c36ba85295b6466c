// <q-board>: a documented example. It stands complete in the page; the element switches it to text, and on request puts a
// live referee in its place, which begins with the example's question.
import { engine, wordsOf } from "./engine.js";
import { Live } from "./live.js";

/** @import {Question} from "./types.js" */

/** The language of the page. */
export const pageLang = () => document.documentElement.lang;

/**
 * Switch a board of the page between picture and text.
 *
 * @param {Event} event  a click
 */
export const switchView = (event) => {
  const button = /** @type {Element} */ (event.target).closest(".q-view");
  const figure = /** @type {HTMLElement | null | undefined} */ (button?.closest(".q-board:not([data-live])"));
  if (!button || !figure) return;
  const text = figure.dataset.view !== "text";
  figure.dataset.view = text ? "text" : "picture";
  button.setAttribute("aria-pressed", String(text));
};

/** @param {Event} event  @returns {string | undefined} what the button that was reached does */
export const deed = (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-do]"));
  return button?.dataset.do;
};

/** Examples that have not been laid out, in the order of the page. @type {Board[]} */
const waiting = [];
const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 50));

/** Lay out the next example when the page has time, no two in one frame, and none while the engine is coming. */
const layOut = () => {
  if (engine.status.name === "loading") {
    engine.addEventListener("change", layOut, { once: true });
    return;
  }
  waiting.shift()?.setAttribute("data-laid", "");
  if (waiting.length) requestAnimationFrame(() => idle(layOut));
};

export class Board extends HTMLElement {
  /** @type {Live | null} */
  #live = null;

  connectedCallback() {
    if (waiting.push(this) === 1) idle(layOut);
    this.addEventListener("click", this.#click);
    this.addEventListener("pointerover", this.#near);
    this.addEventListener("focusin", this.#near);
  }

  disconnectedCallback() {
    this.#live?.end();
  }

  /** The example as it stands in the page. */
  get #figure() {
    return /** @type {HTMLElement} */ (this.querySelector(":scope > .q-board"));
  }

  /** @param {Event} event */
  #near = (event) => {
    if (deed(event) === "own") engine.preload(this.dataset.game ?? "", pageLang());
  };

  /** @param {Event} event */
  #click = (event) => {
    switchView(event);
    if (deed(event) === "own") void this.#open();
  };

  async #open() {
    const ui = await wordsOf(pageLang());
    if (this.#live) {
      void this.#live.ask();
      return;
    }
    const figure = this.#figure;
    const host = document.createElement("div");
    host.className = "q-here";
    this.append(host);
    const place = {
      host,
      id: `${figure.id}:own`,
      game: this.dataset.game ?? "",
      root: this.dataset.gameRoot ?? "",
      ui,
      lang: pageLang(),
      leave: () => this.#leave(),
      shown: () => {
        figure.hidden = true;
        /** @type {HTMLElement | null} */ (host.querySelector("button.q-card"))?.focus();
      },
    };
    this.#live = new Live(place, /** @type {Question} */ (JSON.parse(this.dataset.question ?? "{}")));
    void this.#live.ask();
    this.#live.draw();
  }

  #leave() {
    this.#live?.end();
    this.#live = null;
    this.querySelector(":scope > .q-here")?.remove();
    this.#figure.hidden = false;
    /** @type {HTMLElement | null} */ (this.#figure.querySelector("[data-do=own]"))?.focus();
  }
}
