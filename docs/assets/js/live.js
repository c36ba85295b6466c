// A live referee in place: it holds a question, asks the engine for its scene whenever it changes, and draws it.
import { placeAlong } from "./arrows.js";
import { afterKey, board, cardFields, cardsOf, firstCard, JOKER, waiting } from "./draw.js";
import { engine, SHARED } from "./engine.js";
import { render } from "./lit.js";
import { fits, numberOf, queryOf, valueAt, withValue } from "./question.js";
import { takeOver } from "./takeover.js";

/** @import {CardsField, Field, Frame, Handlers, ListField, Plain, Question, Refused, Scene, Words, Zone} from "./types.js" */

/** Milliseconds that a change waits for the next one. */
const PAUSE = 5;

/**
 * @typedef {object} Place
 * @property {HTMLElement} host  is drawn into
 * @property {string} id  of the figure
 * @property {string} game
 * @property {string} root  its folder
 * @property {Words} ui
 * @property {string} lang
 * @property {string} [title_html]
 * @property {() => void} [leave]  "back to the example", if there is one to go back to
 * @property {(question: Question) => void} [moved]  told of each change of the question
 * @property {() => void} [shown]  told once the first scene has been drawn
 * @property {Scene} [fallback]  is drawn when the question cannot be used at all
 */

/** @param {string} id */
const byId = (id) => document.getElementById(id);

export class Live {
  /** @type {Scene | null} */
  scene = null;
  /** Whether the verdict drawn belongs to an earlier question. */
  stale = false;
  /** @type {Scene["faults"]} */
  faults = [];
  /** @type {"picture" | "text"} */
  view = "picture";
  /** @type {Frame["picked"]} */
  picked = null;
  /** @type {{[path: string]: string}} */
  typed = {};
  /** @type {string | null} */
  said = null;
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  #drawn = false;
  /** The row of a list that has been added and waits to be drawn. @type {{path: string, row: number} | null} */
  #added = null;

  /** @param {Place} place @param {Question} question @param {Scene | null} [scene]  of the question, if it is known */
  constructor(place, question, scene = null) {
    this.place = place;
    this.question = question;
    this.scene = scene;
    this.picked = scene && firstCard(scene);
    engine.addEventListener("change", this.draw);
  }

  /** Stop drawing. What was asked stays asked, and is not heard. */
  end() {
    engine.removeEventListener("change", this.draw);
    clearTimeout(this.#pause);
    this.#asking?.abort();
  }

  /** Begin another question. @param {Question} question */
  open(question) {
    this.question = question;
    this.picked = null;
    this.typed = {};
    this.said = null;
    this.#added = null;
    this.stale = true;
    this.draw();
    return this.ask();
  }

  /** Ask for the scene of the question as it is now. */
  async ask() {
    clearTimeout(this.#pause);
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    engine.retry();
    try {
      const scene = await engine.scene(this.question, this.place.game, this.place.lang, asking.signal);
      if (!asking.signal.aborted) this.#heard(scene);
    } catch {
      this.draw(); // The engine's own state says what happened.
    }
  }

  /** @param {Scene & Refused} answer */
  #heard(answer) {
    if (answer.error) {
      this.faults = [{ path: answer.error.path, text: answer.error.message }];
      this.#fallBack();
      this.stale = true;
    } else {
      this.faults = answer.faults ?? [];
      this.stale = this.faults.length > 0;
      this.scene = this.stale && this.scene?.ask === answer.ask ? keptUnder(this.scene, answer) : answer;
      this.#settleTyped();
      if (!this.picked || !this.#cards(this.picked.path)) this.picked = firstCard(this.scene);
    }
    this.draw();
    this.#enterRow();
  }

  /** Go into the row that has been added, unless the reader has gone elsewhere meanwhile. */
  #enterRow() {
    const { path, row } = this.#added ?? { path: "", row: 0 };
    const list = /** @type {ListField | undefined} */ (
      (this.scene?.fields ?? []).find((field) => field.kind === "list" && field.path === path)
    );
    const first = list?.rows[row]?.[0];
    if (!first) return;
    this.#added = null;
    if (![null, document.body, byId(`${this.#idOf(path)}-add`)].includes(/** @type {HTMLElement | null} */ (document.activeElement))) return;
    if (first.kind === "cards") this.#focusCard(first.path, 0);
    else byId(this.#idOf(first.path))?.focus();
  }

  #fallBack() {
    const { fallback } = this.place;
    if (this.scene || !fallback) return;
    this.scene = fallback;
    this.question = fallback.question;
    this.picked = firstCard(fallback);
  }

  /** Forget what was typed where the scene now holds the same. */
  #settleTyped() {
    for (const [path, text] of Object.entries(this.typed)) {
      const value = valueAt(this.question, path);
      if (typeof value === "number" && document.activeElement?.id !== this.#idOf(path)) delete this.typed[path];
      else if (value === undefined && !text.trim()) delete this.typed[path];
    }
  }

  /** @param {string} path */
  #idOf(path) {
    return `${this.place.id}-${path.replace(/\W+/g, "-").replace(/-$/, "")}`;
  }

  /** @param {string} path @returns {CardsField | undefined} */
  #cards(path) {
    return cardFields(this.scene?.fields ?? []).find((field) => field.path === path);
  }

  /** Put *value* at *path*, show it at once, and ask again. @param {string} path @param {Plain} value */
  set(path, value) {
    this.#asking?.abort(); // An answer to the question as it was must not put back what was changed.
    this.question = withValue(this.question, path, value);
    if (this.scene) this.scene = edited(this.scene, path, value);
    this.stale = true;
    this.said = null;
    this.place.moved?.(this.question);
    this.draw();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.ask(), PAUSE);
  }

  /** Press a key for a card and go on to the next one. @param {string} path @param {number} index @param {string | null} key */
  #put(path, index, key) {
    const field = this.#cards(path);
    if (!field) return;
    const after = afterKey(field, index, key);
    this.picked = { path, index: after.index };
    this.set(path, after.cards);
  }

  /** @param {string} path @param {number} index @param {KeyboardEvent} event */
  #key(path, index, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const field = this.#cards(path);
    if (!field) return;
    const key = keyTyped(field, event);
    const last = (field.count ?? field.value.length + 1) - 1;
    // A hand runs from left to right in every language; as text it runs as the language does.
    const to = placeAlong(/** @type {Element} */ (event.currentTarget), event.key, index, last);
    const gone = field.remove_html ? { Delete: index, Backspace: index - 1 }[event.key] : undefined;
    if (key) this.#put(path, index, key);
    else if (gone !== undefined && gone in field.value) this.#put(path, gone, null);
    else if (to === undefined) return;
    event.preventDefault();
    this.#focusCard(path, to ?? this.picked?.index ?? index);
  }

  /** Pick a card and go to it, if it is there. @param {string} path @param {number} index */
  #focusCard(path, index) {
    const card = byId(this.#idOf(`${path}.${index}`));
    if (!card) return;
    this.picked = { path, index };
    this.draw(card);
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  }

  /** Copy a link to the question, or save it as a file if it is too long for one. */
  async #link() {
    const { ui, root } = this.place;
    if (fits(this.question)) {
      const link = new URL(`${root}referee/${queryOf(this.question)}`, document.baseURI).href;
      await copy(link);
      this.said = ui.copied;
    } else {
      save(this.question);
      this.said = ui.saved_file;
    }
    this.draw();
  }

  /** @type {Handlers} */
  #on = {
    view: () => {
      this.view = this.view === "text" ? "picture" : "text";
      this.draw();
    },
    reset: () => this.place.leave?.(),
    link: () => this.#link(),
    retry: () => this.ask(),
    cancel: () => engine.cancel(),
    pick: (path, index) => {
      this.picked = { path, index };
      this.draw(byId(this.#idOf(`${path}.${index}`)));
    },
    key: (path, index, event) => this.#key(path, index, event),
    card: (path, index, card) => {
      this.#put(path, index, card);
      // The key that takes a card out goes with the last one.
      if (card === null) this.#focusCard(path, this.picked?.index ?? index);
    },
    set: (path, value) => this.set(path, value),
    write: (path, text) => this.set(path, text),
    type: (path, text) => {
      this.typed[path] = text;
      this.set(path, numberOf(text));
    },
    add: (path, value) => {
      const rows = valueAt(this.question, path);
      const before = Array.isArray(rows) ? rows : [];
      this.#added = { path, row: before.length };
      this.set(path, [...before, value]);
    },
    remove: (path, row) => {
      const rows = valueAt(this.question, path);
      if (this.picked?.path.startsWith(path)) this.picked = null;
      this.#added = null;
      this.set(path, Array.isArray(rows) ? rows.filter((_, index) => index !== row) : []);
      byId(`${this.#idOf(path)}-add`)?.focus();
    },
  };

  draw = (/** @type {unknown} */ still = null) => {
    const { host, lang, shown } = this.place;
    if (!host.isConnected) return;
    if (!this.#drawn) {
      this.#drawn = true;
      takeOver(host, () => {
        host.replaceChildren();
        this.draw();
        return host;
      });
      return;
    }
    keepPlace(still instanceof HTMLElement ? still : host.querySelector(":focus"), () => {
      render(this.scene ? board(this.scene, this.#on, this.#frame()) : waiting(lang, this.#on, this.#frame()), host);
    });
    settle(host);
    if (this.scene && shown) {
      this.place.shown = undefined;
      shown();
    }
  };

  /** @returns {Frame} */
  #frame() {
    const { ui, root, id, title_html, leave } = this.place;
    const { view, picked, typed, faults, stale, said } = this;
    const status = engine.status;
    const waiting = status.name === "failed" || (status.name === "loading" && (stale || !this.scene));
    return {
      ui, root, id, title_html, view, picked, typed, faults, stale,
      shared: SHARED,
      live: true,
      changed: Boolean(leave),
      status: waiting ? status : undefined,
      copied_html: said,
    };
  }
}

/**
 * Return the scene of a faulty question over the board that was there: its cards as they are now, and what only an answer
 * can tell as it was, but pale.
 *
 * @param {Scene} last
 * @param {Scene} scene
 * @returns {Scene}
 */
const keptUnder = (last, scene) => {
  const hands = cardFields(scene.fields ?? []);
  const before = cardFields(last.fields ?? []);
  /** @param {Zone} zone @returns {Zone} */
  const now = (zone) => {
    const field = hands.find(({ path }) => path === zone.id);
    if (field) return { ...zone, cards: cardsOf(field), is: [], note_html: null };
    return zone.cards.length ? { ...zone, is: ["stale"] } : zone;
  };
  const kept = last.zones.filter(({ id }) => !before.some(({ path }) => path === id) || hands.some(({ path }) => path === id));
  const more = scene.zones.filter(({ id }) => !before.some(({ path }) => path === id));
  return {
    ...scene,
    heading_html: scene.heading_html ?? last.heading_html,
    centre_html: scene.centre_html ?? last.centre_html,
    way: scene.way ?? last.way,
    zones: [...kept.map(now), ...more],
    layout: last.layout,
    log_html: last.log_html,
    verdict: last.verdict,
  };
};

/**
 * Return the scene as it will look after a change, for the moment until the engine has said how it is.
 *
 * @param {Scene} scene
 * @param {string} path
 * @param {Plain} value
 * @returns {Scene}
 */
const edited = (scene, path, value) => {
  /** @param {Field} field @returns {Field} */
  const change = (field) => {
    if (field.kind === "list") return { ...field, rows: field.rows.map((row) => row.map(change)) };
    return field.path === path ? /** @type {Field} */ ({ ...field, value }) : field;
  };
  const fields = (scene.fields ?? []).map(change);
  const hand = cardFields(fields).find((field) => field.path === path);
  if (!hand) return { ...scene, fields };
  const drawn = cardsOf(hand);
  const zones = scene.zones.map((zone) =>
    zone.id === path ? { ...zone, cards: drawn.map((card, index) => sameCard(scene, path, hand, index, zone.cards) ?? card) } : zone,
  );
  return { ...scene, fields, zones };
};

/** The card as the scene had it, if it has not changed. @param {Scene} scene @param {string} path @param {CardsField} hand
 * @param {number} index @param {Scene["zones"][0]["cards"]} cards */
const sameCard = (scene, path, hand, index, cards) => {
  const before = cardFields(scene.fields ?? []).find((field) => field.path === path);
  return before?.value[index] === hand.value[index] ? cards[index] : undefined;
};

/**
 * Return the rank or suit that a key stands for: by its letter, or on an Arabic keyboard by the place of the key. A rank
 * of two digits is typed by either of them, a joker by a star.
 *
 * @param {CardsField | undefined} field
 * @param {KeyboardEvent} event
 */
const keyTyped = (field, event) => {
  if (event.key === JOKER && field?.suits.length) return field.keys.find(({ whole }) => whole)?.card;
  const typed = [event.key.toUpperCase(), event.code.replace(/^(Key|Digit|Numpad)/, "")];
  const cards = field?.keys.map(({ card }) => card) ?? [];
  return (
    cards.find((card) => typed.includes(card)) ??
    field?.suits.map(({ suit }) => suit).find((suit) => typed.includes(suit)) ??
    cards.find((card) => /^\d\d$/.test(card) && typed.some((digit) => /^\d$/.test(digit) && card.includes(digit)))
  );
};

/**
 * Draw so that *still* stays where it is in the window, whatever opens or closes above it.
 *
 * @param {HTMLElement | null} still
 * @param {() => void} draw
 */
const keepPlace = (still, draw) => {
  const place = still?.closest("li") ?? still; // A card moves a little when it is picked; its place does not.
  const before = place?.getBoundingClientRect().top;
  draw();
  if (before === undefined || !place?.isConnected) return;
  scrollBy({ top: place.getBoundingClientRect().top - before, behavior: "instant" });
};

/**
 * Bring fields in line with what was drawn: once the reader has changed one, its attributes no longer rule it.
 *
 * @param {HTMLElement} host
 */
const settle = (host) => {
  for (const field of host.querySelectorAll("input")) {
    if (field !== document.activeElement) field.value = field.getAttribute("value") ?? "";
  }
  for (const field of host.querySelectorAll("select")) {
    field.selectedIndex = [...field.options].findIndex((option) => option.hasAttribute("selected"));
  }
};

/** Copy a text, or where that is not allowed show it, to be copied by hand. @param {string} text */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    prompt("", text);
  }
};

/** @param {Question} question */
const save = (question) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(question, null, 1)], { type: "application/json" }));
  link.download = `${question.game}-${question.ask}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
};
