// Tell which files of Pyodide's standard library the engine needs: in the untouched runtime import the whole engine, ask it
// questions, fail once (a traceback needs modules too), and list what was loaded. Argument: the engine's wheel. Standard
// input: {"questions": [...]}. Standard output: a JSON list of paths within the library's zip.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

// Node would print the whole line of an error, and Pyodide is one line of a million characters.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(process.argv[2])), "wheel");
python.globals.set("given", readFileSync(0, "utf8"));
const files = python.runPython(`
import importlib, json, pkgutil, sys, traceback

import rules_engine

for module in pkgutil.walk_packages(rules_engine.__path__, "rules_engine."):
    if not module.name.endswith(".__main__"):
        importlib.import_module(module.name)
for question in json.loads(given)["questions"]:
    rules_engine.ask(question)
try:
    rules_engine.ask({})
except Exception:
    traceback.format_exc()

library = next(path for path in sys.path if path.endswith(".zip")) + "/"
origins = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
json.dumps(sorted(origin.removeprefix(library) for origin in origins if origin.startswith(library)))
`);
process.stdout.write(files);
