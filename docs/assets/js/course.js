// What the table of a match says about its course: what is to happen, which cards a move means, where cards go.
import { plainText } from "./draw.js";
import { has } from "./table.js";

/** @import {Chosen, Match, PlayState, PlayTable, TableAction, TableZone} from "./types.js" */

/** What is to happen at a table. @param {PlayTable} table @param {Match} match @returns {PlayState} */
export const stateOf = (table, match) => {
  if (table.over) return "over";
  if (table.summary && match.read < match.record.moves.length) return "summary";
  if (table.to_move === null) return "over";
  return table.to_move === table.seat ? "turn" : "thinking";
};

/** The points of the reader's team and of the other one. @param {PlayTable} table @returns {[number, number]} */
export const scoreOf = ({ tallies }) => {
  const points = (/** @type {boolean} */ ours) => plainText(tallies.find((one) => one.ours === ours)?.points_html ?? "");
  const number = (/** @type {string} */ text) => Number(text.replace("−", "-").replace(/[^\d-]/g, ""));
  return [number(points(true)), number(points(false))];
};

/**
 * The cards of a choice that the engine went by: a card may have taken the place of another.
 *
 * @param {Chosen} chosen
 * @param {PlayTable} table
 */
export const taken = (chosen, table) =>
  chosen.filter(([id, place]) => table.zones.find((zone) => zone.id === id)?.cards[place]?.is?.includes("selected"));

/** The cards that a move names, where they can be chosen. @param {string} move @param {TableZone[]} zones @returns {Chosen} */
export const named = (move, zones) => {
  const texts = (move.split(" with ")[1] ?? move).split(" ");
  /** @type {Chosen} */
  const found = [];
  for (const text of texts) {
    const card = zones
      .flatMap((zone) => (zone.press ?? []).map((place) => ({ zone, place })))
      .find(({ zone, place }) => zone.cards[place]?.text === text && !has(found, zone.id, place));
    if (card) found.push([card.zone.id, card.place]);
  }
  return found;
};

/** The words of a move in one order. @param {string} move */
const sorted = (move) => move.split(" ").toSorted().join(" ");

/** The amount that *made* has where *move* leaves it open. @param {string} move @param {string} made */
export const amountIn = (move, made) => {
  const [before, after] = move.split("{n}");
  const middle = made.startsWith(before) && made.endsWith(after) ? made.slice(before.length, made.length - after.length) : "";
  return /^\d+$/.test(middle) ? Number(middle) : null;
};

/** Whether an action makes a move. @param {TableAction} action @param {string} move */
export const fits = ({ move: text, amount, legal }, move) =>
  legal && (amount ? amountIn(text, move) !== null : sorted(text) === sorted(move));

/**
 * From where and to where cards go that are not seen before or after: from the hand of whoever moved, to the pile of his
 * team.
 *
 * @param {PlayTable} table
 */
export const wayOf = ({ log, zones }) => {
  const mover = log.at(-1)?.seat;
  const from = zones.find(({ region, seat }) => region === "hand" && seat === mover)?.id;
  const own = zones.find(({ region, team }) => region === "taken" && team === (mover ?? 0) % 2);
  const to = own ?? zones.find(({ region }) => region === "pile");
  return { from, to: to?.id };
};
