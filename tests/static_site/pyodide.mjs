// Pyodide of a static site in Node: unpacks the files that the site's worker would unpack.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {pathToFileURL} from "node:url";
import zlib from "node:zlib";

// Node would print the line of the error, which is the whole of Pyodide.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

/** Copies a folder `python/MARK` of a site, unpacked, to a temporary folder; returns its path. */
export function unpacked(folder) {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), "tobean-python-"));
  process.on("exit", () => fs.rmSync(copy, {recursive: true}));
  fs.writeFileSync(path.join(copy, "package.json"), '{"type": "module"}');
  for (const name of fs.readdirSync(folder)) {
    const data = fs.readFileSync(path.join(folder, name));
    if (name.endsWith(".packed")) fs.writeFileSync(path.join(copy, name.slice(0, -".packed".length)), zlib.gunzipSync(data));
    else fs.writeFileSync(path.join(copy, name), data);
  }
  return copy;
}

/** Loads Pyodide from an unpacked folder. */
export async function load(folder) {
  const {loadPyodide} = await import(pathToFileURL(path.join(folder, "pyodide.js")));
  return loadPyodide({indexURL: `${folder}/`});
}

/** Unpacks the archive with tobean. */
export function unpackApp(pyodide, folder) {
  pyodide.unpackArchive(new Uint8Array(fs.readFileSync(path.join(folder, "app.zip"))), "zip", {extractDir: "/app"});
}
