// A score sheet as the page keeps it: what stands on it, what stood there before and after, earlier matches, the line being
// filled in. Everything is plain JSON on this device. What cannot be read is put aside and never lost.

/** @import {Plain, Question} from "./types.js" */

/**
 * A sheet, with as much of its totals as can be shown before the engine runs.
 *
 * @typedef {{question: Question, totals: number[][], points: number[]}} Stand
 */
/** @typedef {{place: number, line: {[key: string]: Plain}}} Draft  The line being filled in, and its place. */
/**
 * @typedef {object} Kept
 * @property {1} version
 * @property {Stand} now
 * @property {Stand[]} past  the last one is what undo brings back
 * @property {Stand[]} future  the first one is what redo brings back
 * @property {Stand[]} matches  earlier matches, the latest first
 * @property {Draft | null} draft
 */

const VERSION = 1;
/** How many changes can be undone. */
const STEPS = 40;

/** @param {unknown} value @returns {value is {[key: string]: any}} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value */
const isPair = (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger);

/** Whether a value has the form of a sheet of this game; whether its lines can be is for the engine to say.
 * @param {unknown} value @param {string} game @returns {value is Question} */
export const isSheet = (value, game) =>
  isObject(value) &&
  value.game === game &&
  value.ask === "sheet" &&
  (value.rounds === undefined || (Array.isArray(value.rounds) && value.rounds.every(isObject))) &&
  (value.variant === undefined || isObject(value.variant)) &&
  (value.names === undefined || (Array.isArray(value.names) && value.names.every((name) => typeof name === "string")));

/** @param {unknown} value @param {string} game @returns {value is Stand} */
const isStand = (value, game) =>
  isObject(value) &&
  isSheet(value.question, game) &&
  Array.isArray(value.totals) &&
  value.totals.every(isPair) &&
  isPair(value.points);

/** @param {unknown} value @param {string} game @returns {value is Kept} */
const isKept = (value, game) =>
  isObject(value) &&
  value.version === VERSION &&
  isStand(value.now, game) &&
  [value.past, value.future, value.matches].every((all) => Array.isArray(all) && all.every((one) => isStand(one, game))) &&
  (value.draft === null || (isObject(value.draft) && Number.isSafeInteger(value.draft.place) && isObject(value.draft.line)));

/** The rounds of a sheet. @param {Question} question @returns {{[key: string]: Plain}[]} */
export const roundsOf = (question) => /** @type {any} */ (question.rounds ?? []);

/**
 * Return an empty sheet, with the names and options of another one if it is given.
 *
 * @param {string} game
 * @param {Question} [like]
 * @returns {Stand}
 */
export const empty = (game, like) => {
  const { names, variant } = like ?? {};
  const question = { game, ask: "sheet", rounds: [], ...(names ? { names } : {}), ...(variant ? { variant } : {}) };
  return { question, totals: [], points: [0, 0] };
};

/** A sheet, and what has been kept of it on this device as far as that can be read and written. */
export class Store {
  /** @type {Kept} */
  kept;
  /** Why the device keeps nothing, or kept something that cannot be read. @type {"forbidden" | "full" | null} */
  trouble = null;

  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.key = `qawaid:sheet:${game}`;
    this.kept = this.#nothing();
    this.read();
  }

  /** @returns {Kept} */
  #nothing() {
    return { version: VERSION, now: empty(this.game), past: [], future: [], matches: [], draft: null };
  }

  /** What was found here and could not be read, or null. @returns {string | null} */
  get damaged() {
    try {
      return localStorage.getItem(`${this.key}:damaged`);
    } catch {
      return null;
    }
  }

  /** Let go of what could not be read. */
  forget() {
    try {
      localStorage.removeItem(`${this.key}:damaged`);
    } catch {
      this.trouble = "forbidden";
    }
  }

  /** Take what the device holds now: another tab may have written it. */
  read() {
    try {
      const text = localStorage.getItem(this.key);
      if (text === null) return;
      const found = readable(text, this.game);
      if (found) this.kept = found;
      else {
        localStorage.setItem(`${this.key}:damaged`, text);
        localStorage.removeItem(this.key);
      }
    } catch {
      this.trouble ??= "forbidden";
    }
  }

  /** Keep the sheet as it is now. */
  write() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
      this.trouble = null;
    } catch (error) {
      this.trouble = error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "forbidden";
    }
  }

  /** Put another sheet in the place of the present one; undo brings that back. @param {Stand} stand */
  change(stand) {
    const { now, past } = this.kept;
    this.kept = { ...this.kept, now: stand, past: [...past, now].slice(-STEPS), future: [], draft: null };
    this.write();
  }

  /** Know more of the present sheet than before, its totals. @param {Stand} stand */
  settle(stand) {
    this.kept = { ...this.kept, now: stand };
    this.write();
  }

  /** @param {Draft | null} draft */
  fill(draft) {
    this.kept = { ...this.kept, draft };
    this.write();
  }

  /** Go back to the sheet before the last change, if there is one. */
  undo() {
    const { now, past, future } = this.kept;
    const before = past.at(-1);
    if (!before) return;
    this.kept = { ...this.kept, now: before, past: past.slice(0, -1), future: [now, ...future], draft: null };
    this.write();
  }

  /** Make the change again that was undone last. */
  redo() {
    const { now, past, future } = this.kept;
    const [after, ...rest] = future;
    if (!after) return;
    this.kept = { ...this.kept, now: after, past: [...past, now], future: rest, draft: null };
    this.write();
  }

  /** Begin another match; the present one is kept beside it if anything stands on it. @param {Stand} stand */
  begin(stand) {
    const { now, matches } = this.kept;
    const earlier = roundsOf(now.question).length ? [now, ...matches] : matches;
    this.kept = { ...this.kept, now: stand, past: [], future: [], matches: earlier, draft: null };
    this.write();
  }

  /** Go on with an earlier match in the place of the present one. @param {number} index */
  resume(index) {
    const stand = this.kept.matches[index];
    if (!stand) return;
    this.discard(index);
    this.begin(stand);
  }

  /** Delete an earlier match. @param {number} index */
  discard(index) {
    this.kept = { ...this.kept, matches: this.kept.matches.filter((_, place) => place !== index) };
    this.write();
  }
}

/** @param {string} text @param {string} game @returns {Kept | null} */
const readable = (text, game) => {
  try {
    const value = JSON.parse(text);
    return isKept(value, game) ? value : null;
  } catch {
    return null;
  }
};
