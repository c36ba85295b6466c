// What this device keeps of the site: one cache for each language and version, and a record of the versions in use. A
// version comes into use only when the last of its files has come, and then the one before goes: they never mix.
// docs/theme/sw.js answers from these caches, and knows their names and the record.
import { SHARED } from "./engine.js";
import { isObject } from "./question.js";

/** @typedef {{address: string, bytes: number, sha256: string}} Listed */
/**
 * A version of a language's site: its files, by their addresses as seen from the list.
 *
 * @typedef {{language: string, version: string, pages: number, bytes: number, files: Listed[]}} List
 */
/** @typedef {{version: string, pages: number, bytes: number, home: string, since: string}} Kept  A version in use. */
/** @typedef {"network" | "changed" | "full" | "impossible" | "stopped"} Why */
/** @typedef {(bytes: number) => void} Tell */

/** The folder of the whole site, with all its languages. */
export const ROOT = new URL("../../", SHARED);
const NAME = `qawaid ${ROOT.pathname}`;
const RECORD = new URL("offline-kept.json", ROOT).href;
/** How many files are fetched at the same time. */
const AT_ONCE = 6;
/** What is not true any more of a file that was unpacked on its way. */
const OF_THE_WAY = ["content-encoding", "content-length", "vary"];

class Failed extends Error {
  /** @param {Why} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/** Tells the other windows of this site that a version has come into use. */
const others = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;

/** Call back when another window has changed what is in use of a language. @param {string} language @param {() => void} back */
export const whenTaken = (language, back) =>
  others?.addEventListener("message", ({ data }) => {
    if (data === language) back();
  });

/** @type {{[name: string]: Why}} */
const BY_NAME = {
  AbortError: "stopped",
  QuotaExceededError: "full",
  SecurityError: "impossible",
  NotAllowedError: "impossible",
  NotSupportedError: "impossible",
  InvalidStateError: "impossible",
};

/** Why something could not be kept. @param {unknown} error @returns {Why} */
export const whyOf = (error) => {
  if (error instanceof Failed) return error.why;
  return BY_NAME[error instanceof Error || error instanceof DOMException ? error.name : ""] ?? "network";
};

/** Whether this browser can keep a site at all. */
export const possible = () => {
  try {
    return isSecureContext && Boolean(navigator.serviceWorker) && Boolean(globalThis.caches) && "locks" in navigator;
  } catch {
    return false; // Some browsers do not even let us ask.
  }
};

/** The folder of the page's language. */
const home = () => {
  const link = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=manifest]"));
  return new URL("./", link.href);
};
const listAddress = () => new URL("offline.json", home()).href;

/** @param {string} language @param {string} version */
const cacheOf = (language, version) => `${NAME} ${language} ${version}`;

/** @template T @param {() => Promise<T>} deed @param {AbortSignal} [signal] @returns {Promise<T>} */
const alone = (deed, signal) => navigator.locks.request(NAME, signal ? { signal } : {}, deed);

/** @param {unknown} value @returns {value is Kept} */
const isKept = (value) =>
  isObject(value) && [value.version, value.home, value.since].every((text) => typeof text === "string") &&
  [value.pages, value.bytes].every(Number.isFinite) && !Number.isNaN(Date.parse(String(value.since)));

/** @param {unknown} value @returns {value is List} */
const isList = (value) =>
  isObject(value) && [value.language, value.version].every((text) => typeof text === "string") &&
  [value.pages, value.bytes].every(Number.isFinite) && Array.isArray(value.files) &&
  value.files.every((file) => isObject(file) && typeof file.address === "string" && typeof file.sha256 === "string" && Number.isFinite(file.bytes));

/** The JSON of a response, or null if it is none. @param {Response | undefined} response @returns {Promise<unknown>} */
const jsonOf = async (response) => response?.json().catch(() => null) ?? null;

/** The versions in use. What cannot be read of the record counts for nothing: the files lie here all the same.
 * @returns {Promise<{[language: string]: Kept}>} */
const record = async () => {
  const found = await jsonOf(await caches.match(RECORD, { cacheName: NAME }));
  return Object.fromEntries(Object.entries(isObject(found) ? found : {}).flatMap(([language, one]) => (isKept(one) ? [[language, one]] : [])));
};

/** @param {{[language: string]: Kept}} kept */
const note = async (kept) => {
  if (Object.keys(kept).length) await (await caches.open(NAME)).put(RECORD, new Response(JSON.stringify(kept)));
  else await caches.delete(NAME);
};

/** Delete the caches of a language, but for some. @param {string} language @param {string[]} [but] */
const drop = async (language, but = []) => {
  const names = (await caches.keys()).filter((name) => name.startsWith(cacheOf(language, "")) && !but.includes(name));
  await Promise.all(names.map((name) => caches.delete(name)));
};

const registration = async () => {
  const found = await navigator.serviceWorker.getRegistration(ROOT.href);
  return found?.scope === ROOT.href ? found : undefined;
};

/** Return the version of a language that is in use, or null. @param {string} language @returns {Promise<Kept | null>} */
export const kept = async (language) => {
  const found = (await record())[language];
  const whole = found && (await caches.has(cacheOf(language, found.version))) && (await registration());
  return whole ? found : null;
};

/** Ask the site which version of the page's language it has now. @returns {Promise<List>} */
export const newest = async () => {
  if (!navigator.onLine) throw new Failed("network");
  const response = await fetch(listAddress(), { cache: "no-store" });
  if (!response.ok) throw new Failed("network");
  const list = await jsonOf(response);
  if (!isList(list)) throw new Failed("changed");
  return list;
};

/** The addresses of what has come of a version. @param {List} list */
const comeOf = async ({ language, version }) => {
  const name = cacheOf(language, version);
  const requests = (await caches.has(name)) ? await (await caches.open(name)).keys() : [];
  return new Set(requests.map(({ url }) => url));
};

/** Where on this device every content that is in use lies, by its hash. @returns {Promise<Map<string, {cacheName: string, url: string}>>} */
const contents = async () => {
  const all = new Map();
  for (const [language, { version, home: way }] of Object.entries(await record())) {
    const cacheName = cacheOf(language, version);
    const address = new URL(`${way}offline.json`, ROOT).href;
    const list = await jsonOf(await caches.match(address, { cacheName }));
    for (const file of isList(list) ? list.files : []) {
      all.set(file.sha256, { cacheName, url: new URL(file.address, address).href });
    }
  }
  return all;
};

/** How many bytes of a version are to be fetched, and how many have come or lie here already. @param {List} list */
export const outstanding = async (list) => {
  const [come, here] = [await comeOf(list), await contents()];
  const missing = list.files.filter(({ address, sha256 }) => !come.has(new URL(address, listAddress()).href) && !here.has(sha256));
  const bytes = missing.reduce((sum, file) => sum + file.bytes, 0);
  return { missing: bytes, come: list.bytes - bytes, begun: come.size > 0 };
};

/**
 * Fetch a version, as far as it is not here, and use it from then on. If that fails, what was in use stays so.
 *
 * @param {List} list
 * @param {AbortSignal} signal
 * @param {Tell} tell  is told how many bytes of the version are here
 * @returns {Promise<void>}
 */
export const keep = (list, signal, tell) =>
  alone(async () => {
    const { language, version, pages, bytes } = list;
    const name = cacheOf(language, version);
    const before = (await record())[language];
    const inUse = before ? [cacheOf(language, before.version)] : [];
    void navigator.storage?.persist?.().catch(() => {});
    await drop(language, [name, ...inUse]);
    try {
      await fill(list, name, signal, tell);
      await navigator.serviceWorker.register(new URL("sw.js", ROOT), { scope: ROOT.href, updateViaCache: "none" });
      await navigator.serviceWorker.ready;
      const way = home().href.slice(ROOT.href.length);
      const since = new Date().toISOString();
      await note({ ...(await record()), [language]: { version, pages, bytes, home: way, since } });
    } catch (error) {
      // A part that has no room, or no use, is not left lying about.
      if (!["network", "changed", "stopped"].includes(whyOf(error)) && !inUse.includes(name)) await drop(language, inUse);
      throw error;
    }
    await drop(language, [name]);
    others?.postMessage(language);
  }, signal);

/** Put everything of a version into its cache, its list last. @param {List} list @param {string} name @param {AbortSignal} signal @param {Tell} tell */
const fill = async (list, name, signal, tell) => {
  const address = listAddress();
  const cache = await caches.open(name);
  const [come, here] = [await comeOf(list), await contents()];
  let done = 0;
  const more = (/** @type {number} */ bytes) => tell(Math.min((done += bytes), list.bytes));
  /** @type {(Listed & {url: string})[]} */
  const waiting = [];
  for (const file of list.files) {
    const url = new URL(file.address, address).href;
    if (come.has(url)) more(file.bytes);
    else waiting.push({ ...file, url });
  }
  // The largest first, so that at the end none is waited for.
  waiting.sort((one, other) => one.bytes - other.bytes);
  const stop = new AbortController();
  signal.addEventListener("abort", () => stop.abort(signal.reason));
  const carry = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      stop.signal.throwIfAborted();
      const place = here.get(file.sha256);
      const copy = place && (await caches.match(place.url, { cacheName: place.cacheName }));
      if (copy) more(file.bytes);
      await cache.put(file.url, copy ?? (await fetched(file, stop.signal, more)));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, carry));
  } catch (error) {
    stop.abort();
    throw error;
  }
  await cache.put(address, new Response(JSON.stringify(list), { headers: { "Content-Type": "application/json" } }));
};

/** Fetch a file, and make sure that it is the one listed. @param {Listed & {url: string}} file @param {AbortSignal} signal @param {Tell} more */
const fetched = async ({ url, bytes, sha256 }, signal, more) => {
  const response = await fetch(url, { cache: "no-store", signal });
  if (!response.ok) throw new Failed(response.status < 500 ? "changed" : "network");
  const parts = [];
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    more(part.value.byteLength);
  }
  const whole = await new Blob(parts).arrayBuffer();
  if (whole.byteLength < bytes) throw new Failed("network");
  if (hex(await crypto.subtle.digest("SHA-256", whole)) !== sha256) throw new Failed("changed");
  const headers = new Headers(response.headers);
  for (const name of OF_THE_WAY) headers.delete(name);
  return new Response(whole, { headers });
};

/** @param {ArrayBuffer} bytes */
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Let go of all that is kept of a language, and of the service worker if it was the last one. @param {string} language */
export const remove = (language) =>
  alone(async () => {
    const { [language]: _, ...rest } = await record();
    await note(rest);
    await drop(language);
    if (!Object.keys(rest).length) await (await registration())?.unregister();
  });
