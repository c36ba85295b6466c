// Mus: what a hand is worth, and who wins a lance.
import { cardList, checkPack, spanishCard } from "./cards.mjs";
import { Unusable, checkFields, isMapping, quoted, readOptions } from "./question.mjs";

/** @import {Card} from "./cards.mjs" */
/** @import {Allowed, Options, Question} from "./question.mjs" */

/** @type {Allowed} */
const OPTIONS = {
  kings: [8, 4],
  target: [40, 25, 30, 35],
  games: [1, 3, 5],
  mus_corrido: [false, true],
  min_raise: [2, 1],
  real_31: ["none", "sota_only", "any_figure"],
};

const LANCES = ["grande", "chica", "pares", "juego", "punto"];

/** The ranks from low to high, with a three counting as a king and a two as an ace where that holds. */
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "S", "C", "R"];

/** The sums of juego from worst to best. Rules: mus.juego.order, mus.juego.no-38-39. */
const JUEGO = [33, 34, 35, 36, 37, 40, 32, 31];

/** The kinds of pares from worst to best. Rules: mus.pares, mus.pares.order. */
const PARES = ["none", "par", "medias", "duples"];

/**
 * The rank a card counts as. Rules: mus.eight-kings, mus.four-kings.
 *
 * @param {Card} card
 * @param {Options} options
 */
function rankOf(card, options) {
  if (options.kings === 8 && card.rank === "3") return "R";
  if (options.kings === 8 && card.rank === "2") return "A";
  return card.rank;
}

/**
 * The card value of a rank. Rules: mus.juego-values, mus.four-kings.
 *
 * @param {string} rank
 */
function valueOf(rank) {
  if (rank === "A") return 1;
  return "SCR".includes(rank) ? 10 : Number(rank);
}

/**
 * How high a rank stands. Rule: mus.rank-order.
 *
 * @param {string} rank
 */
function heightOf(rank) {
  return RANKS.indexOf(rank);
}

/**
 * What pares a hand holds, and the heights that are compared within the kind.
 * Rules: mus.pares, mus.pares.compare, mus.pares.four-alike.
 *
 * @param {string[]} ranks the hand from high to low
 */
function paresOf(ranks) {
  const counted = [...new Set(ranks)].map((rank) => ({
    height: heightOf(rank),
    count: ranks.filter((other) => other === rank).length,
  }));
  const alike = counted.filter((one) => one.count >= 2);
  const heights = alike.map((one) => one.height);
  if (alike.length === 2) return { kind: "duples", heights };
  if (alike.length === 0) return { kind: "none", heights };
  if (alike[0].count === 4) return { kind: "duples", heights: [heights[0], heights[0]] };
  return { kind: alike[0].count === 3 ? "medias" : "par", heights };
}

/**
 * Everything about one hand.
 *
 * @param {Card[]} cards
 * @param {Options} options
 */
function study(cards, options) {
  const ranks = cards.map((card) => rankOf(card, options)).sort((a, b) => heightOf(b) - heightOf(a));
  const sum = ranks.reduce((total, rank) => total + valueOf(rank), 0);
  return { ranks, sum, pares: paresOf(ranks), royal: isRoyal(ranks, options) };
}

/** @typedef {ReturnType<typeof study>} Hand */

/**
 * Whether a hand is a royal 31. Rules: mus.royal-31, mus.royal-31.sota, mus.royal-31.figure.
 *
 * @param {string[]} ranks
 * @param {Options} options
 */
function isRoyal(ranks, options) {
  const others = ranks.filter((rank) => rank !== "7");
  if (options.real_31 === "none" || others.length !== 1) return false;
  return options.real_31 === "sota_only" ? others[0] === "S" : "SCR".includes(others[0]);
}

/**
 * How good a hand is in a lance: numbers to be compared from the first on, more is better; null if it may not contest.
 * Rules: mus.grande.compare, mus.chica.compare, mus.pares.order, mus.pares.compare, mus.pares.holders,
 * mus.juego, mus.juego.order, mus.punto, mus.punto.highest, mus.punto.nobody-has-juego.
 *
 * @param {Hand} hand
 * @param {string} lance
 * @param {boolean} anyJuego whether any hand has juego
 * @returns {number[] | null}
 */
function strengthOf(hand, lance, anyJuego) {
  switch (lance) {
    case "grande":
      return hand.ranks.map(heightOf);
    case "chica":
      return hand.ranks.toReversed().map((rank) => -heightOf(rank));
    case "pares":
      return hand.pares.kind === "none" ? null : [PARES.indexOf(hand.pares.kind), ...hand.pares.heights];
    case "juego":
      return hand.sum < 31 ? null : [JUEGO.indexOf(hand.sum), hand.royal ? 1 : 0];
    default:
      return anyJuego ? null : [hand.sum];
  }
}

/**
 * Whether one strength beats another: the first difference decides.
 *
 * @param {number[]} one
 * @param {number[]} other
 */
function beats(one, other) {
  const place = one.findIndex((number, index) => number !== other[index]);
  return place !== -1 && one[place] > other[place];
}

/**
 * A hand of four cards out of a question.
 *
 * @param {unknown} value
 * @param {string} path
 */
function readHand(value, path) {
  const cards = cardList(value, path, spanishCard);
  if (cards.length !== 4) throw new Unusable(path, `a hand has four cards, not ${cards.length}`);
  return cards;
}

/**
 * One pack has four cards of a rank, and each of them once.
 *
 * @param {Card[]} cards
 * @param {string} path
 */
function checkSpanishPack(cards, path) {
  checkPack(cards, (card) => card.rank, 4, path);
  checkPack(cards, (card) => (card.suit === "" ? null : card.rank + card.suit), 1, path);
}

/**
 * Answer `hand`: what a hand of four cards is worth.
 *
 * @param {Question} question
 */
export function answerHand(question) {
  checkFields(question, ["cards"]);
  const options = readOptions(question, OPTIONS);
  const cards = readHand(question.cards, "cards");
  checkSpanishPack(cards, "cards");
  const hand = study(cards, options);
  return {
    grande: hand.ranks,
    chica: hand.ranks.toReversed(),
    pares: hand.pares.kind,
    sum: hand.sum,
    juego: hand.sum >= 31 ? hand.sum : null,
    punto: hand.sum >= 31 ? null : hand.sum,
  };
}

/**
 * The hands of a question by seat: a list of four, or a mapping from seats to hands for fewer.
 *
 * @param {unknown} value
 * @returns {Map<number, Card[]>}
 */
function readHands(value) {
  /** @type {Map<number, Card[]>} */
  const hands = new Map();
  if (Array.isArray(value)) {
    if (value.length !== 4) throw new Unusable("hands", `a list needs four hands, not ${value.length}`);
    value.forEach((one, seat) => hands.set(seat, readHand(one, `hands[${seat}]`)));
  } else if (isMapping(value)) {
    for (const [seat, one] of Object.entries(value)) {
      if (!/^[0-3]$/.test(seat)) throw new Unusable("hands", `${quoted(seat)} is not a seat from 0 to 3`);
      hands.set(Number(seat), readHand(one, `hands.${seat}`));
    }
    if (hands.size === 0) throw new Unusable("hands", "there must be at least one hand");
  } else {
    throw new Unusable("hands", "must be a list of four hands, or a mapping from seats to hands");
  }
  checkSpanishPack([...hands.values()].flat(), "hands");
  return hands;
}

/**
 * Answer `lance`: who wins it. The seats are gone through in speaking order, so that between equal hands the first
 * one holds. Rules: mus.lances, mus.tie, mus.tie.best-hand.
 *
 * @param {Question} question
 */
export function answerLance(question) {
  checkFields(question, ["lance", "hands", "mano"]);
  const options = readOptions(question, OPTIONS);
  const lance = question.lance;
  if (typeof lance !== "string" || !LANCES.includes(lance)) {
    throw new Unusable("lance", `${quoted(lance)} is not a lance; they are ${LANCES.join(", ")}`);
  }
  const mano = question.mano;
  if (typeof mano !== "number" || ![0, 1, 2, 3].includes(mano)) {
    throw new Unusable("mano", `${quoted(mano)} is not a seat from 0 to 3`);
  }
  const hands = new Map([...readHands(question.hands)].map(([seat, cards]) => [seat, study(cards, options)]));
  const anyJuego = [...hands.values()].some((hand) => hand.sum >= 31);
  let winner = null;
  /** @type {number[] | null} */
  let best = null;
  for (const step of [0, 1, 2, 3]) {
    const seat = (mano + step) % 4;
    const hand = hands.get(seat);
    const strength = hand ? strengthOf(hand, lance, anyJuego) : null;
    if (strength && (!best || beats(strength, best))) {
      winner = seat;
      best = strength;
    }
  }
  return { winner, team: winner === null ? null : winner % 2 };
}
