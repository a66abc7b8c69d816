// Runs Python in a Web Worker: one worker has the site of this device, another one its bots.
import * as storage from "./storage.js";

const LOCK_TRIES = 8;
const LOCK_PAUSE = 250;
/** Milliseconds after the start until bytecode is stored, so that it does not delay the first table. */
const BYTECODE_DELAY = 15000;
/** Gigabytes of memory below which bots think in the same worker as the tables. */
const ENOUGH_MEMORY = 2;

/** The module `tobean.site.local.browser`. */
let python = null;
let site = null;
let settings = null;
let bots = null;
let loaded = 0;
let reported = 0;
let isFirstVisit = true;

/** Counts the bytes of a download, for the progress bar. */
const counter = () =>
  new TransformStream({
    transform(part, controller) {
      loaded += part.byteLength;
      const share = Math.min(99, Math.floor((100 * loaded) / settings.bytes));
      if (share > reported) self.postMessage({type: "progress", share: (reported = share)});
      controller.enqueue(part);
    },
  });

const plainFetch = self.fetch.bind(self);

/** Fetches a file of Python, which is packed: not every web server compresses what it sends. */
async function fetchPacked(url) {
  const answer = await plainFetch(`${url}.packed`);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const body = answer.body.pipeThrough(counter()).pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, {headers: {"content-type": url.endsWith(".wasm") ? "application/wasm" : "application/octet-stream"}});
}

// Pyodide fetches its files by this name.
self.fetch = async (what, options) => {
  const url = String(what?.url ?? what);
  if (!url.startsWith(settings.python)) return plainFetch(what, options);
  return (await storedFile(url)) ?? fetchPacked(url);
};

const BYTECODE = "tobean bytecode";
const APP_BYTECODE = "app_bytecode.zip";
const STANDARD_LIBRARY = "python_stdlib.zip";

/** A file with bytecode that an earlier visit has stored, undefined if there is none. It makes imports quicker. */
async function storedFile(url) {
  try {
    return await (await caches.open(BYTECODE)).match(url);
  } catch {
    return undefined; // pages without HTTPS have no such storage
  }
}

/** Stores the bytecode of this version in place of any other. */
async function storeBytecode() {
  try {
    const archives = [[STANDARD_LIBRARY, await python.standard_library_archive()], [APP_BYTECODE, python.bytecode_archive()]];
    await caches.delete(BYTECODE);
    const cache = await caches.open(BYTECODE);
    for (const [name, archive] of archives) {
      await cache.put(settings.python + name, new Response(archive.toJs()));
      archive.destroy();
    }
  } catch (error) {
    console.warn(error); // the next visit is as slow as this one
  }
}

async function loadPython() {
  const [{loadPyodide}, bytecode, app] = await Promise.all([
    import(`${settings.python}pyodide.js`),
    storedFile(settings.python + APP_BYTECODE).then((answer) => answer?.arrayBuffer()),
    fetchPacked(`${settings.python}app.zip`).then((answer) => answer.arrayBuffer()),
  ]);
  const pyodide = await loadPyodide({indexURL: settings.python});
  pyodide.unpackArchive(app, "zip", {extractDir: "/app"});
  if (bytecode) pyodide.unpackArchive(bytecode, "zip", {extractDir: "/app"});
  isFirstVisit = bytecode === undefined;
  pyodide.runPython("import sys; sys.path.insert(0, '/app'); sys.dont_write_bytecode = False");
  return pyodide.pyimport("tobean.site.local.browser");
}

const held = new Map();

/** Takes the lock of a table; a tab that is just being closed may hold it for another moment. */
async function acquire(table) {
  if (held.has(table) || !navigator.locks) return true;
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const got = await new Promise((resolve) => {
      navigator.locks.request(`tobean ${table}`, {ifAvailable: true}, (lock) => {
        resolve(lock !== null);
        return lock && new Promise((release) => held.set(table, release));
      });
    });
    if (got) return true;
    await new Promise((passed) => setTimeout(passed, LOCK_PAUSE));
  }
  return false;
}

function release(table) {
  held.get(table)?.();
  held.delete(table);
}

/** The worker for bots. Until it has started, and if it fails, the worker of the site thinks itself. */
class BotWorker {
  #ready = false;
  #count = 0;
  #waiting = new Map();

  constructor() {
    const worker = new Worker(import.meta.url, {type: "module"});
    this.worker = worker;
    worker.onmessage = ({data}) => {
      if (data.type === "ready") {
        this.#ready = true;
        self.postMessage({type: "bots"});
      }
      if (data.type === "answer") this.#settle(data.number, data.answer);
    };
    worker.onerror = () => this.#fail();
    worker.postMessage({type: "start", role: "bots", settings});
  }

  #settle(number, answer) {
    this.#waiting.get(number)?.resolve(answer);
    this.#waiting.delete(number);
  }

  #fail() {
    this.#ready = false;
    for (const {resolve, request} of this.#waiting.values()) resolve(thinkHere(request));
    this.#waiting.clear();
  }

  ask(request) {
    if (!this.#ready) return thinkHere(request);
    this.#count += 1;
    const number = this.#count;
    return new Promise((resolve) => {
      this.#waiting.set(number, {resolve, request});
      this.worker.postMessage({type: "think", number, request});
    });
  }
}

const thinkHere = (request) => python.think(request);

async function ask(request) {
  if ((navigator.deviceMemory ?? ENOUGH_MEMORY) < ENOUGH_MEMORY) return thinkHere(request);
  bots ??= new BotWorker();
  return bots.ask(request);
}

const post = (number, message) => self.postMessage({type: "socket", number, message: JSON.parse(message)});

const functions = {...storage, acquire, release, ask, post};

let hasFailed = false;

/** Tells the page why nothing can be played here. */
function fail(reason, error = "") {
  hasFailed = true;
  self.postMessage({type: "failed", reason, text: String(error)});
}

async function start(message) {
  settings = message.settings;
  if (message.role === "site") {
    try {
      await storage.open(() => fail("outdated"));
    } catch (error) {
      fail(error.name === storage.OUTDATED ? "outdated" : "storage", error);
      return;
    }
  }
  try {
    python = await loadPython();
    if (message.role === "site") {
      const addresses = await (await fetchPacked(`${settings.python}addresses.json`)).text();
      site = python.BrowserSite(functions, settings.root, addresses);
      await site.start();
    }
    self.postMessage({type: "ready"});
    if (message.role === "site" && isFirstVisit) setTimeout(storeBytecode, BYTECODE_DELAY);
  } catch (error) {
    console.error(error);
    fail("load", error);
  }
}

let started = null;

const HANDLERS = {
  async request({number, method, path, language, theme, body, contentType}) {
    const answer = await site.request(method, path, language, theme, body, contentType);
    self.postMessage({type: "answer", number, answer: JSON.parse(answer)});
  },
  open({number, table, query}) {
    site.open_socket(number, table, query);
  },
  deliver({number, text}) {
    site.deliver(number, text);
  },
  close({number}) {
    site.close_socket(number);
  },
  think({number, request}) {
    self.postMessage({type: "answer", number, answer: python.think(request)});
  },
};

self.onmessage = async ({data}) => {
  if (data.type === "start") {
    started = start(data);
    return;
  }
  await started;
  if (hasFailed) return;
  try {
    await HANDLERS[data.type](data);
  } catch (error) {
    console.error(error);
    if (data.number !== undefined && data.type === "request") self.postMessage({type: "answer", number: data.number, answer: {status: 500, headers: {}, text: String(error)}});
  }
};
