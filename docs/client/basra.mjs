// Basra: what the card played captures, and whether that is a basra.
import { cardList, checkPack, frenchCard } from "./cards.mjs";
import { POSITIVE, Unusable, checkFields, readOptions } from "./question.mjs";

/** @import {Card} from "./cards.mjs" */
/** @import {Allowed, Options, Question} from "./question.mjs" */

/** @type {Allowed} */
const OPTIONS = {
  players: [4, 2],
  target: [101, 121, 150, POSITIVE],
  komi: ["equal_partition", "sum_le_10", "single_card", "never"],
  jack_basra: [10, 0, 20, 30],
  capture: ["maximal", "free"],
  tie: ["none", "carry"],
  card_points: ["none", "levant"],
  trail_allowed: [false, true],
};

/** Rule: basra.basra-points. */
const BASRA_POINTS = 10;

/** The order in which answers name cards: from high to low, and within a rank by these suits. */
const RANKS = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"];
const SUITS = ["S", "H", "D", "C"];

/**
 * The value of a card; 0 for a face card, which has none. Rules: basra.pack, basra.no-value, basra.komi-on-floor.
 *
 * @param {Card} card
 */
function valueOf(card) {
  if (card.rank === "A") return 1;
  return "JQK".includes(card.rank) ? 0 : Number(card.rank);
}

/**
 * Whether a card sweeps the floor when it is played. Rules: basra.jack-sweeps, basra.komi-sweeps.
 *
 * @param {Card} card
 */
function sweeps(card) {
  return card.rank === "J" || isKomi(card);
}

/**
 * Rule: basra.special-cards.
 *
 * @param {Card} card
 */
function isKomi(card) {
  return card.text === "7D";
}

/** @typedef {number[]} Counts how many cards of each value: `counts[3]` is the number of threes */

/**
 * How many of the cards have each value from 1 to 10.
 *
 * @param {Card[]} cards
 * @returns {Counts}
 */
function countValues(cards) {
  const counts = new Array(11).fill(0);
  for (const card of cards) {
    if (valueOf(card) > 0) counts[valueOf(card)] += 1;
  }
  return counts;
}

/**
 * Every group of two or more values that add up to a sum. Rule: basra.groups.
 *
 * @param {number} sum
 * @returns {Counts[]}
 */
function groupsOf(sum) {
  /** @type {Counts[]} */
  const groups = [];
  /** @param {Counts} group @param {number} rest @param {number} highest */
  const extend = (group, rest, highest) => {
    if (rest === 0) groups.push(group);
    for (let value = Math.min(rest, highest); value >= 1; value -= 1) {
      const longer = [...group];
      longer[value] += 1;
      extend(longer, rest - value, value);
    }
  };
  extend(new Array(11).fill(0), sum, sum - 1);
  return groups;
}

/**
 * All that can be taken in groups of a sum, each card in one group at most, as numbers of cards of each value.
 * Only values are looked at here, not suits: that keeps even a full floor small. Starting from nothing, one group
 * more is added to all that was found before, as long as anything new comes of it.
 * Rules: basra.groups, basra.all-groups, basra.most-cards.
 *
 * @param {Counts} floor
 * @param {number} sum
 * @returns {Counts[]}
 */
function takings(floor, sum) {
  const groups = groupsOf(sum);
  const nothing = new Array(11).fill(0);
  const found = [nothing];
  const seen = new Set([nothing.join()]);
  for (const before of found) {
    for (const group of groups) {
      const more = before.map((count, value) => count + group[value]);
      const there = more.every((count, value) => count <= floor[value]);
      if (there && !seen.has(more.join())) {
        seen.add(more.join());
        found.push(more);
      }
    }
  }
  return found;
}

/**
 * Whether cards can all be captured by a number card: its like, and groups with its value as their sum.
 * Rules: basra.same-rank, basra.groups.
 *
 * @param {Card[]} cards
 * @param {number} sum
 */
function divides(cards, sum) {
  const rest = cards.filter((card) => valueOf(card) !== sum);
  if (rest.some((card) => valueOf(card) === 0 || valueOf(card) > sum)) return false;
  const counts = countValues(rest);
  return takings(counts, sum).some((taking) => taking.join() === counts.join());
}

/**
 * Every way to choose a number of cards.
 *
 * @param {Card[]} cards
 * @param {number} number
 * @returns {Card[][]}
 */
function choices(cards, number) {
  if (number === 0) return [[]];
  if (cards.length < number) return [];
  const [first, ...others] = cards;
  return [...choices(others, number - 1).map((chosen) => [first, ...chosen]), ...choices(others, number)];
}

/**
 * The captures a card has to choose from; one that is empty if there is nothing to capture. No rule prefers one of two
 * equal captures, so the order is that of the cards: those with high cards come first.
 * Rules: basra.same-rank, basra.no-value, basra.kings-and-queens, basra.all-groups, basra.most-cards, basra.choice,
 * basra.jack-sweeps, basra.komi-sweeps, basra.lay, basra.burnt.
 *
 * @param {Card[]} floor in order
 * @param {Card} play
 * @returns {Card[][]}
 */
function capturesOf(floor, play) {
  if (sweeps(play)) return [floor];
  const like = floor.filter((card) => card.rank === play.rank);
  const sum = valueOf(play);
  if (sum === 0) return [like];
  const all = takings(countValues(floor), sum);
  const size = (/** @type {Counts} */ taking) => taking.reduce((total, count) => total + count, 0);
  const most = Math.max(...all.map(size));
  /** @type {Card[][]} */
  const captures = [];
  for (const taking of all.filter((one) => size(one) === most)) {
    let chosen = [like];
    taking.forEach((count, value) => {
      const ways = choices(floor.filter((card) => valueOf(card) === value), count);
      if (count > 0) chosen = chosen.flatMap((before) => ways.map((way) => [...before, ...way]));
    });
    captures.push(...chosen);
  }
  const place = (/** @type {Card} */ card) => floor.indexOf(card);
  const sorted = captures.map((cards) => cards.toSorted((a, b) => place(a) - place(b)));
  return sorted.sort((one, other) => {
    const different = one.findIndex((card, index) => card !== other[index]);
    return different === -1 ? 0 : place(one[different]) - place(other[different]);
  });
}

/**
 * Cards in the order in which answers name them.
 *
 * @param {Card[]} cards
 */
function inOrder(cards) {
  const place = (/** @type {Card} */ card) => RANKS.indexOf(card.rank) * 4 + SUITS.indexOf(card.suit);
  return cards.toSorted((a, b) => place(a) - place(b));
}

/**
 * Whether the player may capture just these cards, or none of them.
 * Rules: basra.must-take, basra.choice, basra.lay-freely, basra.free-capture.
 *
 * @param {Card[]} take
 * @param {Card} play
 * @param {Card[][]} captures what there is to choose from
 * @param {Options} options
 */
function mayTake(take, play, captures, options) {
  if (take.length === 0 && (options.trail_allowed || options.capture === "free")) return true;
  if (options.capture === "maximal" || sweeps(play)) {
    return captures.some((cards) => cards.length === take.length && cards.every((card) => take.includes(card)));
  }
  if (valueOf(play) === 0) return take.every((card) => card.rank === play.rank);
  return divides(take, valueOf(play));
}

/**
 * The points of a basra; null if the capture is none.
 * Rules: basra.basra, basra.basra-points, basra.jack-basra, basra.jack-basra.several, basra.jack-no-basra,
 * basra.jack-basra.none, basra.jack-basra.higher.
 *
 * @param {Card[]} captured
 * @param {Card[]} floor
 * @param {Card} play
 * @param {Options} options
 */
function basraPoints(captured, floor, play, options) {
  if (captured.length === 0 || captured.length < floor.length) return null;
  if (isKomi(play)) return komiScores(floor, options) ? BASRA_POINTS : null;
  if (play.rank !== "J") return BASRA_POINTS;
  const jacksAlone = floor.every((card) => card.rank === "J");
  return jacksAlone && options.jack_basra !== 0 ? Number(options.jack_basra) : null;
}

/**
 * Whether Komi scores a basra on this floor.
 * Rules: basra.komi-basra, basra.komi-face-cards, basra.komi.sum-10, basra.komi.single-card, basra.komi.never.
 *
 * @param {Card[]} floor
 * @param {Options} options
 */
function komiScores(floor, options) {
  if (options.komi === "never") return false;
  if (options.komi === "single_card") return floor.length === 1;
  if (floor.some((card) => valueOf(card) === 0)) return false;
  if (options.komi === "sum_le_10") return floor.reduce((total, card) => total + valueOf(card), 0) <= 10;
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].some((sum) => divides(floor, sum));
}

/**
 * The cards a player wants to take, as cards of the floor and in its order.
 *
 * @param {unknown} value
 * @param {Card[]} floor
 * @param {(value: unknown, path: string) => Card} readCard
 */
function readTake(value, floor, readCard) {
  const take = cardList(value, "take", readCard);
  checkPack(take, (card) => card.text, 1, "take");
  take.forEach((card, index) => {
    if (!floor.some((other) => other.text === card.text)) {
      throw new Unusable(`take[${index}]`, `${card.text} is not on the table`);
    }
  });
  return floor.filter((card) => take.some((other) => other.text === card.text));
}

/**
 * Answer `capture`: what the card played captures.
 *
 * @param {Question} question
 */
export function answerCapture(question) {
  checkFields(question, ["table", "play"], ["take"]);
  const options = readOptions(question, OPTIONS);
  const readCard = (/** @type {unknown} */ value, /** @type {string} */ path) => frenchCard(value, path, false);
  const floor = inOrder(cardList(question.table, "table", readCard));
  const [play, ...more] = cardList(question.play, "play", (value) => readCard(value, "play"));
  if (!play || more.length > 0) throw new Unusable("play", "must be one card");
  checkPack(floor, (card) => card.text, 1, "table");
  checkPack([...floor, play], (card) => card.text, 1, "play");

  const captures = capturesOf(floor, play);
  const asked = Object.hasOwn(question, "take") ? readTake(question.take, floor, readCard) : null;
  const legal = asked !== null && mayTake(asked, play, captures, options);
  const captured = asked !== null && legal ? asked : captures[0];
  const points = basraPoints(captured, floor, play, options);
  const texts = (/** @type {Card[]} */ cards) => cards.map((card) => card.text);
  return {
    captures: texts(captured),
    basra: points !== null,
    points: points ?? 0,
    ...(captures.length >= 2 && options.capture === "maximal" ? { options: captures.map(texts) } : {}),
    ...(asked !== null ? { legal } : {}),
  };
}
