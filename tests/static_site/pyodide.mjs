// Pyodide of a static site in Node: unpacks the files that the site's worker would unpack.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {pathToFileURL} from "node:url";

const DECOMPRESSION = new URL("../../src/tobean/site/static/vendor/fzstd/fzstd.js", import.meta.url);

// Node would print the line of the error, which is the whole of Pyodide.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

/** Copies a folder `python/MARK` of a site, unpacked, to a temporary folder; resolves to its path. */
export async function unpacked(folder) {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), "tobean-python-"));
  process.on("exit", () => fs.rmSync(copy, {recursive: true}));
  fs.writeFileSync(path.join(copy, "package.json"), '{"type": "module"}');
  fs.copyFileSync(DECOMPRESSION, path.join(copy, "fzstd.js"));
  const {decompress} = await import(pathToFileURL(path.join(copy, "fzstd.js")));
  for (const name of fs.readdirSync(folder)) {
    const data = fs.readFileSync(path.join(folder, name));
    if (name.endsWith(".packed")) fs.writeFileSync(path.join(copy, name.slice(0, -".packed".length)), decompress(data));
    else fs.writeFileSync(path.join(copy, name), data);
  }
  return copy;
}

const indexOf = (folder) => JSON.parse(fs.readFileSync(path.join(folder, "index.json"), "utf8"));

/** Loads Pyodide from an unpacked folder. */
export async function load(folder) {
  const {loadPyodide} = await import(pathToFileURL(path.join(folder, "pyodide.js")));
  return loadPyodide({indexURL: `${folder}/`, lockFileContents: indexOf(folder).lock, packageBaseUrl: `${folder}/`});
}

/** Unpacks the archives with tobean. */
export function unpackApp(pyodide, folder) {
  for (const name of ["app.zip", "deferred.zip"]) pyodide.unpackArchive(new Uint8Array(fs.readFileSync(path.join(folder, name))), "zip", {extractDir: "/app"});
  pyodide.FS.writeFile(`/app/${indexOf(folder).library}`, fs.readFileSync(path.join(folder, "library.so")));
}
