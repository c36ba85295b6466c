// <q-puzzle>: puzzles without end, made by the engine. The one shown stands in the address, so that a link shows a friend
// the same; the next one is made while the reader thinks.
import { placeAlong } from "./arrows.js";
import { pageLang } from "./board.js";
import { engine, SHARED, wordsOf } from "./engine.js";
import { render } from "./lit.js";
import { LEVELS, puzzleKeys, puzzleView, resetDialog } from "./puzzleparts.js";
import { queryOf, questionIn } from "./question.js";
import { takeOver } from "./takeover.js";
import { choiceIn, cleared, counted, Kept, mostMissed } from "./tally.js";

/** @import {Fault, Question, Refused, Words} from "./types.js" */
/** @import {Missed, Puzzle as Made, PuzzleHandlers, PuzzleState} from "./puzzleparts.js" */

/** @typedef {"pushState" | "replaceState" | "stay"} Way  how a puzzle gets into the address */
/** @typedef {{question: Question, way: Way, failed: boolean, stopped: boolean}} Wanted */

/** What the ids of the page's parts begin with. */
const ID = "puzzle";
/** Seeds are below this: nine digits make a short address. */
const SEEDS = 1_000_000_000;
/** How many puzzles of a visit can be shown again without making them again. */
const REMEMBERED = 60;

/** @param {Question} question */
const keyOf = ({ level, seed }) => `${level}:${seed}`;

/** @param {Made} puzzle @returns {Question} */
const questionOf = ({ game, level, seed }) => ({ game, ask: "puzzle", level, seed });

/** Return the text of a fixture as HTML: notation stands between backticks there. @param {string} text */
const escaped = (text) =>
  text
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/`([^`]*)`/g, '<bdi dir="ltr">$1</bdi>');

class Puzzle extends HTMLElement {
  /** @type {Words} */
  #ui = {};
  /** @type {Kept} */
  #kept = /** @type {any} */ (null);
  #host = document.createElement("div");
  /** @type {Made | null} */
  #shown = null;
  /** @type {number | null} */
  #chosen = null;
  #at = 0;
  #level = LEVELS[0];
  /** @type {Wanted | null} */
  #wanted = null;
  /** @type {AbortController | null} */
  #asking = null;
  /** The puzzles of this visit, and those being made. @type {Map<string, Promise<Made & Refused>>} */
  #made = new Map();
  /** The question of the next puzzle. @type {Question | null} */
  #ahead = null;
  /** @type {"picture" | "text"} */
  #view = "picture";
  /** @type {string | null} */
  #said = null;
  /** @type {Fault | null} */
  #fault = null;
  /** The titles and addresses of the rules, once one was missed. @type {{[rule: string]: {title: string, href: string, ruling: boolean}} | null} */
  #rules = null;

  async connectedCallback() {
    this.#ui = await wordsOf(pageLang());
    if (!this.isConnected) return;
    this.#kept = new Kept(this.#game);
    this.#host.className = "q-here";
    for (const kind of ["pointerover", "focusin"]) this.addEventListener(kind, this.#near);
    document.addEventListener("keydown", this.#key);
    addEventListener("popstate", this.#follow);
    addEventListener("storage", this.#stored);
    engine.addEventListener("change", this.#draw);
    takeOver(this, () => {
      this.replaceChildren(this.#host);
      this.#begin();
      return this.#host;
    });
    void this.#learn();
  }

  disconnectedCallback() {
    this.#asking?.abort();
    document.removeEventListener("keydown", this.#key);
    removeEventListener("popstate", this.#follow);
    removeEventListener("storage", this.#stored);
    engine.removeEventListener("change", this.#draw);
  }

  get #game() {
    return this.dataset.game ?? "";
  }

  /** The puzzle that stands in the page, if one does. @returns {Made | null} */
  get #first() {
    return this.dataset.scene ? JSON.parse(this.dataset.scene) : null;
  }

  // ---------- which puzzle ----------

  /** Show the puzzle of the address; without one, the page's own, unless it has been answered or is of another level. */
  #begin() {
    const first = this.#first;
    const { tally } = this.#kept;
    this.#level = LEVELS.includes(tally.level) ? tally.level : (first?.level ?? LEVELS[0]);
    const asked = new URLSearchParams(location.search).has("ask");
    const given = this.#addressed();
    if (given) {
      void this.#open(given, "stay");
      return;
    }
    if (asked) this.#fault = { path: "", html: this.#ui.puzzle_bad_link };
    const fresh = first && first.level === this.#level && choiceIn(tally, keyOf(questionOf(first))) === null;
    if (fresh) this.#show(first, "stay");
    else void this.#open(this.#random(), "replaceState");
  }

  /** The question in the address, if it asks for a puzzle of this game. */
  #addressed() {
    const question = questionIn(location.search);
    return question?.ask === "puzzle" && question.game === this.#game ? question : null;
  }

  /** @returns {Question} */
  #random() {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    const seed = number % SEEDS;
    return seed === this.#shown?.seed ? this.#random() : { game: this.#game, ask: "puzzle", level: this.#level, seed };
  }

  /** Have a puzzle made, once. @param {Question} question @returns {Promise<Made & Refused>} */
  #make(question) {
    const key = keyOf(question);
    const known = this.#made.get(key);
    if (known) return known;
    const first = this.#first;
    const making = first && keyOf(questionOf(first)) === key ? Promise.resolve(first) : this.#fetched(question);
    this.#made.set(key, making);
    making.catch(() => this.#made.delete(key));
    for (const old of [...this.#made.keys()].slice(0, -REMEMBERED)) this.#made.delete(old);
    return making;
  }

  /** @param {Question} question @returns {Promise<Made & Refused>} */
  #fetched(question) {
    return engine.puzzle(question, this.#game, pageLang());
  }

  /** Make the next puzzle while the reader thinks. If that fails, it fails again when it is wanted, and is told then. */
  #prepare() {
    if (this.#wanted || this.#ahead?.level === this.#level || engine.status.name === "failed") return;
    this.#ahead = this.#random();
    const ahead = this.#ahead;
    this.#make(ahead).catch(() => {
      if (this.#ahead === ahead) this.#ahead = null;
    });
  }

  // ---------- from one puzzle to another ----------

  /** @param {Question} question @param {Way} way */
  async #open(question, way) {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const wanted = { question, way, failed: false, stopped: false };
    this.#wanted = wanted;
    engine.retry();
    this.#draw();
    try {
      const puzzle = await this.#make(question);
      if (asking.signal.aborted) return;
      if (puzzle.error) this.#refuse(puzzle.error.message);
      else this.#show(puzzle, way);
    } catch (error) {
      if (asking.signal.aborted) return;
      wanted.failed = /** @type {Error} */ (error).name !== "AbortError";
      wanted.stopped = !wanted.failed;
      if (wanted.stopped && this.#shown) this.#wanted = null;
      this.#draw();
      // The button pressed may have given way to another.
      if (this.#shown && document.activeElement === document.body) this.#bar?.focus();
    }
  }

  /** A question that nothing can be made of: say why and show another puzzle. @param {string} message  plain text */
  #refuse(message) {
    if (this.#fault) {
      // The engine refuses what the page made up itself; asking again would not end.
      this.#wanted = null;
      this.#draw();
      return;
    }
    this.#fault = message ? { path: "", text: message } : { path: "", html: this.#ui.puzzle_bad_link };
    void this.#open(this.#random(), "replaceState");
  }

  /** @param {Made} puzzle @param {Way} way */
  #show(puzzle, way) {
    const again = this.#shown !== null;
    if (way !== "stay") this.#address(questionOf(puzzle), way);
    this.#wanted = null;
    this.#shown = puzzle;
    this.#level = puzzle.level;
    if (this.#ahead && keyOf(this.#ahead) === keyOf(questionOf(puzzle))) this.#ahead = null;
    this.#at = 0;
    this.#said = null;
    this.#recall();
    this.#draw();
    if (again || this.#host.contains(document.activeElement)) {
      this.#reach(`${ID}-board-t`);
      this.#frame();
    }
    if (engine.status.name === "ready") this.#prepare();
  }

  /** Take up the answer that was given to the puzzle shown, if it was answered before. */
  #recall() {
    const puzzle = this.#shown;
    const choice = puzzle ? choiceIn(this.#kept.tally, keyOf(questionOf(puzzle))) : null;
    this.#chosen = choice !== null && puzzle && choice < puzzle.choices.length ? choice : null;
    if (this.#chosen !== null) this.#at = this.#chosen;
  }

  /** @param {Question} question @param {"pushState" | "replaceState"} way */
  #address(question, way) {
    try {
      history[way](history.state, "", queryOf(question));
    } catch {
      // A browser may refuse many changes of the address within seconds; the link button still has it.
    }
  }

  /** Back and forward go from puzzle to puzzle; the page's own has no question in the address. */
  #follow = () => {
    const first = this.#first;
    const question = this.#addressed() ?? (first && questionOf(first));
    const same = this.#shown && !this.#wanted && question && keyOf(question) === keyOf(questionOf(this.#shown));
    if (!question || same) return;
    this.#fault = null;
    void this.#open(question, "stay");
  };

  #next() {
    if (this.#wanted?.failed || this.#wanted?.stopped) this.#on.retry?.();
    if (this.#wanted) return;
    const question = this.#ahead?.level === this.#level ? this.#ahead : this.#random();
    this.#fault = null;
    void this.#open(/** @type {Question} */ (question), "pushState");
  }

  /** @param {number} level */
  #choose(level) {
    this.#level = level;
    this.#kept.change((tally) => ({ ...tally, level }));
    if (this.#ahead?.level !== level) this.#ahead = null;
    this.#fault = null;
    const begun = this.#wanted && !this.#shown;
    if (this.#shown?.level === level && !this.#wanted) this.#draw();
    else void this.#open(this.#random(), begun ? "replaceState" : "pushState");
  }

  // ---------- the answer ----------

  /** @param {number} index */
  #answer(index) {
    const puzzle = this.#shown;
    const choice = puzzle?.choices[index];
    if (!puzzle || !choice || this.#chosen !== null || this.#busy) return;
    const question = questionOf(puzzle);
    this.#wanted = null;
    this.#chosen = index;
    this.#at = index;
    this.#kept.change((tally) => counted(tally, keyOf(question), index, choice.right, puzzle.rules));
    this.#address(question, "replaceState");
    this.#draw();
    this.#reach(`${ID}-result`);
    this.#host.querySelector(".tray")?.scrollIntoView({ block: "nearest" });
    this.#prepare();
    void this.#learn();
  }

  /** Learn what the rules are called, once one has been missed. */
  async #learn() {
    if (this.#rules || !mostMissed(this.#kept.tally).length) return;
    try {
      const response = await fetch(`${SHARED}data/${this.#game}.${pageLang()}.json`);
      this.#rules = (await response.json()).rules;
      this.#draw();
    } catch {
      // Without the titles nothing is said of the rules missed; the next answer tries again.
    }
  }

  /** @returns {Missed | null} */
  get #missed() {
    const rules = this.#rules ?? {};
    const [rule, times] = mostMissed(this.#kept.tally).find(([rule]) => Object.hasOwn(rules, rule)) ?? ["", 0];
    if (!times) return null;
    const { title, href, ruling } = rules[rule];
    return { title_html: escaped(title), href, ruling, times };
  }

  #stored = (/** @type {StorageEvent} */ { key }) => {
    if (key !== this.#kept.key && key !== null) return;
    this.#kept.read();
    this.#draw();
    void this.#learn();
  };

  // ---------- keys ----------

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const at = document.activeElement;
    const busy = at?.closest("input, select, textarea, [contenteditable], dialog");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy) return;
    const onControl = Boolean(at?.closest("a, button, summary"));
    if (/^[1-9]$/.test(event.key)) this.#answer(Number(event.key) - 1);
    else if (event.code === "KeyN" || (event.key === "Enter" && !onControl && this.#chosen !== null)) this.#next();
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      if (!this.#shown || this.#chosen !== null || this.#busy || onControl) return;
      this.#moveTo(this.#at);
    } else if (event.key === "?" || event.key === "؟") this.#dialog(puzzleKeys(this.#ui, this.#shown?.choices.length ?? 4));
    else return;
    event.preventDefault();
  };

  /** Arrows go from answer to answer in reading direction. @param {number} index @param {KeyboardEvent} event */
  #arrow(index, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = (this.#shown?.choices.length ?? 1) - 1;
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const to = down ? index + down : placeAlong(this, event.key, index, last);
    if (to === undefined) return;
    event.preventDefault();
    this.#moveTo(Math.min(Math.max(to, 0), last));
  }

  /** @param {number} index */
  #moveTo(index) {
    this.#at = index;
    this.#draw();
    this.#reach(`${ID}-${index}`);
    document.activeElement?.scrollIntoView({ block: "nearest" });
  }

  // ---------- drawing ----------

  /** Go to a part of the page, unless the reader has gone elsewhere meanwhile. @param {string} id */
  #reach(id) {
    const part = document.getElementById(id);
    const at = document.activeElement;
    if (!part || (at && at !== document.body && !this.contains(at))) return;
    if (!part.matches("button")) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }

  /** Bring a new puzzle into the window from its question to its last answer. */
  #frame() {
    const puzzle = this.#host.querySelector(".q-puzzle");
    const { top, bottom } = puzzle?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (top < 0 || bottom > innerHeight) puzzle?.scrollIntoView({ block: "start" });
  }

  /** The button that leads on. */
  get #bar() {
    return /** @type {HTMLElement | null} */ (this.#host.querySelector(".q-puzzle-bar .q-btn"));
  }

  #near = () => {
    if (this.#shown) this.#prepare();
  };

  /** @param {unknown} content */
  #dialog(content) {
    const dialog = document.createElement("dialog");
    dialog.className = "q-dialog";
    render(content, dialog);
    dialog.addEventListener("close", () => dialog.remove());
    this.append(dialog);
    dialog.showModal();
    return dialog;
  }

  #askReset() {
    const dialog = this.#dialog(resetDialog(this.#ui));
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "yes") return;
      this.#kept.change(cleared);
      this.#said = this.#ui.puzzle_reset_done;
      this.#draw();
    });
  }

  async #link() {
    if (!this.#shown) return;
    const link = new URL(queryOf(questionOf(this.#shown)), location.href);
    link.hash = "";
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      prompt("", link.href);
    }
    this.#said = this.#ui.copied;
    this.#draw();
  }

  /** @type {PuzzleHandlers} */
  #on = {
    view: () => {
      this.#view = this.#view === "text" ? "picture" : "text";
      this.#draw();
    },
    level: (level) => this.#choose(level),
    choose: (index) => this.#answer(index),
    move: (index, event) => this.#arrow(index, event),
    next: () => this.#next(),
    link: () => this.#link(),
    retry: () => {
      if (this.#wanted) void this.#open(this.#wanted.question, this.#wanted.way);
    },
    cancel: () => engine.cancel(),
    reset: () => this.#askReset(),
    keys: () => void this.#dialog(puzzleKeys(this.#ui, this.#shown?.choices.length ?? 4)),
  };

  /** Whether another puzzle is on its way. */
  get #busy() {
    return this.#wanted !== null && !this.#wanted.failed && !this.#wanted.stopped;
  }

  /** @returns {PuzzleState["wait"]} */
  get #wait() {
    const wanted = this.#wanted;
    const status = engine.status;
    if (!wanted) return null;
    if (wanted.stopped) return "stopped";
    if (wanted.failed) return { ...status, name: "failed" };
    return status.name === "loading" ? status : "thinking";
  }

  #draw = () => {
    const state = {
      puzzle: this.#shown,
      chosen: this.#chosen,
      at: this.#at,
      level: this.#level,
      wait: this.#wait,
      fault: this.#fault,
      said_html: this.#said,
      tally: this.#kept.tally,
      missed: this.#missed,
      trouble: this.#kept.trouble,
    };
    const frame = { ui: this.#ui, root: this.dataset.gameRoot ?? "", id: ID, shared: SHARED, view: this.#view };
    render(puzzleView(state, this.#on, frame), this.#host);
  };
}

customElements.define("q-puzzle", Puzzle);
