// What is kept of a reader's puzzles in one game, on this device: how many were answered, how many of them right and in a
// row, which rules were missed, and the last answers, so that no puzzle counts twice.

import { isObject } from "./question.js";
import { isFull, LONGEST_TEXT, putAside } from "./safekeeping.js";

/**
 * @typedef {object} Tally
 * @property {1} version
 * @property {number} level  the reader's last choice; 0 if none was made
 * @property {number} of  puzzles answered
 * @property {number} right
 * @property {number} streak  right answers in a row, up to now
 * @property {number} best  the most right answers in a row
 * @property {{[rule: string]: number}} missed  how often the rules of puzzles answered wrongly
 * @property {[puzzle: string, choice: number][]} done  the last puzzles answered, the latest at the end
 */

/** How many answers are remembered. */
const REMEMBERED = 60;

/** Nothing answered yet. @type {Tally} */
export const EMPTY = { version: 1, level: 0, of: 0, right: 0, streak: 0, best: 0, missed: {}, done: [] };

/** @param {unknown} value */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** @param {any} value @returns {value is Tally} */
const isTally = (value) =>
  isObject(value) &&
  value.version === EMPTY.version &&
  [value.level, value.of, value.right, value.streak, value.best].every(isCount) &&
  value.right <= value.of &&
  isObject(value.missed) &&
  Object.values(value.missed).every(isCount) &&
  Array.isArray(value.done) &&
  value.done.every((/** @type {unknown} */ pair) => Array.isArray(pair) && typeof pair[0] === "string" && isCount(pair[1]));

/**
 * Return the tally with one more answer. A puzzle that has been answered before changes nothing.
 *
 * @param {Tally} tally
 * @param {string} puzzle
 * @param {number} choice
 * @param {boolean} right
 * @param {string[]} rules  what the puzzle was about
 * @returns {Tally}
 */
export const counted = (tally, puzzle, choice, right, rules) => {
  if (choiceIn(tally, puzzle) !== null) return tally;
  const streak = right ? tally.streak + 1 : 0;
  return {
    ...tally,
    of: tally.of + 1,
    right: tally.right + (right ? 1 : 0),
    streak,
    best: Math.max(tally.best, streak),
    missed: right ? tally.missed : rules.reduce(withMiss, tally.missed),
    done: [...tally.done, /** @type {[string, number]} */ ([puzzle, choice])].slice(-REMEMBERED),
  };
};

/** @param {Tally["missed"]} missed @param {string} rule */
const withMiss = (missed, rule) => ({ ...missed, [rule]: (Object.hasOwn(missed, rule) ? missed[rule] : 0) + 1 });

/** Return which choice answered a puzzle, or null. @param {Tally} tally @param {string} puzzle */
export const choiceIn = (tally, puzzle) => tally.done.find(([known]) => known === puzzle)?.[1] ?? null;

/** Return the tally with its counts at nothing. @param {Tally} tally @returns {Tally} */
export const cleared = (tally) => ({ ...EMPTY, level: tally.level });

/** Return the rules that were missed, the most often missed first. @param {Tally} tally */
export const mostMissed = (tally) => Object.entries(tally.missed).sort(([, one], [, other]) => other - one);

/** The tally of one game, kept in the browser's store as long as that can be read and written. */
export class Kept {
  /** @type {Tally} */
  tally = EMPTY;
  /** What is wrong with the store, as far as it concerns the reader. @type {"unreadable" | "forbidden" | "full" | null} */
  trouble = null;
  /** Whether what lies there is no tally: then it is put aside before one is written. */
  #foreign = false;

  /** @param {string} game */
  constructor(game) {
    this.key = `qawaid:puzzles:${game}`;
    this.read();
  }

  /** Take what the store holds now: another tab may have written it. */
  read() {
    try {
      const text = localStorage.getItem(this.key);
      if (text === null) this.tally = { ...EMPTY, level: this.tally.level };
      else this.#take(text);
    } catch {
      this.trouble = "forbidden";
    }
  }

  /** @param {string} text */
  #take(text) {
    try {
      const value = text.length > LONGEST_TEXT ? null : JSON.parse(text);
      if (!isTally(value)) throw new TypeError("not a tally");
      this.tally = value;
      this.#foreign = false;
    } catch {
      this.trouble ??= "unreadable";
      this.#foreign = true;
    }
  }

  /** Change the tally as it is now, and keep it. @param {(tally: Tally) => Tally} change */
  change(change) {
    if (this.trouble !== "forbidden" && this.trouble !== "full") this.read();
    this.tally = change(this.tally);
    try {
      if (this.#foreign) putAside(this.key);
      this.#foreign = false;
      localStorage.setItem(this.key, JSON.stringify(this.tally));
      if (this.trouble !== "unreadable") this.trouble = null;
    } catch (error) {
      this.trouble = isFull(error) ? "full" : "forbidden";
    }
  }
}
