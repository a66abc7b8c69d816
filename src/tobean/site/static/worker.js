// Runs Python in a Web Worker: one worker has the site of this device, another one its bots. On a first visit a third one
// prepares the next visit.
import {Python} from "./python.js";
import * as storage from "./storage.js";

const LOCK_TRIES = 8;
const LOCK_PAUSE = 250;
/** Gigabytes of memory below which bots think in the same worker as the tables. */
const ENOUGH_MEMORY = 2;

/** Milliseconds after the start until the next visit is prepared, so that the first table is not delayed. */
const PREPARATION_DELAY = 15000;

/** Milliseconds after the first question to a bot until the worker of the bots starts, once the page is idle: the table is
 * shown first. */
const BOTS_DELAY = 1500;

/** Milliseconds after the start until the files that the first table does not need are loaded. */
const DEFERRED_DELAY = 3000;

let python = null;
let site = null;
let settings = null;
let bots = null;
let loaded = 0;
let reported = 0;

/** Counts the bytes of a download, for the progress bar. */
function countBytes(count) {
  loaded += count;
  const share = Math.min(99, Math.floor((100 * loaded) / settings.bytes));
  if (share > reported) self.postMessage({type: "progress", share: (reported = share)});
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
    setTimeout(() => self.postMessage({type: "awaitIdle"}), BOTS_DELAY);
  }

  async start() {
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
    worker.postMessage({type: "start", role: "bots", settings, shared: await python.shared()});
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

const thinkHere = (request) => python.module.think(request);

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
    python = new Python(settings.python, countBytes, message.shared);
    if (message.role === "preparation" && !(await python.storeWasm())) {
      self.postMessage({type: "unprepared"});
      return;
    }
    await python.load(message.role === "preparation");
    if (message.role === "preparation") {
      await python.prepare(settings.language);
      self.postMessage({type: "prepared"});
      return;
    }
    if (message.role === "site") {
      site = python.module.BrowserSite(functions, settings.root, await python.addresses());
      await site.start();
      setTimeout(() => python.loadDeferred(), DEFERRED_DELAY);
      if (python.isPrepared) self.postMessage({type: "prepared"});
      else setTimeout(prepareNextVisit, PREPARATION_DELAY);
    }
    self.postMessage({type: "ready"});
  } catch (error) {
    if (message.role === "preparation") console.warn(error);
    else console.error(error);
    fail("load", error);
  }
}

// Pyodide does not wait for the loading of a library in C, so this is how its failure is noticed.
self.onunhandledrejection = ({reason}) => python?.module || fail("load", reason);

async function prepareNextVisit() {
  const worker = new Worker(import.meta.url, {type: "module"});
  worker.onmessage = ({data}) => {
    if (["prepared", "unprepared", "failed"].includes(data.type)) worker.terminate();
    if (data.type === "prepared") self.postMessage(data);
  };
  // It compiles the stored WebAssembly itself.
  worker.postMessage({type: "start", role: "preparation", settings, shared: {...(await python.shared()), wasm: null}});
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
  /** The page has nothing to do. */
  idle() {
    bots.start();
  },
  think({number, request}) {
    self.postMessage({type: "answer", number, answer: thinkHere(request)});
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
