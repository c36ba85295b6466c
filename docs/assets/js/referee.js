// <q-referee>: a page of its own on which a reader puts any question. The question is the page's whole state and stands in
// the address, so that a link shows a friend the same answer.
import { pageLang } from "./board.js";
import { engine, wordsOf } from "./engine.js";
import { Live } from "./live.js";
import { fits, queryOf, questionIn } from "./question.js";

/** @import {Plain, Question, Scene} from "./types.js" */

/** Whether two values may stand in one field: a name can mean numbers here and cards there. @param {Plain} one @param {Plain} other
 * @returns {boolean} */
const alike = (one, other) => {
  if (Array.isArray(one) && one.length) return alike(one[0], other);
  if (Array.isArray(other) && other.length) return alike(one, other[0]);
  return Array.isArray(one) || Array.isArray(other) || typeof one === typeof other;
};

/**
 * Return the question that another kind starts from, with whatever the reader has put into the present one and it has too.
 *
 * @param {Question} start
 * @param {Question} present
 * @param {Question} began  what the present one started from
 * @returns {Question}
 */
const carriedOver = (start, present, began) => {
  const shared = Object.entries(present).filter(
    ([name, value]) =>
      name in start && JSON.stringify(value) !== JSON.stringify(began[name]) && alike(value, start[name]),
  );
  return { ...start, ...Object.fromEntries(shared), ask: start.ask };
};

export class Referee extends HTMLElement {
  /** @type {Live | null} */
  #live = null;

  async connectedCallback() {
    const lang = pageLang();
    const ui = await wordsOf(lang);
    if (!this.isConnected) return;
    const given = questionIn(location.search);
    const scene = this.#scene;
    const place = {
      host: /** @type {HTMLElement} */ (this.querySelector(".q-here")),
      id: "referee",
      game: this.dataset.game ?? "",
      root: this.dataset.gameRoot ?? "",
      ui,
      lang,
      moved: (/** @type {Question} */ question) => this.#address(question, "replaceState"),
      fallback: scene,
    };
    this.#live = new Live(place, given ?? scene.question, given ? null : scene);
    this.addEventListener("click", this.#click);
    this.addEventListener("pointerover", this.#near);
    this.addEventListener("focusin", this.#near);
    this.#mark();
    this.#live.draw();
    if (given) void this.#live.ask();
    addEventListener("popstate", this.#follow);
  }

  disconnectedCallback() {
    this.#live?.end();
    removeEventListener("popstate", this.#follow);
  }

  /** The scene that stands in the page. @returns {Scene} */
  get #scene() {
    return JSON.parse(this.dataset.scene ?? "{}");
  }

  /** @returns {HTMLAnchorElement[]} */
  get #kinds() {
    return [.../** @type {NodeListOf<HTMLAnchorElement>} */ (this.querySelectorAll("a[data-kind]"))];
  }

  #mark() {
    for (const link of this.#kinds) {
      if (link.dataset.kind === this.#live?.question.ask) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  /** @param {Question} question @param {"pushState" | "replaceState"} how */
  #address(question, how) {
    if (!fits(question)) return;
    try {
      history[how](history.state, "", queryOf(question));
    } catch {
      // A browser may refuse many changes of the address within seconds; the next one will do.
    }
  }

  #follow = () => {
    void this.#live?.open(questionIn(location.search) ?? this.#scene.question);
    this.#mark();
  };

  #near = () => engine.preload(this.dataset.game ?? "", pageLang());

  /** @param {MouseEvent} event */
  #click = (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-kind]"));
    const live = this.#live;
    if (!link || !live || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const present = this.#kinds.find(({ dataset }) => dataset.kind === live.question.ask);
    const question = carriedOver(questionIn(link.search) ?? {}, live.question, questionIn(present?.search ?? "") ?? {});
    this.#address(question, "pushState");
    void live.open(question);
    this.#mark();
  };
}
