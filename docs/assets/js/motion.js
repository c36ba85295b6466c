// Cards that change their place glide there. What moved is told by the cards' texts alone, before and after a redraw.

/** Milliseconds of a glide. */
const GLIDE = 240;
const EASE = "cubic-bezier(.2, .7, .2, 1)";

/** @typedef {{text: string, box: DOMRect, element: Element}} Seen */
/** @typedef {Map<string, {box: DOMRect, cards: Seen[]}>} Sight  The places of all cards, by zone. */

/** Whether the reader wants nothing to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Return where everything lies.
 *
 * @param {Element} root
 * @returns {Sight}
 */
export const sight = (root) =>
  new Map(
    [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-box]"))].map((zone) => [
      zone.dataset.box ?? "",
      {
        box: zone.getBoundingClientRect(),
        cards: [.../** @type {NodeListOf<HTMLElement>} */ (zone.querySelectorAll("[data-text]"))]
          .filter((card) => card.closest("[data-box]") === zone)
          .map((element) => ({ text: element.dataset.text ?? "", box: element.getBoundingClientRect(), element })),
      },
    ]),
  );

/** Take the first card of a text out of a list. @param {Seen[] | undefined} cards @param {string} text */
const taken = (cards, text) => {
  const at = cards?.findIndex((card) => card.text === text) ?? -1;
  return at < 0 ? undefined : cards?.splice(at, 1)[0];
};

/** A box of a card's size in the middle of a zone. @param {DOMRect} zone @param {DOMRect} card */
const within = (zone, card) =>
  new DOMRect(zone.x + (zone.width - card.width) / 2, zone.y + (zone.height - card.height) / 2, card.width, card.height);

/**
 * Let cards glide from where they lay *before* to where they lie now.
 *
 * @param {Element} root
 * @param {Sight} before
 * @param {{from: string | undefined, to: string | undefined}} way  the zones from which cards come that were not seen
 *   before, and to which those go that are seen no longer
 */
export const glide = (root, before, way) => {
  if (still() || !before.size) return;
  const after = sight(root);
  const left = new Map([...before].map(([zone, { cards }]) => [zone, [...cards]]));
  /** @type {{zone: string, card: Seen}[]} */
  const arrived = [];
  for (const [zone, { cards }] of after) {
    for (const card of cards) {
      const same = taken(left.get(zone), card.text);
      if (same) shift(card.element, same.box, card.box);
      else arrived.push({ zone, card });
    }
  }
  for (const { zone, card } of arrived) {
    const known = [...left.values()].map((cards) => taken(cards, card.text)).find(Boolean);
    const source = after.get(way.from && way.from !== zone ? way.from : "stock")?.box;
    const start = known?.box ?? (source && within(source, card.box));
    if (!start) continue;
    card.element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: GLIDE });
    fly(root, card.element, start, card.box);
  }
  const target = after.get(way.to ?? "")?.box;
  if (!target) return;
  for (const cards of left.values()) for (const card of cards) fly(root, card.element, card.box, within(target, card.box));
};

/** @param {Element} element @param {DOMRect} from @param {DOMRect} to */
const shift = (element, from, to) => {
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: GLIDE, easing: EASE });
};

/** A picture of a card that flies over everything and is gone. @param {Element} root @param {Element} card @param {DOMRect} from
 * @param {DOMRect} to */
const fly = (root, card, from, to) => {
  const picture = card.querySelector("svg");
  if (!picture) return;
  const ghost = document.createElement("div");
  ghost.className = "q-ghost";
  ghost.ariaHidden = "true";
  Object.assign(ghost.style, { left: `${to.x}px`, top: `${to.y}px`, width: `${to.width}px`, height: `${to.height}px` });
  ghost.append(picture.cloneNode(true));
  root.append(ghost);
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  const flight = ghost.animate([{ transform: start }, { transform: "none" }], { duration: GLIDE, easing: EASE });
  flight.onfinish = flight.oncancel = () => ghost.remove();
};
