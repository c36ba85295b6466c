// Reads texts and questions for Material's search, whose worker it runs: that one compares letters, and takes "who wins
// when both have 31" for seven words of equal weight. Here words lose what readers write one way or another (accents,
// vowel signs, endings), a question loses the words that do not tell what it is about, and gains those that mean the same.
(() => {
  /** What stands in the index about reading; see scripts/press/search.py. @typedef {{ passed_over: string[], same: string[][], endings: string }} Reading */
  /** A place found: `terms` tells of each word whether it is there. @typedef {{ location: string, score: number, terms: Record<string, boolean> }} Found */
  /** @typedef {{ toString: () => string, clone: (change: () => string) => Token }} Token */
  /** @typedef {(token: Token) => Token | Token[]} Step */
  /** @typedef {{ Token: new (text: string, metadata?: { position: number }) => Token, stemmer: Step, Pipeline: { registerFunction: (step: Step, name: string) => void } } & Record<string, { stemmer: Step }>} Lunr */

  const scope = /** @type {any} */ (self);
  const SETUP = 0, QUERY = 2, RESULT = 3;

  /** How much a word counts as it was written, without its ending, begun only, and meant by another word. */
  const EXACT = 6, STEM = 4, BEGUN = 1, MEANT = 3;
  /** Fewer letters begin too many words. */
  const LONG = 4;
  /** The places of a page that come this near to its best one are shown with it. */
  const NEAR = 0.9;
  /** A position in a piece of text that no place has: Material marks nothing there. */
  const NOWHERE = 4095 << 20;
  /** How much a place of the game counts on whose pages the question is asked. */
  const HERE = 2;
  /** The folder of the page, which names its worker by its address. */
  const here = scope.location.hash.slice(1).split("/", 1)[0];

  let separator = /\s+/u;
  let german = false;
  /** Take a word's ending off. @type {(word: string) => string} */
  let stem = (word) => word;
  /** @type {Set<string>} */
  let passedOver = new Set();
  /** The stem of a word → the stems of those that mean the same. @type {Map<string, Set<string>>} */
  let same = new Map();
  /** What has been asked last: each word as typed → the terms by which it is looked for. @type {Map<string, Set<string>>} */
  let asked = new Map();

  /** A word in plain letters: no accents, vowel signs or hamza, Western digits. @param {string} word */
  const plain = (word) => {
    const letters = word.toLowerCase().normalize("NFKD").replace(/\p{M}|ـ/gu, "")
      .replaceAll("ß", "ss").replaceAll("ٱ", "ا").replaceAll("ى", "ي").replaceAll("ة", "ه")
      .replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x660));
    return german ? letters.replace(/(?<=[aou])e(?!$)/gu, "") : letters;
  };

  /** @param {string} text */
  const words = (text) => text.replace(/[~^*]/gu, " ").split(separator).filter(Boolean);

  /** @param {Reading} reading */
  const learn = (reading) => {
    const lunr = /** @type {Lunr} */ (scope.lunr);
    german = reading.endings === "de";
    if (reading.endings !== "en") scope.importScripts("../material/endings/support.js", `../material/endings/${reading.endings}.js`);
    const ending = reading.endings === "en" ? lunr.stemmer : lunr[reading.endings].stemmer;
    stem = (word) => `${ending(new lunr.Token(word))}`;
    passedOver = new Set(reading.passed_over.map(plain));
    same = new Map();
    for (const row of reading.same.map((each) => each.map((word) => stem(plain(word))))) {
      for (const word of row) same.set(word, new Set([...same.get(word) ?? [], ...row]));
    }
    // A word is kept in plain letters beside its stem, so that one begun is found while it is being typed. Only the stem
    // says where it stands: what stands twice at a place is marked twice there, which breaks the text.
    const read = (/** @type {Token} */ token) => {
      const word = plain(`${token}`), short = stem(word) || word;
      const stemmed = token.clone(() => short);
      return word === short ? stemmed : [stemmed, new lunr.Token(word, { position: NOWHERE })];
    };
    lunr.Pipeline.registerFunction(read, "read");
    Object.assign(lunr, { stemmer: read });
  };

  /** Put a question as the worker reads it, and remember what was asked. @param {string} text */
  const reword = (text) => {
    const all = words(text);
    const telling = all.filter((word) => !passedOver.has(plain(word)));
    asked = new Map();
    return (telling.length ? telling : all).map((typed, place, kept) => {
      const word = plain(typed), short = stem(word) || word;
      const others = [...same.get(short) ?? []].filter((other) => other !== short);
      asked.set(typed, new Set([word, short, ...others]));
      return [
        `${word}^${EXACT}`,
        ...(short !== word ? [`${short}^${STEM}`] : []),
        ...(!/^\d+$/u.test(word) && (word.length >= LONG || place === kept.length - 1) ? [`${word}*^${BEGUN}`] : []),
        ...others.map((other) => `${other}^${MEANT}`),
      ].join(" ");
    }).join(" ");
  };

  /** Give a place the score of what was asked, not of the terms that stand for it. @param {Found} found */
  const judge = (found) => {
    const share = (/** @type {boolean[]} */ met) => met.filter(Boolean).length / (met.length || 1);
    const terms = Object.fromEntries([...asked].map(([word, ways]) => [word, [...ways].some((way) => found.terms[way])]));
    const bonus = (/** @type {number} */ part) => 1 + part ** 2;
    const page = found.location.includes("#") ? 0 : 1;
    const near = here && found.location.startsWith(`${here}/`) ? HERE : 1;
    const score = found.score / bonus(page + share(Object.values(found.terms))) * bonus(2 * share(Object.values(terms))) * near;
    return { ...found, terms, score: found.score && score };
  };

  /** Order the pages by their best places. @param {Found[][]} items */
  const arrange = (items) => items
    .map((item) => item.map(judge).sort((a, b) => b.score - a.score))
    .map((item) => item.map((found) => ({ ...found, score: found.score > NEAR * item[0].score ? item[0].score : found.score })))
    .sort((a, b) => b[0].score - a[0].score);

  addEventListener("message", (event) => {
    if (!event.isTrusted) return;
    const { type, data } = event.data;
    if (type === SETUP) {
      separator = new RegExp(data.config.separator, "u");
      learn(data.config.reading);
    } else if (type === QUERY) {
      event.stopImmediatePropagation();
      dispatchEvent(new MessageEvent("message", { data: { type, data: reword(data) } }));
    }
  });

  const post = scope.postMessage.bind(scope);
  scope.postMessage = (/** @type {{ type: number, data: { items: Found[][] } }} */ message) =>
    post(message.type === RESULT ? { ...message, data: { ...message.data, items: arrange(message.data.items) } } : message);

  scope.importScripts("../material/search.js");
})();
