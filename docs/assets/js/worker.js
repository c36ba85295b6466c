// The rules engine in a worker: Pyodide, the engine with the games it is asked about, and one call after the other.
// In: {id, call, question, game, lang}. Out: {id, answer} or {id, error, why}, and {state, done, total} whenever that changes.

/** @typedef {"scene" | "ask" | "table" | "hint" | "sheet" | "puzzle"} Name  of a function of rules_engine.browser */
/** @typedef {{id: number, call: "boot" | Name, question: unknown, game: string, lang: string, chosen?: unknown}} Call */
/** The sizes of what always comes, and of the games' archives. @typedef {{pyodide: string, bytes: Sizes, games: Sizes}} Runtime */
/** @typedef {{[file: string]: number}} Sizes */
/** Why the engine does not come: no answer, one that says no, one that is of no use, or a browser that cannot run it.
 * @typedef {"network" | "refused" | "damaged" | "unable"} Why */
/** @typedef {{add: (archive: string) => void, load: (data: string) => void} & {[name in Name]: (question: string, lang: string, ...more: string[]) => string}} Door */

const RUNTIME = new URL("../pyodide/", import.meta.url);
/** What Pyodide fetches by itself. */
const FILES = ["pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json", "stdlib.zip"];
const DATA = new URL("../data/", import.meta.url);

const worker = /** @type {{postMessage: (message: unknown) => void, onmessage: unknown, fetch: typeof fetch}} */ (
  /** @type {unknown} */ (globalThis)
);
const fetched = worker.fetch.bind(globalThis);
/** Whether what the browser has kept of the files is not to be trusted: another worker could not use it. */
const FRESH = new URL(import.meta.url).searchParams.has("fresh");

class Failed extends Error {
  /** @param {Why} why @param {string} what */
  constructor(why, what) {
    super(`${why}: ${what}`);
    this.why = why;
  }
}

/** Why something failed. What has no reason of its own did come, but was of no use. @param {unknown} error @returns {Why} */
const whyOf = (error) => (error instanceof Failed ? error.why : "damaged");

/** Ends what waits for Pyodide, which itself waits for ever if one of its files is of no use. @type {(error: unknown) => void} */
let fail = () => {};
/** @type {Promise<never>} */
const failing = new Promise((_, reject) => (fail = reject));
failing.catch(() => {});

const counted = { done: 0, total: 0 };
/** Bytes between two reports, and how many had come at the last one. */
const REPORT = 200_000;
let told = 0;

/** @param {"loading" | "ready"} state */
const tell = (state) => {
  told = state === "ready" ? Infinity : counted.done;
  worker.postMessage({ state, ...counted });
};

/** @param {URL | string} url */
const nameOf = (url) => new URL(url).pathname.split("/").pop() ?? "";

/** Fetch a file; what is not that file, but a page in its place, is refused. @param {RequestInfo | URL} input @param {RequestInit} [init] */
async function certain(input, init) {
  const response = await fetched(input, init).catch((error) => {
    throw new Failed("network", String(error));
  });
  const { ok, status, url } = response;
  if (!ok) throw new Failed("refused", `${status} ${nameOf(url)}`);
  if (response.headers.get("content-type")?.startsWith("text/html")) throw new Failed("damaged", `a page, not ${nameOf(url)}`);
  return response;
}

/** What has been fetched anew. @type {Set<string>} */
const renewed = new Set();

/** @param {URL | string} url */
async function get(url) {
  const again = FRESH && !renewed.has(String(url));
  renewed.add(String(url));
  return certain(url, again ? { cache: "reload" } : {});
}

/** @type {Promise<Runtime>} */
const runtime = get(new URL("runtime.json", RUNTIME)).then(async (response) => JSON.parse(new TextDecoder().decode(await whole(response))));
runtime.catch(() => {});

/** @param {Response} response @param {number} [size]  how many bytes it must have */
async function whole(response, size) {
  const bytes = await response.arrayBuffer().catch((error) => {
    throw new Failed("network", String(error));
  });
  if (size !== undefined && bytes.byteLength !== size) throw new Failed("damaged", `${bytes.byteLength} bytes, not ${size}`);
  return new Uint8Array(bytes);
}

/** Count what arrives of *response*, from a copy: the browser keeps compiled code only for a response left as it came.
 * @param {Response} response @param {number} size  how many bytes it must have */
async function count(response, size) {
  const reader = response.clone().body?.getReader();
  let come = 0;
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      come += chunk.value.byteLength;
      counted.done += chunk.value.byteLength;
      if (counted.done - told >= REPORT) tell("loading");
    }
  } catch (error) {
    fail(new Failed("network", String(error)));
    return;
  }
  if (come !== size) fail(new Failed("damaged", `${come} bytes, not ${size}`));
}

/** @type {Promise<void>[]} */
const counts = [];

// Pyodide fetches its files itself; this is how they are counted all the same.
worker.fetch = async (input, init) => {
  try {
    const response = await certain(input, init);
    const size = (await runtime).bytes[nameOf(response.url)];
    if (size !== undefined) counts.push(count(response, size));
    return response;
  } catch (error) {
    fail(error);
    throw error;
  }
};

/** @typedef {{FS: {writeFile: (path: string, bytes: Uint8Array) => void}, pyimport: (name: string) => any}} Python */

/** @type {Promise<Python> | undefined} */
let python;

/** Fetch an archive of modules. @param {string} name @returns {Promise<Uint8Array>} */
const archive = async (name) => {
  const { bytes, games } = await runtime;
  return whole(await get(new URL(name, RUNTIME)), bytes[name] ?? games[name]);
};

/** The least module there is: where it is refused, so is Python. */
const LEAST = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** Make sure that this browser runs WebAssembly here, and hear of it if Python's is of no use. */
function able() {
  try {
    void new WebAssembly.Module(LEAST);
  } catch (error) {
    throw new Failed("unable", String(error));
  }
  const streamed = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (...given) => {
    const made = streamed.apply(WebAssembly, given);
    made.catch((error) => Promise.all(counts).then(() => fail(error))); // They may know better why.
    return made;
  };
}

/** Let the browser keep the files as they are now in place of what it has. @param {string[]} names */
const renew = (names) => Promise.all(names.map(async (name) => whole(await get(new URL(name, RUNTIME)), (await runtime).bytes[name])));

/** Return what finds out why a script failed, which the browser does not tell: fetched once more it may. @param {string} name */
const reasoned = (name) => async (/** @type {unknown} */ error) => {
  await whole(await get(new URL(name, RUNTIME)));
  throw error;
};

async function boot() {
  able();
  if (FRESH) await renew(FILES);
  const engine = archive("engine.zip");
  engine.then(({ byteLength }) => (counted.done += byteLength), fail);
  const [{ loadPyodide }, { pyodide, bytes }] = await Promise.all([
    import(`${RUNTIME}pyodide.mjs`).catch(reasoned("pyodide.mjs")),
    runtime,
  ]);
  counted.total = Object.values(bytes).reduce((sum, size) => sum + size, 0);
  tell("loading");
  const places = { indexURL: `${RUNTIME}`, stdLibURL: `${RUNTIME}stdlib.zip`, lockFileURL: `${RUNTIME}pyodide-lock.json` };
  const loaded = await Promise.race([loadPyodide(places).catch(reasoned("pyodide.asm.js")), failing]);
  if (loaded.version !== pyodide) throw new Failed("damaged", `Pyodide ${loaded.version}, not ${pyodide}`);
  loaded.FS.writeFile("/lib/engine.zip", await engine);
  loaded.pyimport("sys").path.append("/lib/engine.zip");
  return loaded;
}

/** @type {Map<string, Promise<void>>} */
const known = new Map();

/** Do something once. @param {string} name @param {() => Promise<void>} act */
function once(name, act) {
  if (!known.has(name)) {
    tell("loading");
    known.set(name, act());
  }
  return known.get(name);
}

/** Give the engine a game and its texts in a language. @param {string} game @param {string} lang */
async function learn(game, lang) {
  const code = once(game, async () => {
    const [bytes, loaded] = await Promise.all([archive(`${game}.zip`), started()]);
    loaded.FS.writeFile(`/lib/${game}.zip`, bytes);
    (await door()).add(`/lib/${game}.zip`);
  });
  const texts = once(`${game}.${lang}`, async () => {
    const bytes = whole(await get(new URL(`${game}.${lang}.json`, DATA)));
    (await door()).load(new TextDecoder().decode(await bytes));
  });
  await Promise.all([code, texts]);
}

/** @returns {Promise<Python>} */
function started() {
  python ??= boot();
  return python;
}

/** @returns {Promise<Door>} */
async function door() {
  return (await started()).pyimport("rules_engine.browser");
}

/** @param {Call} call @returns {Promise<string>} */
async function answer({ call, question, lang, chosen }) {
  const engine = await door();
  if (call === "boot") return "null";
  const more = ["table", "sheet"].includes(call) ? [JSON.stringify(chosen ?? (call === "table" ? [] : null))] : [];
  return engine[call](JSON.stringify(question), lang, ...more);
}

worker.onmessage = async (/** @type {MessageEvent<Call>} */ { data }) => {
  const { id, game, lang } = data;
  /** @type {Why | "silent"} */
  let why = "silent";
  try {
    await learn(game, lang).catch((error) => {
      why = whyOf(error);
      throw error;
    });
    tell("ready");
    worker.postMessage({ id, answer: await answer(data) });
  } catch (error) {
    worker.postMessage({ id, error: String(error), why });
  }
};
