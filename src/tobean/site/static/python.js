// Loads Python with tobean: on a first visit from the files of the site, later from a snapshot of its memory.
import {entries, mountFiles} from "./archive.js";

const APP = "/app";
const PACKED = ".packed";
const WASM = "pyodide.asm.wasm";
const ARCHIVE = "app.zip";
const STANDARD_LIBRARY = "python_stdlib.zip";
/** Bytes that have to be free for a snapshot to be stored. */
const ENOUGH_SPACE = 3e8;
/** Modules of tobean that the first table needs. */
const FIRST_IMPORTS = `
import sys
sys.path.insert(0, "${APP}")
sys.dont_write_bytecode = True
import tobean.site.local.browser  # adds a clock that the others need
import tobean.site.local.app, tobean.site.local.sockets
`;

const plainFetch = self.fetch.bind(self);

const typeOf = (name) => (name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream");

/** A storage of this browser for files; pages without HTTPS have none. */
async function openCache(name) {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
}

/** Python of one version of the site. */
export class Python {
  /** The compiled WebAssembly, for further workers. */
  wasm = null;
  /** The module `tobean.site.local.browser`. */
  module = null;
  /** Fulfilled once further workers can start from a snapshot. */
  stored = Promise.resolve();
  /** Whether the snapshot of a prepared Python was found. */
  isPrepared = false;
  #cache = null;
  #pyodide = null;

  /** `folder` is the address of the files; `onBytes` is told how many bytes have been fetched. */
  constructor(folder, onBytes) {
    this.folder = folder;
    this.onBytes = onBytes;
    this.cacheName = `tobean python ${new URL("..", folder)}`;
    // How Python calls functions depends on the browser, and a snapshot remembers it.
    const browser = encodeURIComponent(navigator.userAgent);
    this.preparedUrl = `${folder}prepared?${browser}`;
    this.importedUrl = `${folder}imported?${browser}`;
  }

  /** Fetches a file of Python, which is packed: not every web server compresses what it sends. */
  async #fetch(name) {
    const stored = await this.#cache?.match(this.folder + name);
    if (stored) return stored;
    const answer = await plainFetch(this.folder + name + PACKED);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const {onBytes} = this;
    const counter = new TransformStream({
      transform(part, controller) {
        onBytes(part.byteLength);
        controller.enqueue(part);
      },
    });
    const body = answer.body.pipeThrough(counter).pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, {headers: {"content-type": typeOf(name)}});
  }

  async text(name) {
    return (await this.#fetch(name)).text();
  }

  async #bytes(name) {
    return new Uint8Array(await (await this.#fetch(name)).arrayBuffer());
  }

  async #snapshot() {
    const prepared = await this.#cache?.match(this.preparedUrl);
    this.isPrepared = Boolean(prepared);
    const found = prepared ?? (await this.#cache?.match(this.importedUrl));
    return found && new Uint8Array(await found.arrayBuffer());
  }

  /** Starts Python. `wasm` is what another worker has compiled; `isRecorded` says whether snapshots will be taken. */
  async load(wasm = null, isRecorded = false) {
    this.#cache = await openCache(this.cacheName);
    const compiled = async () => wasm ?? WebAssembly.compileStreaming(this.#fetch(WASM));
    const [{loadPyodide}, {default: createModule}, app, snapshot] = await Promise.all([
      import(`${this.folder}pyodide.js`),
      import(`${this.folder}pyodide.asm.js`),
      this.#bytes(ARCHIVE),
      this.#snapshot(),
      compiled().then((found) => (this.wasm = found)),
    ]);
    const files = new Map(entries(app));
    const start = (found) => this.#start(loadPyodide, createModule, files, found, isRecorded || !found);
    if (snapshot) this.#pyodide = await start(snapshot).catch((error) => this.#forgetSnapshots(error));
    if (!this.#pyodide) {
      this.#pyodide = await start(null);
      this.#pyodide.runPython(FIRST_IMPORTS);
      this.stored = this.#store(this.importedUrl);
    }
    this.module = this.#pyodide.pyimport("tobean.site.local.browser");
    this.module.reseed();
  }

  async #start(loadPyodide, createModule, files, snapshot, isRecorded) {
    // A snapshot has the addresses of the one library in C. Loaded before Python starts, it is always at the same ones.
    const name = [...files.keys()].find((path) => path.endsWith(".so"));
    const library = `${APP}/${name}`;
    const libraryUrl = this.folder + name;
    // Pyodide fetches and compiles by these names.
    self.fetch = (what, options) => {
      const url = String(what?.url ?? what);
      if (url === libraryUrl) return Promise.resolve(new Response(files.get(name)));
      return url.startsWith(this.folder) ? this.#fetch(url.slice(this.folder.length)) : plainFetch(what, options);
    };
    WebAssembly.instantiateStreaming = async (_, imports) => ({module: this.wasm, instance: await WebAssembly.instantiate(this.wasm, imports)});
    const createPyodideModule = async (settings) => {
      const locateFile = (path) => (path === library ? libraryUrl : settings.locateFile(path));
      const module = await createModule({...settings, dynamicLibraries: [library], locateFile});
      if (snapshot) module.growMemory(snapshot.length);
      return module;
    };
    const options = {indexURL: this.folder, createPyodideModule, _makeSnapshot: isRecorded};
    const pyodide = await loadPyodide(snapshot ? {...options, _loadSnapshot: snapshot} : options);
    mountFiles(pyodide.FS, files, APP);
    return pyodide;
  }

  /** A snapshot is damaged: Python starts as on a first visit. */
  async #forgetSnapshots(error) {
    console.warn(error);
    this.isPrepared = false;
    await this.#cache.delete(this.preparedUrl);
    await this.#cache.delete(this.importedUrl);
    return null;
  }

  /** Prepares Python for tables, and stores a snapshot of it with the files that it needs, unpacked. Returns false where
   * the tables of the visitor may need the space. */
  async prepare(language) {
    const {quota, usage} = await navigator.storage.estimate();
    if (quota - usage < ENOUGH_SPACE) return false;
    await this.module.prepare(language, await this.text("addresses.json"));
    await caches.delete(this.cacheName);
    this.#cache = await openCache(this.cacheName);
    for (const name of [WASM, ARCHIVE, STANDARD_LIBRARY]) await this.#cache.put(this.folder + name, await this.#fetch(name));
    await this.#store(this.preparedUrl);
    return true;
  }

  /** Stores a snapshot for the next visit; without it, that one is as slow as this one. */
  async #store(url) {
    try {
      await this.#cache?.put(url, new Response(this.#pyodide.makeMemorySnapshot()));
    } catch (error) {
      console.warn(error);
    }
  }
}
