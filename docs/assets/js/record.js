// Matches as the page keeps them: a record, on this device, in an address or in a file.
import { fits, isObject, questionIn, queryOf } from "./question.js";
import { letGo, LONGEST_TEXT, putAside, putAsideFrom } from "./safekeeping.js";

/** @import {Match, Question} from "./types.js" */

/** The form in which matches are kept. What was kept in another one is told apart, and left as it is. */
export const VERSION = 1;

/** Why there is no match where one was looked for. @typedef {"unreadable" | "version" | "other_game" | "forbidden"} Trouble */

/** A new number from which all shuffles follow: 53 bits by chance. */
const seed = () => {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 2 ** 32 + low;
};

/**
 * Return a match that begins.
 *
 * @param {string} game
 * @param {Question} variant
 * @param {number} strength
 * @returns {Match}
 */
export const begun = (game, variant, strength) =>
  matchOf({ game, ask: "play", setup: { seed: seed() }, variant, moves: [], view: 0 }, strength);

/** @param {Question} record @param {number} [strength] @param {number} [taken] @returns {Match} */
const matchOf = (record, strength = 2, taken = 0) => {
  const { moves, view } = record;
  return {
    record: { ...record, moves: /** @type {string[]} */ (moves ?? []), view: Number(view ?? 0) },
    strength,
    taken,
    read: 0,
    score: null,
    done: false,
  };
};

/** @param {unknown} value @param {number} least @param {number} most @param {number} other */
const within = (value, least, most, other) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most ? Number(value) : other;

/** Whether a value has the form of a record; whether its moves can be made is for the engine to say. @param {unknown} value */
const isRecord = (value) =>
  isObject(value) &&
  typeof value.game === "string" &&
  isObject(value.setup) &&
  (value.variant === undefined || isObject(value.variant)) &&
  [null, undefined, 0, 1, 2, 3].includes(value.view) &&
  (value.moves === undefined || (Array.isArray(value.moves) && value.moves.every((move) => typeof move === "string")));

/**
 * Return the match in a text, as {@link textOf} or the engine's own questions write it.
 *
 * @param {string} text
 * @param {string} game  which it must be of
 * @returns {Match | Trouble}
 */
export const matchIn = (text, game) => {
  try {
    if (text.length > LONGEST_TEXT) return "unreadable";
    const plain = JSON.parse(text);
    JSON.stringify(plain); // What is nested too deep to be written again is none.
    return matchFrom(plain, game);
  } catch {
    return "unreadable";
  }
};

/** @param {unknown} value @returns {[number, number] | null} */
const pairIn = (value) =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isInteger) ? [value[0], value[1]] : null;

/** @param {unknown} plain @param {string} game @returns {Match | Trouble} */
const matchFrom = (plain, game) => {
  if (!isObject(plain)) return "unreadable";
  const wrapped = "record" in plain || "version" in plain;
  if (wrapped && plain.version !== VERSION) return "version";
  const record = wrapped ? plain.record : plain;
  if (!isRecord(record)) return "unreadable";
  if (record.game !== game) return "other_game";
  const match = matchOf({ ...record, ask: "play" }, within(plain.strength, 1, 3, 2), within(plain.taken, 0, 1e6, 0));
  return { ...match, read: within(plain.read, 0, 1e6, 0), score: pairIn(plain.score), done: plain.done === true };
};

/** @param {Match} match */
export const textOf = (match) => JSON.stringify({ version: VERSION, ...match });

// ---------- on this device ----------

/** @param {string} game */
const key = (game) => `qawaid:play:${game}`;

/**
 * Return the match kept on this device, null if there is none, or why it cannot be had.
 *
 * @param {string} game
 * @returns {Match | Trouble | null}
 */
export const kept = (game) => {
  try {
    const text = localStorage.getItem(key(game));
    return text === null ? null : matchIn(text, game);
  } catch {
    return "forbidden";
  }
};

/**
 * Keep a match on this device; return whether that worked. What lies there and cannot be read is put aside, not lost.
 *
 * @param {Match} match
 */
export const keep = (match) => {
  const game = String(match.record.game);
  try {
    const before = localStorage.getItem(key(game));
    if (before !== null && typeof matchIn(before, game) === "string") putAside(key(game));
    localStorage.setItem(key(game), textOf(match));
    return true;
  } catch {
    return false;
  }
};

/** Put aside the match that is kept, before it becomes another one; return whether that worked. @param {string} game */
export const keepAside = (game) => {
  try {
    putAside(key(game));
    return true;
  } catch {
    return false;
  }
};

/** What lies on this device and could not be read or played, as texts. @param {string} game @returns {string[]} */
export const unread = (game) => {
  const aside = putAsideFrom(key(game));
  try {
    const text = localStorage.getItem(key(game));
    return text !== null && typeof matchIn(text, game) === "string" ? [...aside, text] : aside;
  } catch {
    return aside;
  }
};

/** Let go of it. @param {string} game */
export const forgetUnread = (game) => {
  if (typeof kept(game) === "string") keepAside(game);
  letGo(key(game));
};

// ---------- in an address ----------

/** The address of a match, or null if it is too long for one. @param {Match} match */
export const linkOf = (match) => {
  const { record, strength, taken } = match;
  if (!fits(record)) return null;
  const more = `&strength=${strength}${taken ? `&taken=${taken}` : ""}`;
  return new URL(`${location.pathname}${queryOf(record)}${more}`, location.href).href;
};

/**
 * Return the match in an address, null if there is none, or why it cannot be used.
 *
 * @param {string} search
 * @param {string} game
 * @returns {Match | Trouble | null}
 */
export const linked = (search, game) => {
  const parameters = new URLSearchParams(search);
  if (!parameters.has("ask")) return null;
  const record = questionIn(search);
  if (!record) return "unreadable";
  const match = matchFrom(record, game);
  if (typeof match === "string") return match;
  const strength = within(Number(parameters.get("strength") ?? 2), 1, 3, 2);
  return { ...match, strength, taken: within(Number(parameters.get("taken") ?? 0), 0, 1e6, 0) };
};

/** Whether two matches are one and the same, however far each has gone. @param {Match} one @param {Match} other */
export const isSame = (one, other) =>
  JSON.stringify([one.record.setup, one.record.view]) === JSON.stringify([other.record.setup, other.record.view]);

// ---------- as a file ----------

/** Save a text as a file. @param {string} text @param {string} name */
export const save = (text, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
};

/** Copy a text, or where that is not allowed show it, to be copied by hand. @param {string} text */
export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    prompt("", text);
  }
};
