// Compiles Python modules with Pyodide in Node: node compile.mjs PYODIDE_FOLDER BYTECODE_PY SOURCES TARGET
// (tobean/site/bytecode.py). The paths of the archives are in one folder.
import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [folder, script, sources, target] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
// Columns in error messages would take a fifth of the space.
const pyodide = await loadPyodide({indexURL: `${folder}/`, env: {PYTHONNODEBUGRANGES: "1"}});
pyodide.FS.mkdirTree("/archives");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root: path.dirname(sources)}, "/archives");
const names = pyodide.toPy({__name__: "bytecode", archives: [sources, target].map((file) => `/archives/${path.basename(file)}`)});
pyodide.runPython(fs.readFileSync(script, "utf8"), {globals: names});
pyodide.runPython("compile_archive(*map(Path, archives))", {globals: names});
