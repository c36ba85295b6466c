// Mor 200: what cards make together when they are melded.
import { cardList, checkPack, frenchCard } from "./cards.mjs";
import { POSITIVE, checkFields, readOptions } from "./question.mjs";

/** @import {Card} from "./cards.mjs" */
/** @import {Allowed, Options, Question} from "./question.mjs" */

/** @type {Allowed} */
const OPTIONS = {
  target: [3200, POSITIVE],
  pile_take: ["new", "new_or_extend"],
  indirect_take: [false, true],
  two_substitutes: [false, true],
  close_by_meld: [false, true],
  stock_out: ["end_round", "eleven_becomes_stock"],
};

/** The rank that belongs to each of the 14 places. Rules: mor200.order, mor200.ace, mor200.no-wrap. */
const PLACES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const LOW_ACE = 0;
const TWO = 1;
const HIGH_ACE = 13;

/** The number of cards from which a sequence is long. Rules: mor200.plain-sequence, mor200.two-substitutes. */
const LONG = 7;

/** Rules: mor200.bonus, mor200.one-bonus, mor200.short-points. */
const BONUS = { sequence: 0, mor100: 100, mor200: 200, mor1000: 1000 };

/** @typedef {(Card | undefined)[]} Row the 14 places from low to high, with the card that lies there */

/**
 * The card value, in play as in hand. Rules: mor200.card-points, mor200.two-value.
 *
 * @param {Card} card
 */
function valueOf(card) {
  if (card.rank === "2" || card.rank === "JK") return 20;
  return ["10", "J", "Q", "K", "A"].includes(card.rank) ? 10 : 5;
}

/**
 * Put cards in their own places; null if two of them would share one.
 * Rules: mor200.no-sets, mor200.ace, mor200.natural-two.
 *
 * @param {Card[]} cards neither aces nor twos nor jokers
 * @param {Card[]} aces none, one or two
 * @param {number} acePlace where a single ace goes; two take both ends
 * @param {Card | undefined} two the two that lies in its own place, if any
 * @returns {Row | null}
 */
function naturalRow(cards, aces, acePlace, two) {
  /** @type {Row} */
  const row = new Array(14).fill(undefined);
  row[TWO] = two;
  if (aces.length === 1) row[acePlace] = aces[0];
  if (aces.length === 2) [row[LOW_ACE], row[HIGH_ACE]] = aces;
  for (const card of cards) {
    const place = PLACES.indexOf(card.rank);
    if (row[place]) return null;
    row[place] = card;
  }
  return row;
}

/**
 * Put the substitutes into a row: gaps first, then the high end, then the low end. Null if gaps remain or if a
 * substitute finds no place. Rules: mor200.consecutive, mor200.longest, mor200.substitute-place.
 *
 * @param {Row} natural
 * @param {Card[]} substitutes
 * @returns {Row | null}
 */
function withSubstitutes(natural, substitutes) {
  const row = [...natural];
  let low = row.findIndex((card) => card);
  let high = row.findLastIndex((card) => card);
  for (const substitute of substitutes) {
    const gap = row.findIndex((card, place) => place > low && place < high && !card);
    if (gap !== -1) row[gap] = substitute;
    else if (high < HIGH_ACE) row[(high += 1)] = substitute;
    else if (low > LOW_ACE) row[(low -= 1)] = substitute;
    else return null;
  }
  return row.slice(low, high + 1).every((card) => card) ? row : null;
}

/**
 * The order in which cards lie in a sequence; null if they are none. The ways are tried from the best on: a two in
 * its own place is one substitute fewer, and an ace that fits both ends is low. Which of two substitutes goes first
 * no rule says; the example of mor200.two-substitutes has the joker before the two. Twos go in the order of suits.
 * Rules: mor200.sequence, mor200.at-least-three, mor200.one-suit, mor200.ace.fits-both, mor200.two-off-place,
 * mor200.foreign-two, mor200.joker, mor200.one-substitute, mor200.two-and-substitute, mor200.fewest-substitutes,
 * mor200.two-substitutes.
 *
 * @param {Card[]} cards
 * @param {Options} options
 * @returns {{row: Row, suit: string, substitutes: number} | null}
 */
function arrange(cards, options) {
  const jokers = cards.filter((card) => card.rank === "JK");
  const twos = ["2S", "2H", "2D", "2C"].flatMap((text) => cards.filter((card) => card.text === text));
  const aces = cards.filter((card) => card.rank === "A");
  const others = cards.filter((card) => !["JK", "2", "A"].includes(card.rank));
  const suits = new Set([...aces, ...others].map((card) => card.suit));
  if (cards.length < 3 || suits.size !== 1 || aces.length > 2) return null;
  const [suit] = suits;
  const mostSubstitutes = options.two_substitutes && cards.length >= LONG ? 2 : 1;
  const ownTwo = twos.find((card) => card.suit === suit);
  for (const two of ownTwo ? [ownTwo, undefined] : [undefined]) {
    const substitutes = [...jokers, ...twos.filter((card) => card !== two)];
    if (substitutes.length > mostSubstitutes) continue;
    for (const acePlace of [LOW_ACE, HIGH_ACE]) {
      const natural = naturalRow(others, aces, acePlace, two);
      const row = natural && withSubstitutes(natural, substitutes);
      if (row) return { row, suit, substitutes: substitutes.length };
    }
  }
  return null;
}

/**
 * The class of a sequence. Rules: mor200.plain-sequence, mor200.mor100, mor200.mor200, mor200.mor1000,
 * mor200.thirteen, mor200.fourteen-substitute, mor200.two-substitutes.
 *
 * @param {number} length
 * @param {number} substitutes
 */
function classOf(length, substitutes) {
  if (length < LONG || substitutes > 1) return "sequence";
  if (substitutes === 1) return "mor100";
  return length === PLACES.length ? "mor1000" : "mor200";
}

/**
 * Answer `meld`: what the cards make together.
 *
 * @param {Question} question
 */
export function answerMeld(question) {
  checkFields(question, ["cards"]);
  const options = readOptions(question, OPTIONS);
  const cards = cardList(question.cards, "cards", (value, path) => frenchCard(value, path, true));
  checkPack(cards, (card) => card.text, 2, "cards");
  const found = arrange(cards, options);
  if (!found) return { class: "illegal" };
  const { row, suit, substitutes } = found;
  const kind = classOf(cards.length, substitutes);
  const places = row.flatMap((card, place) => (card ? [{ card: card.text, as: PLACES[place] + suit }] : []));
  const cardPoints = cards.reduce((total, card) => total + valueOf(card), 0);
  return { class: kind, places, card_points: cardPoints, bonus: BONUS[kind] };
}
