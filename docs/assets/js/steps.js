// <q-steps>: a walkthrough. Every step stands complete in the page; the element shows one at a time, and of an asking step
// only what the reader has asked for. It needs no engine until the reader tries something else.
import { along } from "./arrows.js";
import { deed, pageLang, switchView } from "./board.js";
import { keyList } from "./draw.js";
import { engine, wordsOf } from "./engine.js";
import { render } from "./lit.js";
import { Live } from "./live.js";

/** @param {ParentNode} parent @param {string} selector @returns {HTMLElement[]} */
const all = (parent, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll(selector))];

/** @param {ParentNode} parent @param {string} selector @returns {HTMLElement | null} */
const one = (parent, selector) => parent.querySelector(selector);

/** A step in the page: which answer was chosen and how many hints were given. */
class Step {
  /** @type {string | null} */
  #chosen = null;
  #hints = 0;
  /** @type {Live | null} */
  #live = null;

  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
    this.rungs = all(section, ".rungs > li");
    this.choices = all(section, ".choice");
    this.#draw();
  }

  /** Answer with the choice at *index*. @param {number} index */
  choose(index) {
    const choice = this.choices[index]?.dataset.choice;
    if (choice === undefined) return;
    if (choice === this.#chosen) this.hint();
    this.#chosen = choice;
    this.#draw();
    one(this.section, ".tray")?.scrollIntoView({ block: "nearest" });
  }

  again() {
    this.#chosen = null;
    this.#draw();
    this.choices[0]?.focus();
  }

  hint() {
    if (this.#right) return;
    this.#hints = Math.min(this.#hints + 1, this.rungs.length);
    const pressed = document.activeElement;
    this.#draw();
    this.rungs[this.#hints - 1]?.scrollIntoView({ block: "nearest" });
    // The button that was pressed has gone, or the last of them has.
    if (!pressed?.closest("[hidden]")) return;
    const next = one(this.section, "[data-rung]:not([hidden])");
    if (next?.localName === "p") next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  }

  /** Put a live referee with the step's cards below it. @param {string} game @param {string} root */
  async otherwise(game, root) {
    engine.preload(game, pageLang());
    const ui = await wordsOf(pageLang());
    if (this.#live) return;
    const host = /** @type {HTMLElement} */ (one(this.section, ".q-here"));
    const place = {
      host,
      id: `${this.section.id}:own`,
      game,
      root,
      ui: { ...ui, reset: ui.close_referee },
      lang: pageLang(),
      leave: () => this.#leave(host),
      shown: () => host.scrollIntoView({ block: "nearest" }),
    };
    host.hidden = false;
    this.#live = new Live(place, JSON.parse(this.section.dataset.question ?? "{}"));
    void this.#live.ask();
    this.#live.draw();
  }

  end() {
    this.#live?.end();
  }

  /** @param {HTMLElement} host */
  #leave(host) {
    this.#live?.end();
    this.#live = null;
    host.hidden = true;
    one(this.section, "[data-do=otherwise]")?.focus();
  }

  get #right() {
    return all(this.section, ".tray > [data-right]").some(({ dataset }) => dataset.choice === this.#chosen);
  }

  #draw() {
    const { section } = this;
    const right = this.#right;
    for (const choice of this.choices) {
      const chosen = choice.dataset.choice === this.#chosen;
      choice.setAttribute("aria-pressed", String(chosen));
      for (const mark of all(choice, "em")) mark.hidden = !chosen;
    }
    for (const told of all(section, ".tray > *")) told.hidden = told.dataset.choice !== this.#chosen;
    for (const board of all(section, ".q-answered")) board.hidden = !right;
    this.rungs.forEach((rung, index) => (rung.hidden = index >= this.#hints));
    for (const button of all(section, "[data-rung]")) button.hidden = right || Number(button.dataset.rung) !== this.#hints;
    for (const button of all(section, ".tray [data-do=hint]")) button.hidden = this.#hints >= this.rungs.length;
    section.dataset.state = right || !this.choices.length ? "right" : "ask";
  }
}

/** The id that an address ends in; one that cannot be decoded is as it stands. @param {string} hash */
const idIn = (hash) => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
};

export class Steps extends HTMLElement {
  /** @type {Step[]} */
  #steps = [];
  #at = 0;

  connectedCallback() {
    this.#steps = all(this, ":scope > .q-step").map((section) => new Step(section));
    this.addEventListener("click", this.#click);
    this.addEventListener("pointerover", this.#near);
    this.addEventListener("focusin", this.#near);
    document.addEventListener("keydown", this.#key);
    addEventListener("hashchange", this.#follow);
    addEventListener("popstate", this.#follow);
    this.dataset.live = "true";
    this.#show(Math.max(this.#addressed(), 0));
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    removeEventListener("hashchange", this.#follow);
    removeEventListener("popstate", this.#follow);
    for (const step of this.#steps) step.end();
  }

  /** The step that the address names, or that holds what it names; -1 if none. */
  #addressed() {
    const target = document.getElementById(idIn(location.hash));
    return this.#steps.findIndex(({ section }) => section.contains(target));
  }

  #follow = () => {
    const index = this.#addressed();
    if (index >= 0 && index !== this.#at) this.#show(index);
  };

  /** @param {number} index */
  #show(index) {
    this.#at = index;
    this.#steps.forEach(({ section }, place) => (section.hidden = place !== index));
    all(this, ".steps a").forEach((link, place) => {
      if (place === index) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    all(this, ".track > i").forEach((mark, place) => {
      mark.className = place < index ? "is-done" : place === index ? "is-now" : "";
    });
    one(this, ".q-place")?.replaceChildren(.../** @type {HTMLElement} */ (one(this.#steps[index].section, ".q-kicker")?.cloneNode(true)).childNodes);
  }

  /** Go to a step and put its place into the address, over the one before. @param {number} index */
  #go(index) {
    const step = this.#steps[index];
    if (!step) return;
    this.#show(index);
    history.replaceState(history.state, "", `#${step.section.id}`);
    one(step.section, "h2")?.focus({ preventScroll: true });
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView();
  }

  /** @param {Event} event */
  #near = (event) => {
    if (deed(event) === "otherwise") engine.preload(this.dataset.game ?? "", pageLang());
  };

  /** @param {MouseEvent} event */
  #click = (event) => {
    const target = /** @type {Element} */ (event.target);
    const step = this.#steps[this.#at];
    switchView(event);
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[href^='#']"));
    const index = this.#steps.findIndex(({ section }) => link && idIn(link.hash) === section.id);
    if (index >= 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.#go(index);
    }
    const choice = target.closest(".choice");
    if (choice) step.choose(step.choices.findIndex((known) => known === choice));
    this.#do(deed(event), step);
  };

  /** @param {string | undefined} what @param {Step} step */
  #do(what, step) {
    if (what === "again") step.again();
    if (what === "hint") step.hint();
    if (what === "keys") void this.#list();
    if (what === "otherwise") void step.otherwise(this.dataset.game ?? "", this.dataset.gameRoot ?? "");
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const busy = document.activeElement?.closest("input, select, textarea, [contenteditable], [data-live=true].q-board, dialog");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy) return;
    const by = along(this, event.key);
    const step = this.#steps[this.#at];
    if (by) this.#go(this.#at + by);
    else if (/^[1-9]$/.test(event.key)) step.choose(Number(event.key) - 1);
    else if (event.code === "KeyH") step.hint();
    else if (event.key === "?" || event.key === "؟") void this.#list();
    else return;
    event.preventDefault();
  };

  async #list() {
    const ui = await wordsOf(pageLang());
    const dialog = document.createElement("dialog");
    dialog.className = "q-dialog";
    render(keyList(ui, Math.max(...this.#steps.map(({ choices }) => choices.length))), dialog);
    dialog.addEventListener("close", () => dialog.remove());
    this.append(dialog);
    dialog.showModal();
  }
}
