// Loads Python with tobean: on a first visit from the files of the site, later from a snapshot of its memory.
import {entries, LazyFile, mountFiles} from "./archive.js";
import {fetchUnpacked, readNow} from "./unpacking.js";

const APP = "/app";
const WASM = "pyodide.asm.wasm";
const WASM_TYPE = "application/wasm";
/** Address of the stored, unpacked WebAssembly. Without a service worker it leads to the packed file. */
const STORED_WASM = `${WASM}.packed?unpacked`;
const INDEX = "index.json";
const LIBRARY = "library.so";
const STANDARD_LIBRARY = "python_stdlib.zip";
const ARCHIVE = "app.zip";
/** Files that the first table does not need. */
const DEFERRED = "deferred.zip";
/** Bytes that have to be free for a snapshot to be stored. */
const MIN_FREE_BYTES = 3e8;
/** Milliseconds after which Chromium has stored the machine code of what has run. */
const CODE_DELAY = 8000;
/** A section of WebAssembly without content. With it, the stored file is another one for Chromium, so that the worker that
 * prepares the next visit compiles it anew: only then is its machine code stored. */
const EMPTY_SECTION = new Uint8Array([0, 2, 1, 0x78]);
/** Modules of the standard library that tobean needs, imported while tobean is being fetched. */
const EARLY_IMPORTS = `import asyncio, contextvars, dataclasses, decimal, email.message, email.utils, gettext, gzip, hmac, \
html, http.cookies, importlib.metadata, importlib.resources, inspect, ipaddress, json, logging, mimetypes, pathlib, \
pickle, pkgutil, random, secrets, shutil, tempfile, typing, urllib.parse, uuid, zipfile`;
/** Modules of tobean that the first table needs. */
const FIRST_IMPORTS = `import sys
sys.path.insert(0, "${APP}")
sys.dont_write_bytecode = True
from tobean.site.local import browser  # adds a clock that the others need
from tobean.site.local import app, sockets
`;

const plainFetch = self.fetch.bind(self);

/** A storage of this browser for files; pages without HTTPS have none. */
async function openCache(name) {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
}

/** Fetches and unpacks files in a worker of its own. */
class Unpacker {
  #worker = null;
  #count = 0;
  #waiting = new Map();

  constructor(onBytes) {
    this.onBytes = onBytes;
  }

  unpack(url) {
    this.#worker ??= this.#start();
    this.#count += 1;
    const number = this.#count;
    this.#worker.postMessage({number, url});
    return new Promise((resolve, reject) => this.#waiting.set(number, {resolve, reject}));
  }

  #start() {
    const worker = new Worker(new URL("unpacker.js", import.meta.url), {type: "module"});
    worker.onmessage = ({data: {bytes, number, content, error}}) => {
      if (bytes) return this.onBytes(bytes);
      const {resolve, reject} = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (error) reject(new Error(error));
      else resolve(new Uint8Array(content));
    };
    worker.onerror = ({message}) => {
      for (const {reject} of this.#waiting.values()) reject(new Error(message ?? "unpacker.js"));
      this.#waiting.clear();
    };
    return worker;
  }

  end() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** Python of one version of the site. */
export class Python {
  /** The module `tobean.site.local.browser`. */
  module = null;
  /** Whether the snapshot of a prepared Python was found. */
  isPrepared = false;
  /** The compiled WebAssembly. */
  #wasm = null;
  /** Content of files by name, or promises of it. */
  #files = new Map();
  /** Contents of the archive `DEFERRED` by path, once they are there. */
  #deferredFiles = null;
  /** Python's memory after the first imports. */
  #imported = null;
  #cache = null;
  #pyodide = null;
  #unpacker = null;

  /** `folder` is the address of the files; `onBytes` is told how many bytes have been fetched. `shared` is what another
   * worker has already loaded. */
  constructor(folder, onBytes, shared = {}) {
    this.folder = folder;
    this.onBytes = onBytes;
    this.#wasm = shared.wasm ?? null;
    this.#files = new Map(shared.files);
    this.#imported = shared.snapshot ?? null;
    this.#unpacker = new Unpacker(onBytes);
    this.cacheName = `tobean python ${new URL("..", folder)}`;
    // How Python calls functions depends on the browser, and a snapshot remembers it.
    this.preparedUrl = `${folder}prepared?${encodeURIComponent(navigator.userAgent)}`;
  }

  /** What further workers need to start quickly. */
  async shared() {
    const files = await Promise.all([...this.#files].map(async ([name, content]) => [name, await content]));
    return {wasm: this.#wasm, files, snapshot: this.#imported};
  }

  /** The unpacked content of a file. */
  #file(name) {
    if (!this.#files.has(name)) this.#files.set(name, this.#read(name));
    return this.#files.get(name);
  }

  async #read(name) {
    const stored = await this.#cache?.match(this.folder + name);
    return stored ? new Uint8Array(await stored.arrayBuffer()) : this.#unpacker.unpack(this.folder + name);
  }

  async #json(name) {
    return JSON.parse(new TextDecoder().decode(await this.#file(name)));
  }

  /** Addresses of the files of the site, as JSON. */
  async addresses() {
    return JSON.stringify((await this.#json(INDEX)).addresses);
  }

  /** Compiles the WebAssembly while it is being fetched; `onFetched` is called once it is. */
  async #compile(onFetched) {
    const stored = await this.#cache?.match(this.folder + STORED_WASM);
    if (!stored) return WebAssembly.compileStreaming(fetchUnpacked(this.folder + WASM, {type: WASM_TYPE, onBytes: this.onBytes, onEnd: onFetched}));
    onFetched();
    // Chromium stores machine code beside the file, and uses it, only if the service worker has answered.
    const answer = await plainFetch(this.folder + STORED_WASM);
    return WebAssembly.compileStreaming(answer.headers.get("content-type") === WASM_TYPE ? answer : stored);
  }

  /** Starts Python; `allowsSnapshots` says whether snapshots may be taken. */
  async load(allowsSnapshots = false) {
    this.#cache = await openCache(this.cacheName);
    const prepared = await this.#cache?.match(this.preparedUrl);
    this.isPrepared = Boolean(prepared);
    const scripts = Promise.all([import(`${this.folder}pyodide.js`), import(`${this.folder}pyodide.asm.js`)]);
    const starting = [INDEX, STANDARD_LIBRARY, LIBRARY].map((name) => this.#file(name));
    // tobean is fetched while Python is starting.
    const fetched = new Promise((resolve) => {
      if (this.#wasm) resolve();
      else starting.push(this.#compile(resolve).then((wasm) => (this.#wasm = wasm)));
    });
    const app = fetched.then(() => this.#file(ARCHIVE));
    // Twice as fast as `prepared.arrayBuffer()` in Chromium.
    const snapshot = prepared ? new Uint8Array(await (await prepared.blob()).arrayBuffer()) : this.#imported;
    const [[{loadPyodide}, {default: createModule}]] = await Promise.all([scripts, ...starting]);
    const start = (found) => this.#start(loadPyodide, createModule, found, allowsSnapshots || !found);
    if (snapshot) {
      this.#pyodide = await start(snapshot).catch((error) => this.#forgetSnapshot(error));
      if (this.#pyodide) await this.#mount(app);
    }
    if (!this.#pyodide) {
      this.#pyodide = await start(null);
      this.#pyodide.runPython(EARLY_IMPORTS);
      await this.#mount(app);
      this.#pyodide.runPython(FIRST_IMPORTS);
      this.#imported = this.#pyodide.makeMemorySnapshot();
    }
    this.module = this.#pyodide.pyimport("tobean.site.local.browser");
    this.module.reseed();
  }

  async #start(loadPyodide, createModule, snapshot, allowsSnapshots) {
    // A snapshot has the addresses of the one library in C. Loaded before Python starts, it is always at the same ones.
    const {library, lock} = await this.#json(INDEX);
    const [libraryBytes, standardLibrary] = await Promise.all([this.#file(LIBRARY), this.#file(STANDARD_LIBRARY)]);
    const path = `${APP}/${library}`;
    const contents = new Map([
      [this.folder + LIBRARY, libraryBytes],
      [this.folder + STANDARD_LIBRARY, standardLibrary],
      [this.folder + WASM, new Uint8Array(0)], // it is compiled already
    ]);
    // Pyodide fetches and compiles by these names.
    self.fetch = async (what, options) => {
      const content = contents.get(String(what?.url ?? what));
      return content ? new Response(content) : plainFetch(what, options);
    };
    WebAssembly.instantiateStreaming = async (_, imports) => ({module: this.#wasm, instance: await WebAssembly.instantiate(this.#wasm, imports)});
    const createPyodideModule = async (settings) => {
      const locateFile = (name) => (name === path ? this.folder + LIBRARY : settings.locateFile(name));
      const module = await createModule({...settings, dynamicLibraries: [path], locateFile});
      if (snapshot) module.growMemory(snapshot.length);
      return module;
    };
    const options = {indexURL: this.folder, lockFileContents: lock, packageBaseUrl: this.folder, createPyodideModule, _makeSnapshot: allowsSnapshots};
    return loadPyodide(snapshot ? {...options, _loadSnapshot: snapshot} : options);
  }

  /** Shows tobean to Python as a folder. */
  async #mount(app) {
    const {library, deferred} = await this.#json(INDEX);
    const files = new Map(entries(await app));
    files.set(library, await this.#file(LIBRARY));
    for (const [path, length] of Object.entries(deferred)) files.set(path, new LazyFile(length, () => this.#lazyFile(path)));
    mountFiles(this.#pyodide.FS, files, APP);
    if (this.#files.has(DEFERRED)) this.loadDeferred();
  }

  /** Loads the files that the first table does not need. */
  async loadDeferred() {
    try {
      this.#deferredFiles ??= new Map(entries(await this.#file(DEFERRED)));
      this.#unpacker.end();
    } catch (error) {
      console.warn(error); // Python fetches them when it reads one of them
    }
  }

  #lazyFile(path) {
    this.#deferredFiles ??= new Map(entries(readNow(this.folder + DEFERRED)));
    return this.#deferredFiles.get(path);
  }

  /** The snapshot is damaged: Python starts as on a first visit. */
  async #forgetSnapshot(error) {
    console.warn(error);
    this.isPrepared = false;
    await this.#cache?.delete(this.preparedUrl);
    return null;
  }

  /** Stores the WebAssembly for the next visit. Returns false where the tables of the visitor may need the space. */
  async storeWasm() {
    const {quota, usage} = await navigator.storage.estimate();
    if (quota - usage < MIN_FREE_BYTES) return false;
    await caches.delete(this.cacheName);
    const cache = await openCache(this.cacheName);
    const wasm = new Blob([await (await fetchUnpacked(this.folder + WASM)).blob(), EMPTY_SECTION], {type: WASM_TYPE});
    await cache.put(this.folder + STORED_WASM, new Response(wasm));
    return true;
  }

  /** Prepares Python for tables, and stores a snapshot of it with the files that it needs, unpacked. */
  async prepare(language) {
    await this.module.prepare(language, await this.addresses());
    for (const name of [INDEX, STANDARD_LIBRARY, LIBRARY, ARCHIVE, DEFERRED]) await this.#cache.put(this.folder + name, new Response(await this.#file(name)));
    // Stored last: a snapshot is never there without its files.
    await this.#cache.put(this.preparedUrl, new Response(this.#pyodide.makeMemorySnapshot()));
    await new Promise((passed) => setTimeout(passed, CODE_DELAY));
  }
}
