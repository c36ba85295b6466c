// The page's side of the engine: one worker a visit, one call at a time, and a watchdog on each. The page keeps all state
// as plain questions, so that a worker can be ended at any moment and another one started in its place.

import { lost } from "./lost.js";

/** @import {Because, Chosen, PlayTable, Question, Refused, Scene, Status, Why} from "./types.js" */

/** @typedef {"boot" | "scene" | "ask" | "table" | "hint" | "sheet" | "puzzle"} Name */
/**
 * @typedef {object} Call
 * @property {number} id
 * @property {Name} call
 * @property {Question | null} question
 * @property {string} game
 * @property {string} lang
 * @property {Chosen} [chosen]
 * @property {number} tries
 * @property {AbortSignal | undefined} signal
 * @property {(answer: any) => void} resolve
 * @property {(reason: Error) => void} reject
 */

/** How many milliseconds of silence are a failure: during a call, and while the engine is loaded. */
const PATIENCE = { call: 10_000, load: 60_000 };
/** The calls that may take longer: a long match is gone through, a computer player thinks. @type {{[call: string]: number}} */
const LONGER = { table: 20_000, hint: 60_000, ask: 60_000, puzzle: 60_000 };
const TRIES = 2;
/** How many milliseconds the site is asked which version it has now. */
const ASKED = 4_000;

/** The folder of everything that the pages share. */
export const SHARED = new URL("../", import.meta.url).href;

/**
 * Start a worker in this browser, *fresh* if it is not to trust the files that the browser has kept.
 *
 * @param {boolean} fresh
 */
const started = (fresh) => {
  let asked = false;
  const options = {
    /** A browser that does not know modules in workers does not ask. @returns {"module"} */
    get type() {
      asked = true;
      return "module";
    },
  };
  const url = new URL("./worker.js", import.meta.url);
  if (fresh) url.search = `fresh=${Date.now()}`;
  const worker = new Worker(url, options);
  if (asked) return worker;
  worker.terminate();
  throw new TypeError("no modules in workers");
};

/**
 * Return why the engine's files did not come or were of no use, after a look at what the site has now.
 *
 * @param {"network" | "refused" | "damaged"} why  as far as it is known
 * @returns {Promise<Why>}
 */
const lookedInto = async (why) => {
  const known = why === "refused" ? "network" : why;
  try {
    const page = new URL(location.href);
    page.hash = "";
    const response = await fetch(page, { cache: "no-store", signal: AbortSignal.timeout(ASKED) });
    const [, shared] = /data-shared="([^"]*)"/.exec(await response.text()) ?? [];
    const other = shared !== undefined && new URL(shared, page).href !== SHARED;
    return response.ok && other ? "new" : known;
  } catch {
    return "network";
  }
};

export class Engine extends EventTarget {
  /** @type {Status} */
  status = { name: "idle", done: 0, total: 0 };
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Call[]} */
  #waiting = [];
  /** @type {Call | null} */
  #current = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watchdog;
  #last = 0;
  #preloaded = false;
  /** Whether the files that the browser has kept were of no use. */
  #fresh = false;
  /** Whether the worker has said anything yet. */
  #lives = false;

  /** @param {(fresh: boolean) => Worker} [start] */
  constructor(start = started) {
    super();
    this.start = start;
  }

  /**
   * Return the scene of a question, or `{error}`.
   *
   * @param {Question} question
   * @param {string} game  whose words are needed, whatever the question says
   * @param {string} lang
   * @param {AbortSignal} [signal]
   * @returns {Promise<Scene & Refused>}
   */
  scene(question, game, lang, signal) {
    return this.#call("scene", question, game, lang, signal);
  }

  /**
   * Return the answer to a question, or `{error}`.
   *
   * @param {Question} question
   * @param {string} game
   * @param {string} lang
   * @param {AbortSignal} [signal]
   * @returns {Promise<Question & Refused>}
   */
  ask(question, game, lang, signal) {
    return this.#call("ask", question, game, lang, signal);
  }

  /**
   * Return the table of a match as the seat of the question's `view` sees it, or `{error}`.
   *
   * @param {Question} question
   * @param {Chosen} chosen  the cards that have been chosen
   * @param {string} game
   * @param {string} lang
   * @param {AbortSignal} [signal]
   * @returns {Promise<PlayTable & Refused>}
   */
  table(question, chosen, game, lang, signal) {
    return this.#call("table", question, game, lang, signal, chosen);
  }

  /**
   * Return what a computer player would do in the place of the question's `view`, and why, or `{error}`.
   *
   * @param {Question} question
   * @param {string} game
   * @param {string} lang
   * @param {AbortSignal} [signal]
   * @returns {Promise<{move: string, because: Because[]} & Refused>}
   */
  hint(question, game, lang, signal) {
    return this.#call("hint", question, game, lang, signal);
  }

  /**
   * Return the page of a score sheet, with the line that is being filled in, or `{error}`.
   *
   * @param {Question} question
   * @param {unknown} entry
   * @param {string} game
   * @param {string} lang
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  sheet(question, entry, game, lang, signal) {
    return this.#call("sheet", question, game, lang, signal, /** @type {any} */ (entry));
  }

  /**
   * Return a puzzle, or `{error}`.
   *
   * @param {Question} question
   * @param {string} game
   * @param {string} lang
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  puzzle(question, game, lang, signal) {
    return this.#call("puzzle", question, game, lang, signal);
  }

  /** Start the engine, once and if it is not yet running, with the words of a game. @param {string} game @param {string} lang */
  preload(game, lang) {
    if (this.#preloaded || this.status.name !== "idle") return;
    this.#preloaded = true;
    this.#call("boot", null, game, lang).catch(() => {});
  }

  /** Give up whatever is being loaded or asked. */
  cancel() {
    this.#stop();
    this.#tell({ name: "idle", done: 0, total: 0 });
    this.#rejectAll(new DOMException("cancelled", "AbortError"));
  }

  /** Be ready to start again after a failure. */
  retry() {
    if (this.status.name === "failed") this.#tell({ name: "idle", done: 0, total: 0 });
  }

  /**
   * @param {Name} call @param {Question | null} question @param {string} game @param {string} lang
   * @param {AbortSignal} [signal] @param {Chosen} [chosen]
   * @returns {Promise<any>}
   */
  #call(call, question, game, lang, signal, chosen) {
    return new Promise((resolve, reject) => {
      const made = { id: ++this.#last, call, question, game, lang, chosen, tries: 0, signal, resolve, reject };
      if (call in LONGER && call !== "table") signal?.addEventListener("abort", () => this.#giveUp(made), { once: true });
      this.#waiting.push(made);
      this.#next();
    });
  }

  /** End a call that may take long, and the worker with it, if it is the one that runs. @param {Call} call */
  #giveUp(call) {
    if (this.#current !== call) return;
    this.#stop();
    this.#tell({ name: "idle", done: 0, total: 0 });
    this.#settle(({ reject }) => reject(new DOMException("cancelled", "AbortError")));
  }

  #next() {
    if (this.#current) return;
    this.#current = this.#waiting.shift() ?? null;
    if (!this.#current) return;
    if (this.#current.signal?.aborted) {
      this.#settle((call) => call.reject(new DOMException("superseded", "AbortError")));
      return;
    }
    this.#post(this.#current);
  }

  /** @param {Call} call */
  #post({ id, call, question, game, lang, chosen }) {
    try {
      this.#worker ??= this.#started();
    } catch {
      this.#fail("unable");
      return;
    }
    try {
      this.#worker.postMessage({ id, call, question, game, lang, chosen });
      this.#watch();
    } catch {
      this.#stumble("silent");
    }
  }

  #started() {
    const worker = this.start(this.#fresh);
    this.#lives = false;
    worker.onmessage = ({ data }) => this.#heard(data);
    worker.onerror = () => this.#stumble(this.#lives ? "silent" : "refused");
    worker.onmessageerror = () => this.#stumble("silent");
    this.#tell({ name: "loading", done: 0, total: 0 });
    return worker;
  }

  /** @param {{id?: number, answer?: string, error?: string, why?: Why | "refused", state?: "loading" | "ready", done: number, total: number}} data */
  #heard(data) {
    this.#lives = true;
    if (data.state) {
      this.#tell({ name: data.state, done: data.done, total: data.total });
      if (this.#current) this.#watch();
    } else if (data.id === this.#current?.id) {
      if (data.answer === undefined) this.#stumble(data.why ?? "silent");
      else this.#settle((call) => call.resolve(JSON.parse(String(data.answer))));
    }
  }

  #watch() {
    clearTimeout(this.#watchdog);
    const call = LONGER[this.#current?.call ?? ""] ?? PATIENCE.call;
    const patience = this.status.name === "ready" ? call : PATIENCE.load;
    this.#watchdog = setTimeout(() => this.#stumble(this.status.name === "ready" ? "silent" : "network"), patience);
  }

  /** The worker broke or fell silent: try the call once more in another worker, then fail. @param {Why | "refused"} why */
  #stumble(why) {
    const call = this.#current;
    this.#stop();
    this.#fresh = why === "damaged" || why === "refused"; // A browser may keep what says no, too.
    if (!call) {
      this.#tell({ name: "idle", done: 0, total: 0 }); // Whoever asks next starts another one.
      return;
    }
    if (why !== "unable" && ++call.tries < TRIES) this.#post(call);
    else void this.#fail(why);
  }

  /** @param {Why | "refused"} why */
  async #fail(why) {
    const call = this.#current;
    const reason = new Error(`the engine did not answer: ${why}`);
    if (call?.call === "boot") {
      // Nobody has asked anything yet. Whoever does starts it again, and is told if it fails.
      this.#tell({ name: "idle", done: 0, total: 0 });
      this.#settle(({ reject }) => reject(reason));
      return;
    }
    const known = why === "unable" || why === "silent" || why === "new" ? why : await lookedInto(why);
    if (this.#current !== call) return; // It has been given up meanwhile.
    this.#tell({ ...this.status, name: "failed", why: known });
    this.#rejectAll(reason);
  }

  #stop() {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {(call: Call) => void} end */
  #settle(end) {
    clearTimeout(this.#watchdog);
    const call = this.#current;
    this.#current = null;
    if (call) end(call);
    this.#next();
  }

  /** @param {Error} reason */
  #rejectAll(reason) {
    const calls = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#current = null;
    this.#waiting = [];
    for (const call of calls) call.reject(reason);
  }

  /** @param {Status} status */
  #tell(status) {
    this.status = status;
    this.dispatchEvent(new Event("change"));
  }
}

const KEPT = Symbol.for("qawaid.engine");

/**
 * The engine of this visit. It hangs on the window, so that it outlives a page change without a reload.
 *
 * @type {Engine}
 */
export const engine = (/** @type {any} */ (globalThis)[KEPT] ??= new Engine());

/** Ask one question, in the language of the page. @param {Question} question */
export const ask = (question) => engine.ask(question, String(question.game), document.documentElement.lang);

/** @typedef {{[key: string]: string}} Spoken  words by their keys */
/** @type {Map<string, Promise<Spoken>>} */
const fetchedWords = new Map();

/** @param {string} lang @param {RequestCache} cache @returns {Promise<Spoken>} */
const fetched = async (lang, cache) => {
  const response = await fetch(`${SHARED}data/ui.${lang}.json`, { cache });
  if (!response.ok) throw new Error(`${response.status} ui.${lang}.json`);
  return response.json();
};

/**
 * Fetch the words of the components in a language, if they have not come yet.
 *
 * @param {string} lang
 * @param {RequestCache} [cache]
 */
export const fetchWords = (lang, cache = "default") => {
  const words = fetchedWords.get(lang) ?? fetched(lang, cache);
  words.catch(() => fetchedWords.delete(lang));
  fetchedWords.set(lang, words);
  return words;
};

/**
 * Return the words of the components in a language. If they do not come, the reader is told, and they are waited for until
 * he has them fetched again.
 *
 * @param {string} lang
 * @returns {Promise<Spoken>}
 */
export const wordsOf = async (lang) => {
  for (let cache = /** @type {RequestCache} */ ("default"); ; cache = "reload") {
    try {
      return await fetchWords(lang, cache);
    } catch {
      await lost();
    }
  }
};
