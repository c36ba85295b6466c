// A score sheet as the page keeps it: what stands on it, what stood there before and after, earlier matches, the line being
// filled in. Everything is plain JSON on this device. What cannot be read is put aside and never lost.

import { isObject } from "./question.js";
import { isFull, letGo, LONGEST_TEXT, putAside, putAsideFrom } from "./safekeeping.js";

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
/** The most rounds that are read: far more than any match has. */
const MOST_ROUNDS = 300;

/** @param {unknown} value */
const isPair = (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger);

/** Whether a value has the form of a sheet of this game; whether its lines can be is for the engine to say.
 * @param {unknown} value @param {string} game @returns {value is Question} */
export const isSheet = (value, game) =>
  isObject(value) &&
  value.game === game &&
  value.ask === "sheet" &&
  (value.rounds === undefined || (Array.isArray(value.rounds) && value.rounds.length <= MOST_ROUNDS && value.rounds.every(isObject))) &&
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
  /** Why the device keeps nothing. @type {"forbidden" | "full" | null} */
  trouble = null;
  /** The text that lies here and is not that of a sheet: it is put aside before anything is written. @type {string | null} */
  #foreign = null;

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

  /** What was found here and could not be read, as texts. @returns {string[]} */
  get unread() {
    const aside = putAsideFrom(this.key);
    return this.#foreign === null ? aside : [...aside, this.#foreign];
  }

  /** Why it could not, or null if there is nothing of the kind. @returns {"unreadable" | "version" | null} */
  get damaged() {
    const last = this.unread.at(-1);
    if (last === undefined) return null;
    return versionOf(last) === VERSION ? "unreadable" : "version";
  }

  /** Let go of what could not be read. */
  forget() {
    try {
      this.#clear();
      letGo(this.key);
    } catch {
      this.trouble = "forbidden";
    }
  }

  /** Take what the device holds now: another tab may have written it. */
  read() {
    try {
      const text = localStorage.getItem(this.key);
      const found = text === null ? null : readable(text, this.game);
      this.#foreign = found ? null : text;
      if (found) this.kept = found;
    } catch {
      this.trouble ??= "forbidden";
    }
  }

  #clear() {
    if (this.#foreign === null) return;
    putAside(this.key);
    this.#foreign = null;
  }

  /** Keep the sheet as it is now. */
  write() {
    try {
      this.#clear();
      localStorage.setItem(this.key, JSON.stringify(this.kept));
      this.trouble = null;
    } catch (error) {
      this.trouble = isFull(error) ? "full" : "forbidden";
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

/** @param {string} text @returns {unknown} */
const parsed = (text) => {
  try {
    return text.length > LONGEST_TEXT ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

/** @param {string} text @param {string} game @returns {Kept | null} */
const readable = (text, game) => {
  const value = parsed(text);
  return isKept(value, game) ? value : null;
};

/** The version that a text says it is of; this one if it says none. @param {string} text */
const versionOf = (text) => {
  const value = parsed(text);
  return isObject(value) && Number.isInteger(value.version) ? value.version : VERSION;
};
