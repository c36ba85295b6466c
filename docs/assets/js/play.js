// <q-play>: a whole match against the computer. The page keeps the match as plain JSON and asks the engine for everything
// else, so that a worker can be ended at any moment, and a reader who comes back finds the match where it was.
import { along } from "./arrows.js";
import { pageLang } from "./board.js";
import { amountIn, fits, named, scoreOf, stateOf, taken, wayOf } from "./course.js";
import { fill, plainText, whyFailed } from "./draw.js";
import { engine, SHARED, wordsOf } from "./engine.js";
import { render } from "./lit.js";
import { glide, sight, still } from "./motion.js";
import { numberOf } from "./question.js";
import {
  begun, copy, forgetUnread, isSame, keep, keepAside, kept, linked, linkOf, matchIn, save, textOf, unread,
} from "./record.js";
import { LONGEST_TEXT } from "./safekeeping.js";
import { amountOf, confirming, has, keysOf, moveOf, playing, starting } from "./table.js";

/** @import {Chosen, Fault, Field, Frame, Match, Plain, PlayState, PlayTable, Question, TableAction,
 *           Words} from "./types.js" */
/** @import {Drawn, Trouble} from "./table.js" */

/** Milliseconds: between the moves of computer players, and after which a think is a long one. */
const PAUSE = 450;
const LONG = 1_000;
/** What the address holds after its path while a match is played, so that a reload or another language goes on with it. */
const HERE = "#match";

/** @param {string} name @returns {string} */
const fileName = (name) => `${name}-match.json`;

export class Play extends HTMLElement {
  /** @type {Words} */
  #ui = {};
  /** @type {Match | null} */
  #match = null;
  /** Whether the match is the one kept on this device. One from a link becomes that with the reader's first move. */
  #adopted = true;
  /** @type {PlayState} */
  #state = "start";
  /** @type {PlayTable | null} */
  #table = null;
  /** @type {Chosen} */
  #chosen = [];
  /** @type {Drawn["hint"]} */
  #hint = null;
  /** @type {Chosen} */
  #hinted = [];
  /** @type {TableAction | null} */
  #refused = null;
  /** @type {{[move: string]: number}} */
  #amounts = {};
  /** @type {{[zone: string]: number}} */
  #places = {};
  /** @type {"picture" | "text"} */
  #view = "picture";
  #slow = false;
  #fast = false;
  /** @type {Trouble | null} */
  #trouble = null;
  /** @type {{at: number, of: number} | null} */
  #replay = null;
  /** @type {Set<string>} */
  #notices = new Set();
  /** @type {string | null} */
  #said = null;
  /** The course of things: whoever starts another one ends it. */
  #course = new AbortController();
  /** The think that is going on. @type {AbortController | null} */
  #think = null;
  /** The choice of cards that waits for its actions. @type {AbortController | null} */
  #choice = null;
  /** Ends the pause between two moves. */
  #hurry = () => {};
  /** What is being done, until the engine has shown how it came out; safe HTML. @type {string | null} */
  #doing = null;
  /** Whether the reader's own move waits to be told. */
  #moved = false;
  /** Whether the last thing pressed was a key. */
  #keyed = false;
  #confirmed = false;
  /** @type {Field[]} */
  #options = [];
  #strength = 2;
  /** @type {{[path: string]: string}} */
  #typed = {};
  /** @type {Fault[]} */
  #faults = [];

  async connectedCallback() {
    this.#ui = await wordsOf(pageLang());
    if (!this.isConnected) return;
    this.#options = standards(this);
    this.replaceChildren();
    for (const kind of ["pointerover", "focusin"]) this.addEventListener(kind, this.#near);
    addEventListener("pointerdown", this.#pointed, true);
    document.addEventListener("keydown", this.#key);
    engine.addEventListener("change", this.#loading);
    this.#enter();
  }

  disconnectedCallback() {
    this.#course.abort();
    removeEventListener("pointerdown", this.#pointed, true);
    document.removeEventListener("keydown", this.#key);
    engine.removeEventListener("change", this.#loading);
  }

  get #game() {
    return this.dataset.game ?? "";
  }

  /** Over what is said. */
  get #head() {
    return /** @type {HTMLElement | null} */ (this.querySelector(".say .head"));
  }

  #near = () => {
    if (this.#state === "start") engine.preload(this.#game, pageLang());
  };

  #pointed = () => {
    this.#keyed = false;
  };

  #loading = () => {
    if (this.#state === "thinking" && engine.status.name === "loading") this.#draw();
  };

  // ---------- coming in, going out ----------

  #enter() {
    const found = linked(location.search, this.#game);
    const here = kept(this.#game);
    const mine = here && typeof here !== "string" ? here : null;
    if (found && typeof found !== "string") {
      const same = mine && isSame(mine, found);
      if (mine && !same && !mine.done) this.#notices.add(this.#ui.play_other_kept ?? "");
      this.#open(found, !mine || (same === true && mine.record.moves.length <= found.record.moves.length));
      return;
    }
    if (typeof found === "string") this.#notices.add(this.#ui.play_bad_link ?? "");
    if (typeof here === "string") this.#notices.add(this.#ui[`play_${here}`] ?? this.#ui.play_unreadable ?? "");
    if (mine && location.hash === HERE && !found) {
      this.#open(mine, true);
      return;
    }
    if (typeof here !== "string" && unread(this.#game).length) this.#notices.add(this.#ui.play_unread ?? "");
    this.#start();
  }

  /** Show what is asked before a match. */
  #start() {
    this.#leave();
    this.#match = null;
    this.#table = null;
    this.#state = "start";
    this.#address("");
    this.#draw();
  }

  /** End whatever is going on. */
  #leave() {
    this.#course.abort();
    this.#course = new AbortController();
    if (this.#slow) this.#think?.abort();
    this.#choice?.abort();
    this.#choice = null;
    this.#hurry();
    this.#chosen = [];
    this.#hint = null;
    this.#hinted = [];
    this.#refused = null;
    this.#slow = false;
    this.#trouble = null;
    this.#said = null;
    this.#replay = null;
  }

  /** @param {Match} match @param {boolean} adopted */
  #open(match, adopted) {
    this.#match = match;
    this.#adopted = adopted;
    this.#table = null;
    this.#places = {};
    this.#amounts = {};
    if (adopted) this.#address(HERE);
    void this.#go();
  }

  /** @param {string} after  what comes after the path */
  #address(after) {
    try {
      history.replaceState(history.state, "", `${location.pathname}${after}`);
    } catch {
      // A browser may refuse many changes of the address within seconds; the next one will do.
    }
  }

  /** Keep the match on this device, if it is the one that belongs there. */
  #keep() {
    if (!this.#match || !this.#adopted) return;
    if (keep(this.#match)) {
      this.#notices.delete(this.#ui.play_not_kept ?? "");
      if (location.hash !== HERE) this.#address(HERE); // It may have stood in the address meanwhile.
      return;
    }
    this.#notices.add(this.#ui.play_not_kept ?? "");
    // The address keeps it instead, for a reload or another language.
    const link = linkOf(this.#match);
    if (link) this.#address(new URL(link).search);
  }

  // ---------- the course of a match ----------

  /** Go on from where the match stands, until the reader is to do something. *doing* is what he has just done. */
  async #go(doing = /** @type {string | null} */ (null)) {
    this.#leave();
    this.#doing = doing;
    const { signal } = this.#course;
    const match = this.#match;
    if (!match) return;
    engine.retry();
    this.#state = "thinking";
    this.#draw();
    try {
      while (!signal.aborted) {
        const table = await engine.table(match.record, [], this.#game, pageLang(), signal);
        if (signal.aborted) return;
        if (table.error) return this.#broken(table.error);
        this.#show(table, match);
        if (this.#state !== "thinking") return;
        const move = await this.#advised(match, table, signal);
        if (signal.aborted || !move) return;
        match.record = { ...match.record, moves: [...match.record.moves, move] };
        this.#keep();
      }
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  /** @param {PlayTable} table @param {Match} match */
  #show(table, match) {
    const over = table.over || table.to_move === null;
    this.#state = stateOf(table, match);
    this.#doing = null;
    if (this.#state !== "thinking") this.#fast = false;
    match.score = scoreOf(table);
    match.done = over;
    this.#keep();
    const first = !this.#table;
    this.#draw(table);
    if (first) scrollTo({ top: scrollY + this.getBoundingClientRect().top, behavior: "instant" });
    this.#announce();
    if (this.#state !== "thinking") this.#refocus();
  }

  /** Ask a computer player for his move; return it after a pause, so that it can be followed. @param {Match} match
   * @param {PlayTable} table @param {AbortSignal} signal */
  async #advised(match, table, signal) {
    const { game, setup, variant, moves } = match.record;
    const question = /** @type {Question} */ ({
      game, ask: "advise", setup, variant: variant ?? {}, moves, view: table.to_move, strength: match.strength,
    });
    const think = this.#thinking(() => engine.ask(question, this.#game, pageLang(), this.#think?.signal));
    const [answer] = await Promise.all([think, this.#paused()]);
    if (signal.aborted) return null;
    if (answer.error) {
      this.#broken(answer.error);
      return null;
    }
    return String(answer.move);
  }

  /** @template T @param {() => Promise<T>} think @returns {Promise<T>} */
  async #thinking(think) {
    this.#think = new AbortController();
    const { signal } = this.#course;
    const timer = setTimeout(() => {
      if (signal.aborted) return;
      this.#slow = true;
      this.#draw();
    }, LONG);
    try {
      return await think();
    } finally {
      clearTimeout(timer);
      if (!signal.aborted) this.#slow = false;
    }
  }

  #paused() {
    if (this.#fast || still()) return null;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE, null);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve(null);
      };
    });
  }

  /** Say what the reader's own move did, at once. */
  #announce() {
    if (!this.#moved) return;
    this.#moved = false;
    const told = this.#table?.log.findLast(({ seat }) => seat === this.#table?.seat);
    const live = this.querySelector("[data-live=answer]");
    if (!live || !told) return;
    live.textContent = "";
    requestAnimationFrame(() => (live.textContent = plainText(told.lines_html.join(" "))));
  }

  // ---------- what can go wrong ----------

  /** @param {unknown} error */
  #failed(error) {
    const ui = this.#ui;
    const stopped = error instanceof DOMException && error.name === "AbortError";
    const title = stopped ? (this.#table ? ui.play_stopped : ui.play_load_stopped) : ui.play_failed;
    const renewed = !stopped && engine.status.why === "new";
    this.#fail({
      title_html: title ?? "",
      why_html: stopped ? undefined : whyFailed(engine.status, ui),
      text_html: ui.play_failed_kept,
      acts: [
        ...(renewed ? [{ act: "reload", label_html: ui.offline_reload ?? "", main: true }] : []),
        { act: "retry", label_html: (stopped && this.#table ? ui.play_resume : ui.play_retry) ?? "", main: !renewed },
        ...(this.#table?.undo ? [{ act: "undo", label_html: ui.play_undo ?? "" }] : []),
        { act: "save", label_html: ui.play_save_file ?? "" },
        ...(this.#table ? [] : [{ act: "new", label_html: ui.play_new ?? "" }]),
      ],
    });
  }

  /** The record holds something that cannot be. @param {{path: string, message: string}} error */
  #broken(error) {
    const ui = this.#ui;
    if (error.path.startsWith("variant") && !this.#match?.record.moves.length) {
      this.#faults = [{ path: error.path, text: error.message }];
      this.#start();
      return;
    }
    const place = /^moves\[(\d+)\]/.exec(error.path)?.[1];
    this.#fail({
      title_html: ui.play_broken ?? "",
      text: error.message,
      acts: [
        ...(place === undefined ? [] : [{ act: `before-${place}`, label_html: ui.play_before ?? "", main: true }]),
        { act: "save", label_html: ui.play_save_file ?? "" },
        { act: "new", label_html: ui.play_new ?? "" },
      ],
    });
  }

  /** @param {Trouble} trouble */
  #fail(trouble) {
    this.#state = "failed";
    this.#slow = false;
    this.#trouble = trouble;
    this.#draw();
    this.#refocus();
  }

  // ---------- choosing cards, making moves ----------

  /** @param {string} zone @param {number} place */
  #choose(zone, place) {
    this.#places[zone] = place;
    const chosen = has(this.#chosen, zone, place);
    this.#hint = null;
    this.#hinted = [];
    void this.#ask(chosen ? this.#chosen.filter(([id, at]) => id !== zone || at !== place) : [...this.#chosen, [zone, place]]);
  }

  /** Show a choice at once, and what can be done with it as soon as the engine has said. @param {Chosen} chosen */
  async #ask(chosen) {
    const match = this.#match;
    const { signal } = this.#course;
    this.#choice?.abort();
    const asking = new AbortController();
    this.#choice = asking;
    this.#chosen = chosen;
    this.#refused = null;
    this.#draw();
    if (!match) return;
    try {
      const table = await engine.table(match.record, chosen, this.#game, pageLang(), asking.signal);
      if (signal.aborted || asking.signal.aborted) return;
      if (table.error) return this.#broken(table.error);
      this.#choice = null;
      this.#chosen = taken(chosen, table);
      this.#draw(table);
    } catch (error) {
      if (!signal.aborted && !asking.signal.aborted) this.#failed(error);
    }
  }

  /** @param {TableAction} action */
  async #move(action) {
    const match = this.#match;
    if (this.#choice || this.#state !== "turn" || !match) return;
    if (!action.legal) {
      this.#refused = action;
      this.#hint = null;
      this.#draw();
      this.#refocus();
      return;
    }
    const text = moveOf(action, this.#drawn());
    if (!this.#adopted && !(await this.#adopt())) return;
    match.record = { ...match.record, moves: [...match.record.moves, text] };
    this.#moved = true;
    this.#keep();
    this.#refocus(true);
    void this.#go(fill(action.label_html, { n: amountOf(action, this.#drawn()) }));
  }

  /** Make the match from a link the one that is kept here, if the reader agrees. */
  async #adopt() {
    const here = kept(this.#game);
    const other = here && typeof here !== "string" && !here.done;
    if (other && !(await this.#sure())) return false;
    this.#adopted = true;
    this.#notices.delete(this.#ui.play_other_kept ?? "");
    this.#address(HERE);
    return true;
  }

  /** @param {TableAction} action @param {number} by */
  #step(action, by) {
    const { amount, move } = action;
    if (!amount) return;
    const now = this.#amounts[move] ?? amount.value;
    this.#amounts[move] = Math.min(Math.max(now + by, amount.least), amount.most);
    this.#draw();
  }

  #undo() {
    const match = this.#match;
    const undo = this.#table?.undo;
    if (!match || !undo || this.#state === "replay") return;
    if (undo.seen) match.taken += 1;
    match.record = { ...match.record, moves: match.record.moves.slice(0, undo.moves) };
    match.read = Math.min(match.read, undo.moves);
    this.#keep();
    void this.#go(this.#ui.play_undo);
  }

  async #hinting() {
    const match = this.#match;
    if (!match || this.#state !== "turn" || this.#slow) return;
    const { signal } = this.#course;
    const moves = match.record.moves.length;
    try {
      const question = /** @type {Question} */ ({ ...match.record, ask: "advise", strength: 3 });
      const hint = await this.#thinking(() => engine.hint(question, this.#game, pageLang(), this.#think?.signal));
      if (signal.aborted || match.record.moves.length !== moves) return;
      if (hint.error) return this.#broken(hint.error);
      const cards = named(hint.move, this.#table?.zones ?? []);
      await this.#ask(cards);
      if (signal.aborted) return;
      const action = this.#table?.actions.find((one) => fits(one, hint.move));
      if (!action) await this.#ask([]);
      const amount = action?.amount && amountIn(action.move, hint.move);
      if (action && amount) this.#amounts[action.move] = amount;
      this.#hinted = action ? cards : [];
      const told = hint.move.split(" ").slice(1).join(" ");
      this.#hint = {
        label_html: action ? fill(action.label_html, { n: amount ?? "" }) : `<bdi dir="ltr">${told.replace(/[^\w {}]/g, "")}</bdi>`,
        because: hint.because,
      };
      this.#draw();
      this.#refocus();
    } catch (error) {
      if (signal.aborted) return;
      this.#slow = false;
      if (error instanceof DOMException && error.name === "AbortError") this.#draw();
      else this.#failed(error);
    }
  }

  // ---------- replay ----------

  /** Show how the match stood after so many moves. @param {number} at */
  async #goTo(at) {
    const match = this.#match;
    if (!match) return;
    const of = match.record.moves.length;
    if (this.#state !== "replay") this.#leave();
    this.#course.abort();
    this.#course = new AbortController();
    const { signal } = this.#course;
    this.#state = "replay";
    this.#replay = { at: Math.min(Math.max(at, 0), of), of };
    try {
      const record = { ...match.record, moves: match.record.moves.slice(0, this.#replay.at) };
      const table = await engine.table(record, [], this.#game, pageLang(), signal);
      if (signal.aborted) return;
      if (table.error) this.#broken(table.error);
      else this.#draw(table);
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  // ---------- what buttons do ----------

  /** @param {string} act */
  #act = (act) => {
    const match = this.#match;
    if (act.startsWith("before-") && match) {
      if (this.#adopted && !keepAside(this.#game)) {
        this.#adopted = false; // A shorter match would have room where the whole one lies.
        this.#notices.add(this.#ui.play_not_kept ?? "");
      }
      match.record = { ...match.record, moves: match.record.moves.slice(0, Number(act.slice(7))) };
      this.#keep();
      void this.#go();
      return;
    }
    this.#acts[act]?.();
  };

  /** @type {{[act: string]: () => void}} */
  #acts = {
    play: () => void this.#begin(),
    "go-on": () => {
      const match = kept(this.#game);
      this.#notices.clear();
      if (match && typeof match !== "string") this.#open(match, true);
    },
    undo: () => this.#undo(),
    hint: () => void this.#hinting(),
    "next-deal": () => {
      if (!this.#match) return;
      this.#match.read = this.#match.record.moves.length;
      this.#keep();
      this.#refocus(true);
      void this.#go(this.#ui.play_next);
    },
    new: () => void this.#anew(),
    retry: () => void this.#go(),
    reload: () => location.reload(),
    "save-unread": () => save(unread(this.#game).join("\n"), `${this.#game}-unread.txt`),
    "forget-unread": () => {
      forgetUnread(this.#game);
      this.#notices.clear();
      this.#draw();
    },
    cancel: () => this.#think?.abort(),
    "cancel-load": () => engine.cancel(),
    faster: () => {
      this.#fast = true;
      this.#hurry();
      this.#draw();
    },
    hurry: () => this.#hurry(),
    replay: () => void this.#goTo(0),
    first: () => void this.#goTo(0),
    back: () => void this.#goTo((this.#replay?.at ?? 0) - 1),
    forward: () => void this.#goTo((this.#replay?.at ?? 0) + 1),
    "end-replay": () => void this.#go(),
    "copy-link": () => void this.#link(),
    save: () => {
      if (this.#match) save(textOf(this.#match), fileName(this.#game));
    },
    "copy-log": () => void this.#copyLog(),
    keys: () => this.#dialog(keysOf(this.#frame())),
  };

  async #begin() {
    const here = kept(this.#game);
    const other = here && typeof here !== "string" && !here.done && here.record.moves.length > 0;
    if (other && !this.#confirmed && !(await this.#sure())) return;
    this.#faults = [];
    this.#notices.clear();
    this.#confirmed = false;
    this.#open(begun(this.#game, this.#variant(), this.#strength), true);
  }

  /** The options that are not as they were offered. @returns {Question} */
  #variant() {
    const offered = new Map(standards(this).map((field) => [field.path, valueOf(field)]));
    const changed = this.#options.filter((field) => valueOf(field) !== offered.get(field.path));
    return Object.fromEntries(changed.map((field) => [field.path.replace("variant.", ""), valueOf(field)]));
  }

  async #anew() {
    const going = this.#match && !this.#match.done && this.#match.record.moves.length > 0;
    if (going && !(await this.#sure())) return;
    this.#confirmed = true;
    this.#start();
    /** @type {HTMLElement | null} */ (this.querySelector("[data-act=play]"))?.focus();
  }

  async #link() {
    if (!this.#match) return;
    const link = linkOf(this.#match);
    if (link) await copy(link);
    else save(textOf(this.#match), fileName(this.#game));
    this.#said = (link ? this.#ui.copied : this.#ui.play_too_long) ?? null;
    this.#draw();
  }

  async #copyLog() {
    const lines = (this.#table?.log ?? []).map(({ who_html, lines_html }) => `${who_html}: ${lines_html.join(" ")}`);
    await copy([this.#table?.round_html ?? "", ...lines].map(plainText).join("\n"));
    this.#said = this.#ui.play_log_copied ?? null;
    this.#draw();
  }

  /** Take a match out of a file. @param {Event} event */
  #file = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    const text = file && file.size > LONGEST_TEXT ? "" : await file?.text();
    input.value = "";
    if (text === undefined) return;
    const match = matchIn(text, this.#game);
    if (typeof match === "string") {
      this.#faults = [{ path: "file", text: plainText(this.#ui[`play_file_${match}`] ?? "") }];
      this.#draw();
      return;
    }
    const here = kept(this.#game);
    const other = here && typeof here !== "string" && !isSame(here, match) && !here.done && here.record.moves.length > 0;
    if (other && !(await this.#sure())) return;
    this.#notices.clear();
    this.#faults = [];
    this.#open(match, true);
  };

  /** Ask whether the match that is going on may be given up. @returns {Promise<boolean>} */
  async #sure() {
    const dialog = this.#dialog(confirming(this.#frame()));
    return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes")));
  }

  /** @param {unknown} content */
  #dialog(content) {
    const back = document.activeElement;
    const dialog = document.createElement("dialog");
    dialog.className = "q-dialog";
    render(content, dialog);
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  // ---------- keys ----------

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    this.#keyed = true;
    const busy = document.activeElement?.closest("input:not([type=file]), select, textarea, [contenteditable], dialog");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy || this.#state === "start") return;
    const by = this.#state === "replay" ? along(this, event.key) : 0;
    if (by) this.#act(by > 0 ? "forward" : "back");
    else if (event.code === "KeyU") this.#undo();
    else if (event.code === "KeyH") void this.#hinting();
    else if (event.key === "?" || event.key === "؟") this.#act("keys");
    else return;
    event.preventDefault();
  };

  /** @param {string} zone @param {number} place @param {KeyboardEvent} event */
  #cardKey = (zone, place, event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#state === "replay") return;
    const card = /** @type {HTMLElement} */ (event.currentTarget);
    const cards = [.../** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(`button[data-zone="${CSS.escape(zone)}"]`))];
    const main = this.#table?.actions.find(({ legal, main }) => legal && main);
    if (event.key === "Enter" && has(this.#chosen, zone, place) && main && !this.#choice) void this.#move(main);
    else {
      const to = next(cards, card, event.key);
      if (!to) return;
      this.#places[zone] = Number(to.dataset.place);
      this.#draw();
      to.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** Put the focus where things are said, or with keys into the hand, if it has been lost or must leave what goes.
   * @param {boolean} [leaving] */
  #refocus(leaving = false) {
    const at = document.activeElement;
    const lost = !at || at === document.body || at.classList.contains("head");
    if (!lost && !leaving && this.#state !== "failed" && !this.#refused && !this.#hint) return;
    if (!lost && !this.contains(at)) return;
    if (at === document.body && !this.#keyed) return;
    const said = this.#head;
    const card = /** @type {HTMLElement | null} */ (this.querySelector('.mine button.q-card[tabindex="0"]:not([aria-disabled])'));
    const into = this.#state === "turn" && this.#keyed && !this.#refused && !this.#hint && !leaving ? (card ?? said) : said;
    into?.focus({ preventScroll: true });
  }

  // ---------- drawing ----------

  /** @returns {Drawn} */
  #drawn() {
    return {
      state: this.#state,
      table: this.#table,
      match: this.#match,
      chosen: this.#chosen,
      hinted: this.#hinted,
      hint: this.#hint,
      refused: this.#refused,
      amounts: this.#amounts,
      places: this.#places,
      doing: this.#doing,
      slow: this.#slow,
      fast: this.#fast,
      trouble: this.#trouble,
      replay: this.#replay,
      notices: [...this.#notices].filter(Boolean),
      other: this.#notices.has(this.#ui.play_other_kept ?? ""),
      said: this.#said,
    };
  }

  /** @returns {Frame} */
  #frame() {
    return {
      ui: this.#ui,
      shared: SHARED,
      root: this.dataset.gameRoot ?? "",
      id: "play",
      view: this.#view,
      typed: this.#typed,
      faults: this.#faults,
      status: engine.status,
    };
  }

  #on = {
    act: this.#act,
    choose: (/** @type {string} */ zone, /** @type {number} */ place) => this.#choose(zone, place),
    key: this.#cardKey,
    move: (/** @type {TableAction} */ action) => void this.#move(action),
    step: (/** @type {TableAction} */ action, /** @type {number} */ by) => this.#step(action, by),
    view: () => {
      this.#view = this.#view === "text" ? "picture" : "text";
      this.#draw();
    },
  };

  #onStart = {
    act: this.#act,
    set: (/** @type {string} */ path, /** @type {Plain} */ value) => {
      if (path === "strength") this.#strength = Number(value);
      else this.#options = this.#options.map((field) => (field.path === path ? /** @type {Field} */ ({ ...field, value }) : field));
      this.#faults = this.#faults.filter((one) => one.path !== path);
      this.#draw();
    },
    type: (/** @type {string} */ path, /** @type {string} */ text) => {
      this.#typed[path] = text;
      this.#onStart.set(path, numberOf(text));
    },
    file: (/** @type {Event} */ event) => void this.#file(event),
  };

  /** @param {PlayTable | null} [table]  the table as it is now, if it has changed */
  #draw(table = null) {
    const last = this.#table;
    const at = document.activeElement;
    const inside = this.contains(at);
    const moved = table && last && this.#view === "picture";
    const before = moved ? sight(this) : new Map();
    if (table) this.#table = table;
    this.dataset.state = this.#state;
    this.dataset.toMove = String(this.#table?.to_move ?? "");
    if (this.#state === "start") {
      const here = kept(this.#game);
      const going = here && typeof here !== "string" && !here.done ? here : null;
      const begin = { kept: going, options: this.#options, strength: this.#strength, notices: [...this.#notices].filter(Boolean), unread: unread(this.#game).length > 0 };
      render(starting(begin, this.#onStart, this.#frame()), this);
      settle(this);
    } else render(playing(this.#drawn(), this.#on, this.#frame()), this);
    if (moved) glide(this, before, wayOf(table));
    if (inside && !this.contains(document.activeElement)) this.#head?.focus({ preventScroll: true });
  }
}

/** The options as the page offers them, out of the form for a whole match. @param {HTMLElement} element @returns {Field[]} */
const standards = ({ dataset }) =>
  /** @type {Field[]} */ (JSON.parse(dataset.options ?? "[]")).filter(({ path }) => path.startsWith("variant."));

/** @param {Field} field */
const valueOf = (field) => ("value" in field ? field.value : null);

/** The card to which a key leads. A hand runs from left to right in every language; as text it runs as the language does.
 * @param {HTMLElement[]} cards @param {HTMLElement} card @param {string} key */
const next = (cards, card, key) => {
  const at = cards.indexOf(card);
  const by = along(card.closest("ul") ?? card, key);
  if (by) return cards[at + by];
  if (key === "Home") return cards[0];
  if (key === "End") return cards.at(-1);
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const from = card.getBoundingClientRect();
  const rows = cards.filter((other) => {
    const { top } = other.getBoundingClientRect();
    return key === "ArrowUp" ? top < from.top - 12 : top > from.top + 12;
  });
  const distance = (/** @type {HTMLElement} */ other) => {
    const { top, left } = other.getBoundingClientRect();
    return Math.abs(top - from.top) * 10 + Math.abs(left - from.left); // the nearest row, then the nearest card in it
  };
  return rows.toSorted((one, other) => distance(one) - distance(other))[0];
};

/** Bring lists that open in line with what was drawn. @param {HTMLElement} host */
const settle = (host) => {
  for (const field of host.querySelectorAll("select")) {
    field.selectedIndex = [...field.options].findIndex((option) => option.hasAttribute("selected"));
  }
};
customElements.define("q-play", Play);
