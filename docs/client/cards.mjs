// How cards are written: French cards for Basra and Mor 200, Spanish cards for Mus.
import { Unusable, quoted } from "./question.mjs";

/**
 * @typedef {object} Card
 * @property {string} text as it is written, such as `10H`, `JK`, `Ro` or `7`
 * @property {string} rank `A 2 … 10 J Q K`, `JK` for a joker, or the Spanish `A 2 … 7 S C R`
 * @property {string} suit `S H D C`, `o c e b`, or nothing where there is none
 */

/**
 * A French card. Rules: basra.pack, mor200.pack.
 *
 * @param {unknown} value
 * @param {string} path
 * @param {boolean} jokers whether the pack has jokers
 * @returns {Card}
 */
export function frenchCard(value, path, jokers) {
  if (value === "JK" && jokers) return { text: "JK", rank: "JK", suit: "" };
  const parts = typeof value === "string" ? /^(A|[2-9]|10|J|Q|K)([SHDC])$/.exec(value) : null;
  if (!parts) throw new Unusable(path, `${quoted(value)} is not a card of this game, such as "7D" or "10H"`);
  return { text: parts[0], rank: parts[1], suit: parts[2] };
}

/**
 * A Spanish card, with or without its suit; the ace may be written as a one. Rules: mus.pack, mus.suits.
 *
 * @param {unknown} value
 * @param {string} path
 * @returns {Card}
 */
export function spanishCard(value, path) {
  const text = typeof value === "number" ? String(value) : value;
  const parts = typeof text === "string" ? /^([1-7ASCR])([oceb]?)$/.exec(text) : null;
  if (!parts) throw new Unusable(path, `${quoted(value)} is not a Spanish card, such as "R", "7e" or 3`);
  return { text: parts[0], rank: parts[1] === "1" ? "A" : parts[1], suit: parts[2] };
}

/**
 * A list of cards, given as a list or as one text.
 *
 * @param {unknown} value
 * @param {string} path
 * @param {(value: unknown, path: string) => Card} readCard
 */
export function cardList(value, path, readCard) {
  const list = typeof value === "string" ? value.split(/\s+/).filter((text) => text !== "") : value;
  if (!Array.isArray(list)) throw new Unusable(path, "must be a list of cards, or one text of cards");
  return list.map((one, index) => readCard(one, `${path}[${index}]`));
}

/**
 * See that there are no more cards alike than the pack has.
 * Rules: mus.pack, basra.pack, mor200.pack.
 *
 * @param {Card[]} cards all the cards of a question
 * @param {(card: Card) => string | null} likeness what makes two cards alike; null for a card that is not looked at
 * @param {number} most how many cards alike the pack has
 * @param {string} path
 */
export function checkPack(cards, likeness, most, path) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of cards) {
    const key = likeness(card);
    if (key === null) continue;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > most) throw new Unusable(path, `${key} comes ${count} times, but the pack has only ${most}`);
    counts.set(key, count);
  }
}
