// Reading a question: its fields, its options, and what to say of one that cannot be used.

/** @typedef {{[field: string]: unknown}} Question a question as it came out of JSON */
/** @typedef {string | number | boolean} Value the value of an option */
/** @typedef {{[option: string]: Value}} Options every option of a game with the value that holds */
/** @typedef {{[option: string]: (Value | symbol)[]}} Allowed what each option may be, the default first */

/** Stands in a list of allowed values for every positive whole number. */
export const POSITIVE = Symbol("any positive number");

/** A question that cannot be answered. */
export class Unusable extends Error {
  /**
   * @param {string} path where in the question the fault is, such as `hands[2]`
   * @param {string} message what is wrong there, in one line
   */
  constructor(path, message) {
    super(message);
    this.path = path;
  }
}

/**
 * A text as a message may hold it: on one line, and not too long.
 *
 * @param {string} text
 */
function cleaned(text) {
  return text.slice(0, 60).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
}

/**
 * A value as a message quotes it.
 *
 * @param {unknown} value
 */
export function quoted(value) {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return isMapping(value) ? "a mapping" : JSON.stringify(typeof value === "string" ? cleaned(value) : value);
}

/**
 * Whether a value is a JSON object.
 *
 * @param {unknown} value
 * @returns {value is {[key: string]: unknown}}
 */
export function isMapping(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * See that a question has the fields it needs and no others.
 *
 * @param {Question} question
 * @param {string[]} needed
 * @param {string[]} [optional]
 */
export function checkFields(question, needed, optional = []) {
  const allowed = ["game", "ask", "variant", ...needed, ...optional];
  for (const field of Object.keys(question)) {
    if (!allowed.includes(field)) {
      throw new Unusable(cleaned(field), `unknown field; allowed are ${allowed.join(", ")}`);
    }
  }
  for (const field of needed) {
    if (!Object.hasOwn(question, field)) throw new Unusable(field, "is missing");
  }
}

/**
 * The options of a question, with the default wherever it names none.
 *
 * @param {Question} question
 * @param {Allowed} allowed
 * @returns {Options}
 */
export function readOptions(question, allowed) {
  const variant = Object.hasOwn(question, "variant") ? question.variant : {};
  if (!isMapping(variant)) throw new Unusable("variant", "must be a mapping of options to values");
  for (const option of Object.keys(variant)) {
    if (!Object.hasOwn(allowed, option)) {
      const names = Object.keys(allowed).join(", ");
      throw new Unusable(`variant.${cleaned(option)}`, `unknown option; allowed are ${names}`);
    }
  }
  /** @type {Options} */
  const options = {};
  for (const [option, values] of Object.entries(allowed)) {
    const value = /** @type {Value} */ (Object.hasOwn(variant, option) ? variant[option] : values[0]);
    const positive = values.includes(POSITIVE) && Number.isInteger(value) && Number(value) > 0;
    if (!positive && !values.includes(value)) {
      const names = values.map((one) => (one === POSITIVE ? POSITIVE.description : one)).join(", ");
      throw new Unusable(`variant.${option}`, `${quoted(value)} is not allowed; allowed are ${names}`);
    }
    options[option] = value;
  }
  return options;
}
