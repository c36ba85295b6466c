// The rules engine in a worker: Pyodide, the engine with the games it is asked about, and one call after the other.
// In: {id, call, question, game, lang}. Out: {id, answer} or {id, error}, and {state, done, total} whenever that changes.

/** @typedef {"scene" | "ask" | "table" | "hint" | "sheet" | "puzzle"} Name  of a function of rules_engine.browser */
/** @typedef {{id: number, call: "boot" | Name, question: unknown, game: string, lang: string, chosen?: unknown}} Call */
/** @typedef {{pyodide: string, bytes: {[file: string]: number}}} Runtime */
/** @typedef {{add: (archive: string) => void, load: (data: string) => void} & {[name in Name]: (question: string, lang: string, ...more: string[]) => string}} Door */

const RUNTIME = new URL("../pyodide/", import.meta.url);
const DATA = new URL("../data/", import.meta.url);

const worker = /** @type {{postMessage: (message: unknown) => void, onmessage: unknown, fetch: typeof fetch}} */ (
  /** @type {unknown} */ (globalThis)
);
const fetched = worker.fetch.bind(globalThis);

/** @type {Promise<Runtime>} */
const runtime = get(new URL("runtime.json", RUNTIME)).then((response) => response.json());
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
async function get(url) {
  const response = await worker.fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${new URL(url).pathname}`);
  return response;
}

/** Count what arrives of *response*, from a copy: the browser keeps compiled code only for a response left as it came.
 * @param {Response} response */
async function count(response) {
  const reader = response.clone().body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    counted.done += chunk.value.byteLength;
    if (counted.done - told >= REPORT) tell("loading");
  }
}

// Pyodide fetches its files itself; this is how they are counted all the same.
worker.fetch = async (input, init) => {
  const response = await fetched(input, init);
  const name = new URL(response.url).pathname.split("/").pop() ?? "";
  if (name !== "runtime.json" && name in (await runtime).bytes) void count(response).catch(() => {});
  return response;
};

/** @typedef {{FS: {writeFile: (path: string, bytes: Uint8Array) => void}, pyimport: (name: string) => any}} Python */

/** @type {Promise<Python> | undefined} */
let python;

/** Fetch an archive of modules. @param {string} name @returns {Promise<Uint8Array>} */
const archive = async (name) => new Uint8Array(await (await get(new URL(name, RUNTIME))).arrayBuffer());

async function boot() {
  const engine = archive("engine.zip");
  const [{ loadPyodide }, { pyodide, bytes }] = await Promise.all([import(`${RUNTIME}pyodide.mjs`), runtime]);
  counted.total = Object.values(bytes).reduce((sum, size) => sum + size, 0);
  tell("loading");
  const [loaded, core] = await Promise.all([
    loadPyodide({ indexURL: `${RUNTIME}`, stdLibURL: `${RUNTIME}stdlib.zip`, lockFileURL: `${RUNTIME}pyodide-lock.json` }),
    engine,
  ]);
  if (loaded.version !== pyodide) throw new Error(`Pyodide ${loaded.version}, not ${pyodide}`);
  loaded.FS.writeFile("/lib/engine.zip", core);
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
    const text = (await get(new URL(`${game}.${lang}.json`, DATA))).text();
    (await door()).load(await text);
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
async function answer({ call, question, game, lang, chosen }) {
  await learn(game, lang);
  const engine = await door();
  tell("ready");
  if (call === "boot") return "null";
  const more = ["table", "sheet"].includes(call) ? [JSON.stringify(chosen ?? (call === "table" ? [] : null))] : [];
  return engine[call](JSON.stringify(question), lang, ...more);
}

worker.onmessage = async (/** @type {MessageEvent<Call>} */ { data }) => {
  try {
    worker.postMessage({ id: data.id, answer: await answer(data) });
  } catch (error) {
    worker.postMessage({ id: data.id, error: String(error) });
  }
};
