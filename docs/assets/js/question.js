// Questions as plain values: reading and changing what stands at a path, and putting a question into an address.

/** @import {Plain, Question} from "./types.js" */

/** The longest question that goes into an address, in characters of the address; a longer one is offered as a file. */
export const LONGEST = 8 * 1024;

/**
 * Split `calls[0][1]` or `lances.grande` into its steps.
 *
 * @param {string} path
 * @returns {(string | number)[]}
 */
export const stepsOf = (path) =>
  [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index === undefined ? name : Number(index)));

/**
 * Return the value at *path*, or undefined.
 *
 * @param {Plain} value
 * @param {string} path
 * @returns {Plain | undefined}
 */
export const valueAt = (value, path) =>
  stepsOf(path).reduce(
    (inner, step) => (inner && typeof inner === "object" ? /** @type {any} */ (inner)[step] : undefined),
    /** @type {any} */ (value),
  );

/**
 * @param {Plain | undefined} whole
 * @param {(string | number)[]} steps
 * @param {Plain} value
 * @returns {Plain}
 */
const changed = (whole, [step, ...rest], value) => {
  if (step === undefined) return value;
  /** @type {any} */
  let into = typeof step === "number" ? [] : {};
  if (Array.isArray(whole)) into = [...whole];
  else if (whole && typeof whole === "object") into = { ...whole };
  const inner = changed(into[step], rest, value);
  if (inner !== null) into[step] = inner;
  else if (!Array.isArray(into)) delete into[step];
  else if (step === into.length - 1) into.pop();
  else into[Number(step)] = null;
  return into;
};

/**
 * Return *question* with *value* at *path*. Null takes out what stands there.
 *
 * @param {Question} question
 * @param {string} path
 * @param {Plain} value
 */
export const withValue = (question, path, value) => /** @type {Question} */ (changed(question, stepsOf(path), value));

/**
 * Return what was typed into a number field as a number, or as it is: the engine then says what is wrong with it.
 *
 * @param {string} text
 */
export const numberOf = (text) => {
  const digits = text
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/^\u2212/, "-");
  if (!digits) return null;
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : text;
};

/** Return the query of an address that holds a question. Not `q`: the theme opens its search with that. @param {Question} question */
export const queryOf = (question) => `?ask=${encodeURIComponent(JSON.stringify(question))}`;

/** Whether a value that came from outside has fields. @param {unknown} value @returns {value is {[key: string]: any}} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Return the question in an address, or null.
 *
 * @param {string} search
 * @returns {Question | null}
 */
export const questionIn = (search) => {
  try {
    const question = JSON.parse(new URLSearchParams(search).get("ask") ?? "null");
    JSON.stringify(question); // What is nested too deep to be written again is none.
    return isObject(question) ? /** @type {Question} */ (question) : null;
  } catch {
    return null;
  }
};

/** Whether a question is short enough for an address. @param {Question} question */
export const fits = (question) => queryOf(question).length <= LONGEST;
