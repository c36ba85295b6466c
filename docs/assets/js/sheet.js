// <q-sheet>: the score sheet of a match at a real table. The sheet is a plain question, kept on this device; the engine
// counts it and says what is wrong with it, and a change that it refuses is not made.
import { placeAlong } from "./arrows.js";
import { pageLang } from "./board.js";
import { afterKey, cardFields, fill, plainText } from "./draw.js";
import { engine, SHARED, wordsOf } from "./engine.js";
import { render } from "./lit.js";
import { fits, numberOf, queryOf, questionIn, stepsOf, valueAt, withValue } from "./question.js";
import { imageOf } from "./sheetimage.js";
import { coldScene, LONGEST_NAME, sheetPage, UNTOUCHED } from "./sheetparts.js";
import { empty, isSheet, roundsOf, Store } from "./sheetstore.js";
import { takeOver } from "./takeover.js";

/** @import {CardsField, Field, Frame, Plain, Question, Refused, Words} from "./types.js" */
/** @import {Drawn, Entry, SheetHandlers, SheetScene} from "./sheetparts.js" */
/** @import {Draft, Stand} from "./sheetstore.js" */

/** Milliseconds that a change waits for the next one. */
const PAUSE = 5;
/** The largest file that is read, in bytes: far more than any match holds. */
const LARGEST = 1_000_000;
const ID = "sheet";

/** What no name holds: characters that are not drawn, but for those that join letters and signs. */
const UNDRAWN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Sheet extends HTMLElement {
  /** @type {Words} */
  #ui = {};
  #lang = "";
  #game = "";
  /** @type {Store} */
  #store = /** @type {any} */ (null);
  /** The scene of the empty sheet, if it stands in the page. @type {SheetScene | null} */
  #empty = null;
  /** The last scene that the engine gave. @type {SheetScene | null} */
  #scene = null;
  /** A sheet from a link, which is not that of this device. @type {Stand | null} */
  #guest = null;
  /** @type {Draft} */
  #draft = { place: 0, line: {} };
  /** Whether the reader has tried to put the line on the sheet. */
  #strict = false;
  /** Which fields of the line are open, where they fold. */
  #group = 0;
  /** @type {Set<number>} */
  #opened = new Set();
  /** @type {string | null} */
  #error = null;
  /** Whether the sheet that is kept here cannot be counted. */
  #uncounted = false;
  /** @type {string | null} */
  #said = null;
  /** @type {number | null} */
  #deleting = null;
  /** @type {Frame["picked"]} */
  #picked = null;
  /** @type {{[path: string]: string}} */
  #typed = {};
  #asked = false;
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  #drawn = false;
  /** Does what was done to the page before, once the line to be filled in is drawn. @type {((host: HTMLElement) => void) | null} */
  #goOn = null;

  async connectedCallback() {
    this.#lang = pageLang();
    this.#game = this.dataset.game ?? "";
    this.#ui = await wordsOf(this.#lang);
    if (!this.isConnected) return;
    this.#store = new Store(this.#game);
    const given = questionIn(location.search);
    if (this.dataset.scene) this.#empty = JSON.parse(this.dataset.scene);
    if (isSheet(given, this.#game)) this.#guest = { question: given, totals: [], points: [0, 0] };
    if (this.#empty && same(this.#empty.question, this.#question)) this.#scene = this.#empty;
    this.#begin(this.#store.kept.draft);
    engine.addEventListener("change", this.#draw);
    addEventListener("storage", this.#follow);
    this.addEventListener("pointerover", this.#near);
    this.addEventListener("focusin", this.#wake);
    this.addEventListener("pointerdown", this.#wake);
    this.addEventListener("keydown", this.#key);
    this.#draw();
    if (this.#guest || !this.#empty || this.#store.kept.draft) await this.#ask();
  }

  disconnectedCallback() {
    engine.removeEventListener("change", this.#draw);
    removeEventListener("storage", this.#follow);
    clearTimeout(this.#pause);
    this.#asking?.abort();
  }

  /** The sheet that is shown. @returns {Stand} */
  get #stand() {
    return this.#guest ?? this.#store.kept.now;
  }

  /** @returns {Question} */
  get #question() {
    return this.#stand.question;
  }

  /** Whether the engine has not read the sheet yet. */
  get #cold() {
    return !this.#scene || !same(this.#scene.question, this.#question);
  }

  /** The scene that is drawn. @returns {SheetScene | null} */
  get #shown() {
    if (!this.#cold) return this.#scene === this.#empty ? this.#withDraft(this.#scene) : this.#scene;
    const base = this.#empty ?? this.#scene;
    const cold = base && coldScene(base, this.#stand, this.#ui);
    // A sheet from a link is not written on before it has been read.
    return cold && this.#guest ? { ...cold, entry: null } : this.#withDraft(cold);
  }

  /** The scene with what has been put into the line so far, as far as its fields are known. @param {SheetScene | null} scene */
  #withDraft(scene) {
    if (!scene?.entry) return scene;
    const { line } = this.#draft;
    const groups = scene.entry.groups.map((group) => ({
      ...group,
      fields: group.fields.map((field) => {
        const value = valueAt(line, field.path);
        return value === undefined || !likeIts(field, value) ? field : /** @type {any} */ ({ ...field, value });
      }),
    }));
    return { ...scene, entry: { ...scene.entry, groups } };
  }

  /** Start a new line, or go on with one that was being filled in. @param {Draft | null} [draft] */
  #begin(draft = null) {
    const rounds = roundsOf(this.#question);
    const fitting = draft && draft.place <= rounds.length ? draft : null;
    const blank = (this.#scene ?? this.#empty)?.blank ?? {};
    this.#draft = fitting ?? { place: rounds.length, line: blank };
    this.#strict = false;
    this.#typed = {};
    this.#picked = null;
    this.#group = 0;
  }

  // ---------- asking ----------

  /** Ask for the scene of the sheet and the line as they are now. */
  async #ask() {
    clearTimeout(this.#pause);
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#asked = true;
    engine.retry();
    try {
      const answer = await this.#read(this.#question, this.#draft, asking.signal);
      if (asking.signal.aborted) return;
      if (answer.error) this.#refused(answer.error);
      else this.#heard(answer);
    } catch {
      // The engine's own state says what happened.
    }
    this.#draw();
  }

  /** @param {Question} question @param {Draft | null} draft @param {AbortSignal} [signal] @returns {Promise<SheetScene & Refused>} */
  #read(question, draft, signal) {
    return engine.sheet(question, draft, this.#game, this.#lang, signal);
  }

  /** @param {SheetScene} scene */
  #heard(scene) {
    const first = !this.#scene;
    this.#scene = scene;
    if (this.#uncounted) this.#error = null;
    this.#uncounted = false;
    if (!this.#draft.line || (same(this.#draft.line, {}) && first)) this.#draft = { ...this.#draft, line: scene.blank };
    this.#settleTyped();
    const stand = standOf(scene);
    if (this.#guest) this.#guest = stand;
    else if (!same(stand, this.#store.kept.now)) this.#store.settle(stand);
  }

  /** A sheet that cannot be counted at all: it came from a link or from an older version. @param {{path: string, message: string}} error */
  #refused(error) {
    this.#error = this.#faultText(error);
    this.#uncounted = !this.#guest;
    if (!this.#guest) return;
    this.#guest = null;
    this.#begin(this.#store.kept.draft);
    void this.#ask();
  }

  /** @param {{path: string, message: string}} error */
  #faultText({ path, message }) {
    const [name, place] = stepsOf(path);
    const round = name === "rounds" && typeof place === "number" ? `${plainText(fill(this.#ui.sheet_round, { n: place + 1 }))}: ` : "";
    return `${round}${message}`;
  }

  /** Forget what was typed where the line now holds the same. */
  #settleTyped() {
    for (const [path, text] of Object.entries(this.#typed)) {
      const focused = document.activeElement?.id === idOf(path);
      if (!focused && (typeof valueAt(this.#draft.line, path) === "number" || !text.trim())) delete this.#typed[path];
    }
  }

  // ---------- changing ----------

  /**
   * Make the sheet another one, if the engine can count it. Return whether it could.
   *
   * @param {Question} question
   * @param {Draft | null} [draft]  the line to go on with; a new one unless given
   */
  async #change(question, draft = null) {
    this.#asking?.abort();
    clearTimeout(this.#pause);
    this.#error = null;
    this.#said = null;
    engine.retry();
    const blank = (this.#scene ?? this.#empty)?.blank ?? {};
    const next = draft ?? { place: roundsOf(question).length, line: blank };
    try {
      const answer = await this.#read(question, next);
      if (answer.error) {
        this.#error = this.#faultText(answer.error);
        this.#draw();
        return false;
      }
      this.#adopt();
      this.#uncounted = false;
      this.#store.change(standOf(answer));
      this.#scene = answer;
      this.#begin(draft);
      if (draft) this.#keepDraft();
      this.#unvisit();
      this.#draw();
      return true;
    } catch {
      this.#draw(); // The engine's own state says what happened; nothing has been changed.
      return false;
    }
  }

  /** Take the sheet of a link over; the one that this device holds is kept beside it. */
  #adopt() {
    if (!this.#guest) return;
    this.#store.begin(this.#guest);
    this.#guest = null;
  }

  /** The address no longer says what stands here, unless this device keeps nothing and the other languages need it. */
  #unvisit() {
    const kept = !this.#store.trouble;
    const search = kept || !fits(this.#question) ? "" : queryOf(this.#question);
    if (location.search === search || (!location.search.includes("ask=") && !search)) return;
    try {
      history.replaceState(history.state, "", `${location.pathname}${search}${location.hash}`);
    } catch {
      // A browser may refuse many changes of the address within seconds; the next one will do.
    }
  }

  #keepDraft() {
    if (!this.#guest) this.#store.fill(this.#draft);
  }

  /** Put *value* at *path* of the line, show it at once, and ask again. @param {string} path @param {Plain} value */
  #set(path, value) {
    this.#asking?.abort();
    this.#draft = { ...this.#draft, line: /** @type {any} */ (withValue(this.#draft.line, path, value)) };
    if (!this.#cold && this.#scene?.entry && this.#scene !== this.#empty) {
      this.#scene = { ...this.#scene, entry: edited(this.#scene.entry, path, value) };
    }
    this.#said = null;
    if (!this.#uncounted) this.#error = null;
    this.#keepDraft();
    this.#draw();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#ask(), PAUSE);
  }

  /** Put the line on the sheet, if nothing is wrong with it. */
  async #enter() {
    this.#strict = true;
    if (this.#cold || this.#pause || !this.#answered) await this.#ask();
    const entry = this.#scene?.entry;
    if (!entry || this.#cold) return;
    if (!entry.account) {
      const wrong = this.#wrongGroup(entry);
      if (wrong >= 0) this.#group = wrong;
      this.#draw();
      /** @type {HTMLElement | null} */ (this.querySelector(".entry .q-fault, .entry .is-wrong"))?.scrollIntoView({ block: "nearest" });
      return;
    }
    const rounds = [...roundsOf(this.#question)];
    rounds.splice(entry.place, 1, entry.line);
    if (await this.#change({ ...this.#question, rounds })) this.#toTop();
  }

  /** Whether the scene's entry is that of the line as it is. */
  get #answered() {
    return this.#scene?.entry?.place === this.#draft.place;
  }

  /** @param {Entry} entry */
  #wrongGroup(entry) {
    const first = entry.faults[0]?.path ?? "";
    return entry.groups.findIndex(({ path }) => first === path || first.startsWith(`${path}.`) || first.startsWith(`${path}[`));
  }

  /** Show the totals that have changed. */
  #toTop() {
    const top = this.querySelector(".sheet-top");
    if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView({ block: "start" });
    /** @type {HTMLElement | null} */ (this.querySelector(".entry > h2, .ended > h2"))?.focus({ preventScroll: true });
  }

  /** Change a line that stands on the sheet. @param {number} place */
  async #edit(place) {
    this.#draft = { place, line: roundsOf(this.#question)[place] };
    this.#strict = false;
    this.#typed = {};
    this.#picked = null;
    this.#group = 0;
    this.#error = null;
    await this.#ask();
    const entry = this.querySelector(".entry");
    entry?.scrollIntoView({ block: "start" });
    /** @type {HTMLElement | null} */ (entry?.querySelector("h2"))?.focus({ preventScroll: true });
  }

  /** @param {number} place */
  async #drop(place) {
    const rounds = roundsOf(this.#question).filter((_, index) => index !== place);
    if (await this.#change({ ...this.#question, rounds })) this.#opened = new Set();
  }

  /** @param {"undo" | "redo"} what */
  #turn(what) {
    this.#adopt();
    this.#store[what]();
    this.#begin();
    this.#error = null;
    this.#said = null;
    this.#opened = new Set();
    this.#draw();
    if (this.#asked) void this.#ask();
  }

  #newMatch() {
    this.#adopt();
    const { names, variant } = this.#uncounted ? {} : this.#question;
    this.#uncounted = false;
    this.#store.begin(empty(this.#game, /** @type {Question} */ ({ names, variant })));
    this.#begin();
    this.#error = null;
    this.#said = this.#store.kept.matches.length ? this.#ui.sheet_kept_beside : null;
    this.#opened = new Set();
    this.#unvisit();
    this.#draw();
    void this.#ask();
  }

  /** @param {number} index @param {string} text */
  #name(index, text) {
    const before = Array.isArray(this.#question.names) ? this.#question.names.map(String) : ["", ""];
    const name = [...text.normalize("NFC").replace(UNDRAWN, "").trim()].join("").slice(0, LONGEST_NAME);
    const names = before.map((old, place) => (place === index ? name : old));
    void this.#rename(names);
  }

  /** Names need no counting: they are taken at once, even where the engine cannot be had. @param {string[]} names */
  async #rename(names) {
    this.#adopt();
    const { names: _, ...rest } = this.#question;
    const question = names.length === 4 || names.some(Boolean) ? { ...rest, names } : rest;
    this.#store.change({ ...this.#stand, question });
    this.#store.fill(this.#draft);
    if (this.#scene) this.#scene = { ...this.#scene, question: {} };
    this.#unvisit();
    this.#draw();
    await this.#ask();
  }

  /** @param {string} path  `variant.target` @param {Plain} value */
  #option(path, value) {
    const read = typeof value === "string" && valueAt(this.#question, path) !== value ? asNumber(value) : value;
    if (read === null) return;
    const question = withValue(this.#question, path, read);
    if (!same(question, this.#question)) void this.#change(question, this.#draft);
  }

  // ---------- sending ----------

  /** The scene of the sheet as it is, asked for if need be. */
  async #ready() {
    if (this.#cold) await this.#ask();
    return this.#cold ? null : this.#scene;
  }

  async #text() {
    const scene = await this.#ready();
    if (!scene) return;
    if (await sent({ text: scene.share })) return;
    this.#said = (await copied(scene.share)) ? this.#ui.sheet_copied : this.#ui.sheet_shown;
    this.#draw();
  }

  async #image() {
    const scene = await this.#ready();
    if (!scene) return;
    try {
      const blob = await imageOf(scene, this.#ui);
      const file = new File([blob], `${this.#fileName}.png`, { type: "image/png" });
      if (await sent({ files: [file] })) return;
      save(blob, file.name);
      this.#said = this.#ui.sheet_image_saved;
    } catch {
      this.#said = this.#ui.sheet_no_image;
    }
    this.#draw();
  }

  async #link() {
    if (fits(this.#question)) {
      const link = new URL(`${location.pathname}${queryOf(this.#question)}`, location.href).href;
      this.#said = (await copied(link)) ? this.#ui.copied : this.#ui.sheet_shown;
    } else {
      this.#save();
      this.#said = this.#ui.saved_file;
    }
    this.#draw();
  }

  get #fileName() {
    return `${this.#game}-score-sheet`;
  }

  #save() {
    save(new Blob([JSON.stringify(this.#question, null, 1)], { type: "application/json" }), `${this.#fileName}.json`);
    this.#said = this.#ui.sheet_saved;
    this.#draw();
  }

  /** @param {Event} event */
  async #load(event) {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    const [file] = input.files ?? [];
    if (!file) return;
    const question = file.size <= LARGEST ? parsed(await file.text()) : null;
    input.value = "";
    if (!isSheet(question, this.#game)) {
      this.#said = null;
      this.#error = plainText(this.#ui.sheet_bad_file ?? "");
      this.#draw();
      return;
    }
    if (await this.#change(question)) {
      this.#said = this.#ui.sheet_loaded;
      this.#draw();
    }
  }

  // ---------- listening ----------

  #near = () => engine.preload(this.#game, this.#lang);

  /** The sheet is about to be used: now the engine is needed. */
  #wake = () => {
    if (!this.#asked) void this.#ask();
  };

  /** Another tab has changed the sheet. @param {StorageEvent} event */
  #follow = (event) => {
    if (event.key !== this.#store.key || this.#guest) return;
    this.#store.read();
    this.#begin(this.#store.kept.draft);
    this.#draw();
    if (this.#asked) void this.#ask();
  };

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const busy = /** @type {Element} */ (event.target).closest("input, select, textarea, button.q-card");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy) return;
    if (event.code === "KeyU") this.#turn("undo");
    else if (event.code === "KeyR") this.#turn("redo");
    else return;
    event.preventDefault();
  };

  /** @param {string} path @returns {CardsField | undefined} */
  #cards(path) {
    const fields = (this.#shown?.entry?.groups ?? []).flatMap((group) => /** @type {Field[]} */ (group.fields));
    return cardFields(fields).find((field) => field.path === path);
  }

  /** Press a key for a card and go on to the next one. @param {string} path @param {number} index @param {string | null} key */
  #put(path, index, key) {
    const field = this.#cards(path);
    if (!field) return;
    const after = afterKey(field, index, key);
    this.#picked = { path, index: after.index };
    this.#set(path, after.cards);
  }

  /** @param {string} path @param {number} index @param {KeyboardEvent} event */
  #cardKey(path, index, event) {
    const field = this.#cards(path);
    const last = field?.value.length ?? 0;
    const to = placeAlong(/** @type {Element} */ (event.currentTarget), event.key, index, last);
    const gone = { Delete: index, Backspace: index - 1 }[event.key];
    if (!field || event.ctrlKey || event.metaKey || event.altKey) return;
    if (gone !== undefined && gone in field.value) this.#put(path, gone, null);
    else if (to === undefined || to < 0 || to > last) return;
    event.preventDefault();
    this.#picked = { path, index: to ?? this.#picked?.index ?? index };
    this.#draw();
    document.getElementById(idOf(`${path}.${this.#picked.index}`))?.focus();
  }

  /** @type {SheetHandlers} */
  #on = {
    retry: () => this.#ask(),
    set: (path, value) => this.#set(path, value),
    step: (path, value) => {
      delete this.#typed[path];
      this.#set(path, value);
    },
    type: (path, text) => {
      this.#typed[path] = text;
      this.#set(path, numberOf(text));
    },
    pick: (path, index) => {
      this.#picked = { path, index };
      this.#draw();
    },
    key: (path, index, event) => this.#cardKey(path, index, event),
    card: (path, index, key) => this.#put(path, index, key),
    add: (path, value) => {
      const rows = valueAt(this.#draft.line, path);
      const before = Array.isArray(rows) ? rows : [];
      this.#picked = { path: `${path}[${before.length}]`, index: 0 };
      this.#set(path, [...before, value]);
    },
    remove: (path, row) => {
      const rows = valueAt(this.#draft.line, path);
      this.#picked = null;
      this.#set(path, Array.isArray(rows) ? rows.filter((_, index) => index !== row) : []);
    },
    fold: (index) => {
      this.#group = this.#group === index ? -1 : index;
      this.#draw();
    },
    enter: () => this.#enter(),
    cancelEdit: () => {
      this.#begin();
      this.#store.fill(null);
      void this.#ask();
    },
    open: (place) => {
      this.#opened = new Set(this.#opened);
      if (!this.#opened.delete(place)) this.#opened.add(place);
      this.#draw();
      if (this.#cold) void this.#ask();
    },
    edit: (place) => this.#edit(place),
    drop: (place) => this.#drop(place),
    undo: () => this.#turn("undo"),
    redo: () => this.#turn("redo"),
    begin: () => this.#newMatch(),
    resume: (index) => {
      this.#adopt();
      this.#store.resume(index);
      this.#begin();
      this.#draw();
      void this.#ask();
    },
    ask: (index) => {
      this.#deleting = index;
      this.#draw();
    },
    discard: (index) => {
      this.#deleting = null;
      this.#store.discard(index);
      this.#draw();
    },
    name: (index, text) => this.#name(index, text),
    names: (count) => {
      const before = Array.isArray(this.#question.names) ? this.#question.names.map(String) : ["", ""];
      if (before.length !== count) void this.#rename([...before, "", "", ""].slice(0, count));
    },
    option: (path, value) => this.#option(path, value),
    text: () => this.#text(),
    image: () => this.#image(),
    link: () => this.#link(),
    save: () => this.#save(),
    load: (event) => this.#load(event),
    adopt: () => {
      this.#adopt();
      this.#unvisit();
      this.#draw();
    },
    own: () => {
      this.#guest = null;
      this.#error = null;
      this.#begin(this.#store.kept.draft);
      history.replaceState(history.state, "", location.pathname);
      this.#draw();
      void this.#ask();
    },
    saveDamaged: () => {
      save(new Blob([this.#store.unread.join("\n")], { type: "text/plain" }), `${this.#fileName}-damaged.txt`);
    },
    forget: () => {
      this.#store.forget();
      this.#draw();
    },
  };

  // ---------- drawing ----------

  #draw = () => {
    if (!this.isConnected) return;
    const scene = this.#shown;
    const host = /** @type {HTMLElement} */ (this.querySelector(":scope > .q-here") ?? this.appendChild(document.createElement("div")));
    if (!scene) return;
    if (!this.#drawn) {
      this.#drawn = true;
      const goOn = takeOver(this, () => {
        host.className = "q-here";
        host.replaceChildren();
        this.replaceChildren(host);
        this.#draw();
        return host;
      });
      if (!scene.entry) this.#goOn = goOn;
      return;
    }
    render(sheetPage(scene, this.#facts(), this.#on, this.#frame()), host);
    for (const list of host.querySelectorAll("select")) {
      list.selectedIndex = [...list.options].findIndex((option) => option.hasAttribute("selected"));
    }
    if (!scene.entry) return;
    const goOn = this.#goOn;
    this.#goOn = null;
    goOn?.(host);
  };

  /** @returns {Drawn} */
  #facts() {
    const status = engine.status;
    const waiting = status.name === "failed" || (status.name === "loading" && this.#asked && this.#cold);
    return {
      ...UNTOUCHED,
      cold: this.#cold,
      strict: this.#strict,
      group: this.#group,
      opened: this.#opened,
      error: this.#error,
      uncounted: this.#uncounted,
      said: this.#said,
      visiting: Boolean(this.#guest),
      trouble: this.#store.trouble,
      damaged: this.#store.damaged,
      deleting: this.#deleting,
      editing: this.#draft.place < roundsOf(this.#question).length,
      kept: this.#store.kept,
      status: waiting ? status : undefined,
    };
  }

  /** @returns {Frame} */
  #frame() {
    return { ui: this.#ui, root: this.dataset.gameRoot ?? "", shared: SHARED, id: ID, live: true, picked: this.#picked, typed: this.#typed };
  }
}

/** @param {string} path */
const idOf = (path) => `${ID}-${path.replace(/\W+/g, "-").replace(/-$/, "")}`;

/** A number that was typed, or null while it is none. @param {string} text */
const asNumber = (text) => {
  const number = numberOf(text);
  return typeof number === "number" ? number : null;
};

/** Whether a value that was kept can be drawn in a field before the engine has read it. @param {any} field @param {Plain} value */
const likeIts = (field, value) =>
  field.kind !== "list" && (field.kind === "cards" ? Array.isArray(value) && value.every((card) => typeof card === "string") : !(value instanceof Object));

/** What is kept of a sheet that has been counted. @param {SheetScene} scene @returns {Stand} */
const standOf = ({ question, totals, tallies }) => ({ question, totals, points: tallies.map(({ points }) => points) });

/** The entry as it will look after a change, until the engine has said how it is. @param {Entry} entry @param {string} path
 * @param {Plain} value @returns {Entry} */
const edited = (entry, path, value) => {
  /** @param {any} field @returns {any} */
  const change = (field) => {
    if (field.kind === "list") return { ...field, rows: field.rows.map((/** @type {any[]} */ row) => row.map(change)) };
    return field.path === path ? { ...field, value } : field;
  };
  return { ...entry, groups: entry.groups.map((group) => ({ ...group, fields: group.fields.map(change) })) };
};

/** @param {string} text @returns {unknown} */
const parsed = (text) => {
  try {
    const value = JSON.parse(text);
    JSON.stringify(value); // What is nested too deep to be written again is none.
    return value;
  } catch {
    return null;
  }
};

/** Give something to the device's own way of sending, if there is one; return whether that was done or given up.
 * @param {ShareData} data */
const sent = async (data) => {
  if (!navigator.canShare?.(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
};

/** Copy a text, or where that is not allowed show it, to be copied by hand. @param {string} text */
const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    prompt("", text);
    return false;
  }
};

/** @param {Blob} blob @param {string} name */
const save = (blob, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

customElements.define("q-sheet", Sheet);
