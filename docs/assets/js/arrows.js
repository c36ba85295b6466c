// Which way the arrow keys lead: on in the direction in which what they go through is laid out, which is that of reading
// but for what runs from left to right in every language, such as a hand of cards.

/**
 * Return 1 if a key leads on through what an element holds, −1 if it leads back, and 0 if it is no such key.
 *
 * @param {Element} element
 * @param {string} key
 */
export const along = (element, key) => {
  const onward = getComputedStyle(element).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  return key === onward ? 1 : key === "ArrowLeft" || key === "ArrowRight" ? -1 : 0;
};

/**
 * Return the place to which a key leads from another one, of places from 0 to *last*; undefined if it leads nowhere.
 *
 * @param {Element} element
 * @param {string} key
 * @param {number} index
 * @param {number} last
 * @returns {number | undefined}
 */
export const placeAlong = (element, key, index, last) => {
  const by = along(element, key);
  return { Home: 0, End: last }[key] ?? (by ? index + by : undefined);
};
