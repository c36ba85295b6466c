// Answers a page's requests from what the reader has kept of the site, and asks the network for everything else. It is
// registered, and the caches are filled and emptied, by docs/assets/js/offlinekeep.js alone: nothing is kept from here.
// It should hardly ever change, for a browser takes another one without asking.
(() => {
  /** @typedef {{version: string, home: string}} Kept  The version in use of a language, and the way from ROOT to its pages. */

  const worker = /** @type {{addEventListener: Function, fetch: typeof fetch, clients: {claim: () => Promise<void>}}} */ (
    /** @type {unknown} */ (globalThis)
  );
  const ROOT = new URL("./", location.href);
  const NAME = `qawaid ${ROOT.pathname}`;
  const RECORD = new URL("offline-kept.json", ROOT).href;

  /** The languages that are kept. @returns {Promise<[string, Kept][]>} */
  const kept = async () => {
    const found = await caches.match(RECORD, { cacheName: NAME });
    return found ? Object.entries(await found.json()) : [];
  };

  /** Return what is kept of an address, whatever is asked of its page. @param {[string, Kept][]} languages @param {URL} url */
  const found = async (languages, { origin, pathname }) => {
    const address = origin + pathname.replace(/\/index\.html$/, "/");
    for (const [language, { version }] of languages) {
      const response = await caches.match(address, { cacheName: `${NAME} ${language} ${version}` });
      if (response) return response;
    }
    return undefined;
  };

  /** Lead on from a page that is not kept while there is no network: to its full address, or to a page that says so.
   * @param {[string, Kept][]} languages @param {Request} request */
  const instead = async (languages, request) => {
    const url = new URL(request.url);
    const full = new URL(`${url.pathname}/${url.search}`, url);
    if (await found(languages, full)) return Response.redirect(full.href);
    const from = languages.find(([, { home }]) => home && request.referrer.startsWith(ROOT.href + home));
    const [, { home }] = from ?? languages.find(([, kept]) => !kept.home) ?? languages[0];
    const told = new URL(`${home}offline/`, ROOT);
    if (!(await found(languages, told))) return Response.error();
    told.search = `?missing=${encodeURIComponent(url.href.slice(ROOT.href.length))}`;
    return Response.redirect(told.href);
  };

  /** @param {Request} request @returns {Promise<Response>} */
  const answer = async (request) => {
    /** @type {[string, Kept][]} */
    let languages = [];
    try {
      languages = await kept();
      const response = await found(languages, new URL(request.url));
      if (response) return response;
    } catch {
      // What is kept cannot be read: then everything comes from the network.
    }
    try {
      return await worker.fetch(request);
    } catch (error) {
      if (request.mode === "navigate" && languages.length) return instead(languages, request);
      throw error;
    }
  };

  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { method, cache, url } = /** @type {Request} */ (event.request);
    // What asks for no cache looks for a new version.
    if (method === "GET" && cache !== "no-store" && url.startsWith(ROOT.href)) event.respondWith(answer(event.request));
  });
})();
