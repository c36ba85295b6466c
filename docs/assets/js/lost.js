// A part of the page that did not come. The page itself tells it, in words that stand in it: those of the components may be
// what is missing. docs/theme/page.js hears of it here, and by itself of scripts that did not come at all.

/**
 * Tell the reader that something did not come. The promise is kept when he wants it fetched again.
 *
 * @returns {Promise<void>}
 */
export const lost = () =>
  new Promise((resolve) => {
    dispatchEvent(new CustomEvent("qawaid:lost", { detail: resolve }));
  });
