// Pages of a static site: requests, forms and sockets go to a worker in this browser (worker.js) instead of a server.
// The pages and the table are those of the server; only what is here differs.
import {read} from "./storage.js";

const html = document.documentElement;
const root = new URL(html.dataset.root, location.href).href;
const language = html.lang;
const texts = JSON.parse(html.dataset.texts);
const THEME = "tobean theme";
const LANGUAGE = "tobean language";
const PERSON = "tobean person";
/** Milliseconds after the start of Python until the other files are fetched: a first table comes first. */
const OFFLINE_DELAY = 4000;

/** Storage may be disabled; then choices last until the page is left. */
const remembered = (key) => {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
};
const remember = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The page works without it.
  }
};

function applyTheme() {
  const theme = remembered(THEME);
  if (theme) html.dataset.theme = theme;
  else delete html.dataset.theme;
}

applyTheme();

// --- addresses (tobean/site/addresses.py) ----------------------------------------------------------------------------

const STATIC_PAGE = /^\/(|rules|rules\/[^/]+|cards\/[^/]+|learn|learn\/[^/]+|privacy)$/;
const FILE = /^\/(assets|static|catalogue|local|python)\/|^\/shelf\.css$|^\/service-worker\.js$/;

/** The address of a path of the server. */
function address(path) {
  const [, bare, query = "", anchor = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path);
  if (FILE.test(bare)) return root + path.slice(1);
  if (STATIC_PAGE.test(bare)) return `${root}${language}${bare.replace(/\/$/, "")}/${anchor}`;
  return `${root}${language}/page/#${bare}${query}`;
}

/** The path of the server that an address stands for. */
function serverPath(url) {
  const {href, pathname, search, hash} = new URL(url, location.href);
  const below = `${root}${language}/`;
  if (href.startsWith(`${below}page/#`)) return href.slice(`${below}page/#`.length);
  if (!href.startsWith(below)) return pathname + search + hash;
  return `/${href.slice(below.length).replace(/[?#].*/, "").replace(/\/$/, "")}${search}${hash}`;
}

const isDynamic = (url) => new URL(url, location.href).href.startsWith(`${root}${language}/page/#`);

// --- the worker ------------------------------------------------------------------------------------------------------

let worker = null;
let failure = "";
let requestCount = 0;
const waiting = new Map();
const sockets = new Map();

function startWorker() {
  if (worker || failure) return;
  if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") return fail(texts.wasm);
  if (typeof indexedDB === "undefined") return fail(texts.storage);
  worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
  worker.onmessage = ({data}) => FROM_WORKER[data.type](data);
  worker.onerror = () => fail(texts.load);
  const python = new URL(html.dataset.python, root).href;
  worker.postMessage({type: "start", role: "site", settings: {python, root, language, bytes: Number(html.dataset.bytes)}});
}

const FROM_WORKER = {
  progress({share}) {
    showProgress(share);
  },
  ready() {
    showProgress(100);
    html.dataset.ready = "yes";
    // The first page is complete by then, so that an offer of a new version does not move under the pointer.
    begun.then(() => setTimeout(keepOffline, OFFLINE_DELAY));
  },
  awaitIdle() {
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout; // Safari has none
    whenIdle(() => post({type: "idle"}));
  },
  /** The worker of the bots has started. */
  bots() {
    html.dataset.bots = "ready";
  },
  /** The next visit will be quick. */
  prepared() {
    html.dataset.prepared = "yes";
  },
  failed({reason}) {
    fail(texts[reason] ?? texts.load);
  },
  answer({number, answer}) {
    waiting.get(number)?.(answer);
    waiting.delete(number);
  },
  socket({number, message}) {
    sockets.get(number)?.receive(message);
  },
};

/** Nothing can be played: says why, in one sentence. */
function fail(text) {
  failure = text;
  worker?.terminate();
  worker = null;
  for (const socket of sockets.values()) socket.receive({type: "websocket.close", code: 4400, reason: text});
  for (const answer of waiting.values()) answer({status: 503, headers: {}, text: ""});
  waiting.clear();
  if (!isTable()) showNotice(text); // a table says why its socket was closed
}

function post(message) {
  startWorker();
  worker?.postMessage(message);
}

/** A line at the top of a page. */
function addLine(line, page = document) {
  (page.querySelector("main") ?? page.body).prepend(line);
}

function newLine(id, text) {
  const line = document.createElement("p");
  line.id = id;
  line.className = "notice";
  line.setAttribute("role", "status");
  line.textContent = text;
  return line;
}

/** Says why something cannot be done. */
function showNotice(text) {
  document.getElementById("local-notice")?.remove();
  addLine(newLine("local-notice", text));
}

const progress = newLine("local-progress", "");
let waitingCount = 0;
let percentLoaded = 0;

/** Progress is shown only while the visitor waits for it. */
function showProgress(now) {
  percentLoaded = now;
  if (waitingCount === 0 || failure) return;
  if (!progress.isConnected) addLine(progress);
  progress.textContent = percentLoaded < 100 ? texts.progress.replace("{percent}", String(percentLoaded)) : texts.start;
}

/** Asks the worker like a server. */
async function ask(method, path, body = "", contentType = "") {
  startWorker();
  if (failure) return {status: 503, headers: {}, text: ""};
  requestCount += 1;
  const number = requestCount;
  const answered = new Promise((resolve) => waiting.set(number, resolve));
  post({type: "request", number, method, path, language, theme: remembered(THEME), body, contentType});
  return answered;
}

// --- sockets and requests of the table's script ----------------------------------------------------------------------

class WorkerSocket extends EventTarget {
  readyState = WebSocket.CONNECTING;

  constructor(url) {
    super();
    requestCount += 1;
    this.number = requestCount;
    sockets.set(this.number, this);
    const {pathname, search} = new URL(url);
    const table = pathname.split("/tables/")[1].split("/")[0];
    startWorker();
    if (failure) setTimeout(() => this.receive({type: "websocket.close", code: 4400, reason: failure}));
    else post({type: "open", number: this.number, table, query: search.slice(1)});
  }

  receive({type, text, code, reason}) {
    if (this.readyState === WebSocket.CLOSED) return;
    if (type === "websocket.accept") {
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    } else if (type === "websocket.send") {
      this.dispatchEvent(new MessageEvent("message", {data: text}));
    } else if (type === "websocket.close") {
      this.#end();
      this.dispatchEvent(new CloseEvent("close", {code: code ?? 1000, reason: reason ?? ""}));
    }
  }

  #end() {
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.number);
  }

  send(text) {
    post({type: "deliver", number: this.number, text});
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    post({type: "close", number: this.number});
    this.#end();
    queueMicrotask(() => this.dispatchEvent(new CloseEvent("close", {code: 1000})));
  }
}

async function request(url, {method = "GET", body = ""} = {}) {
  const path = serverPath(url);
  const sent = await encoded(body);
  if (path === "/theme") {
    chooseTheme(new URLSearchParams(sent.text).get("theme"));
    return new Response("");
  }
  const {status, headers, text} = await ask(method, path, sent.text, sent.type);
  return new Response(text, {status, headers: {"content-type": headers["content-type"] ?? "text/plain"}});
}

globalThis.tobeanLocal = {
  openSocket: (url) => new WorkerSocket(url),
  request,
  address,
};

/** The body of a request as a text with one character a byte, and its type. */
async function encoded(body) {
  if (!body) return {text: "", type: ""};
  const sent = new Response(body);
  const bytes = new Uint8Array(await sent.arrayBuffer());
  let text = "";
  for (let first = 0; first < bytes.length; first += 8192) text += String.fromCharCode(...bytes.subarray(first, first + 8192));
  return {text, type: sent.headers.get("content-type") ?? ""};
}

// --- pages -----------------------------------------------------------------------------------------------------------

/** Whether another page has been shown in place of the one that was loaded. */
let isReplaced = false;
/** Timer of a page that loads itself again. */
let refreshing = 0;

const isTable = () => document.getElementById("table") !== null;

/** Shows a page that the worker has rendered, in place of this one. */
async function show(text, url) {
  clearTimeout(refreshing);
  const page = new DOMParser().parseFromString(text, "text/html");
  const wanted = new Set([...page.head.querySelectorAll("link[rel=stylesheet]")].map((link) => link.href));
  const present = [...document.head.querySelectorAll("link[rel=stylesheet]")];
  const missing = [...wanted].filter((href) => !present.some((link) => link.href === href));
  await Promise.all(missing.map(addStyle));
  if (url !== location.href) history.pushState(null, "", url);
  isReplaced = true;
  document.title = page.title;
  const refresh = page.querySelector("meta[http-equiv=refresh]");
  if (offer && !page.getElementById("table")) addLine(offer, page);
  document.body.replaceWith(document.adoptNode(page.body));
  for (const link of present) if (!wanted.has(link.href)) link.remove();
  for (const script of document.body.querySelectorAll("script[src]")) {
    const fresh = document.createElement("script");
    for (const {name, value} of script.attributes) fresh.setAttribute(name, value);
    script.replaceWith(fresh);
  }
  scrollTo(0, 0);
  if (refresh) refreshing = setTimeout(() => visit(serverPath(location.href)), 1000 * Number.parseInt(refresh.content, 10));
}

function addStyle(href) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/** Runs work for which the visitor waits. */
async function withProgress(work) {
  waitingCount += 1;
  showProgress(percentLoaded);
  try {
    return await work();
  } finally {
    waitingCount -= 1;
    if (waitingCount === 0) progress.remove();
  }
}

const TABLE_PATH = /^\/tables\/([^/?]+)$/;

/** The page of a table, as the builder has written it; "" where only Python knows what to show. The table's script and
 * Python start side by side then. */
async function tablePage(path) {
  const [, table] = TABLE_PATH.exec(path) ?? [];
  if (!table || !navigator.serviceWorker?.controller) return ""; // from the network it would take longer
  try {
    const row = JSON.parse(JSON.parse(await read("tables", table)) ?? "{}");
    if (!["playing", "ended", "over"].includes(row.state)) return "";
    const answer = await fetch(`${root}${language}/tables/${row.game}.html`);
    return answer.ok ? (await answer.text()).replaceAll("{root}", root).replaceAll("{table}", table) : "";
  } catch {
    return ""; // the worker says what is wrong
  }
}

/** Goes to a path of the server. A page with a table is left for good, because its script runs once. */
async function visit(path) {
  const url = address(path);
  if (isTable() || !isDynamic(url)) {
    location.assign(url);
    return;
  }
  startWorker();
  const page = await tablePage(path);
  if (page && !failure) await show(page, url);
  else await follow(await ask("GET", path), url);
}

async function follow({status, headers, text}, url) {
  if (failure) return;
  if (headers.location) return visit(headers.location);
  const type = headers["content-type"] ?? "";
  if (type.startsWith("text/html")) return show(text, url);
  if (status >= 400) return showNotice(texts.load);
  download(text, type, headers["content-disposition"] ?? "");
}

function download(text, type, disposition) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "tobean.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function chooseTheme(theme) {
  remember(THEME, theme ?? "");
  applyTheme();
  for (const button of document.querySelectorAll(".themes button")) button.toggleAttribute("aria-current", button.value === theme);
}

function chooseLanguage(chosen) {
  remember(LANGUAGE, chosen);
  location.assign(location.href.replace(`${root}${language}/`, `${root}${chosen}/`));
}

async function submit(form, button) {
  const target = button?.hasAttribute("formaction") ? button.formAction : form.getAttribute("action") ? form.action : location.href;
  const path = serverPath(target);
  const fields = new FormData(form, button);
  if (path === "/theme") return chooseTheme(fields.get("theme"));
  if (path === "/language") return chooseLanguage(fields.get("language"));
  const body = form.enctype === "multipart/form-data" ? fields : new URLSearchParams([...fields].filter(([, value]) => typeof value === "string"));
  if (form.method === "get") return visit(`${path.split("?")[0]}?${body}`);
  remember(PERSON, "yes");
  preloadTable(); // most forms open a table
  // Asks the browser not to delete the tables when it runs out of space.
  navigator.storage?.persist?.().catch(() => {});
  const {text, type} = await encoded(body);
  await withProgress(async () => follow(await ask("POST", path, text, type), location.href));
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method === "dialog") return;
  event.preventDefault();
  submit(event.target, event.submitter);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
  const path = serverPath(link.href);
  const isFile = link.hasAttribute("download") && /^\/(replays|tables)\//.test(path);
  if (!isFile && (isTable() || !isDynamic(link.href))) return;
  event.preventDefault();
  if (isFile) ask("GET", path).then(({text, headers}) => download(text, headers["content-type"] ?? "", headers["content-disposition"] ?? ""));
  else withProgress(() => visit(path));
});

// Another path behind the `#`, or back from a page shown in place of this one. Anchors of a static page are none of these.
addEventListener("popstate", () => {
  if (isReplaced || isDynamic(location.href)) location.reload();
});

// --- offline ---------------------------------------------------------------------------------------------------------

/** Keeps the site for offline use, once nothing the visitor waits for is being loaded. */
async function keepOffline() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  if (workers.controller && !navigator.onLine) {
    html.dataset.offline = "yes";
    return;
  }
  try {
    const registration = await workers.register(`${root}service-worker.js`, {updateViaCache: "none"});
    if (registration.waiting && workers.controller) offerUpdate(registration);
    registration.addEventListener("updatefound", () => {
      const fresh = registration.installing;
      fresh.addEventListener("statechange", () => {
        if (fresh.state === "installed" && workers.controller) offerUpdate(registration);
        if (fresh.state === "activated") html.dataset.offline = "yes";
      });
    });
    if (registration.active) html.dataset.offline = "yes";
  } catch (error) {
    // The site works without, as long as there is a network.
    console.warn(error);
  }
}

let offer = null;

/** Offers a new version between games; at a table it waits. */
function offerUpdate(registration) {
  if (offer || isTable()) return;
  offer = newLine("local-update", `${texts.update} `);
  const button = document.createElement("button");
  button.textContent = texts.use;
  button.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting?.postMessage("use");
  });
  offer.append(button);
  addLine(offer);
}

let isPreloaded = false;

/** Loads the script and the style of the table while Python is starting. */
function preloadTable() {
  if (isPreloaded || !html.dataset.tableJs) return;
  isPreloaded = true;
  const links = [
    {rel: "modulepreload", href: root + html.dataset.tableJs},
    {rel: "preload", as: "style", href: root + html.dataset.tableCss},
  ];
  document.head.append(...links.map((fields) => Object.assign(document.createElement("link"), fields)));
}

async function begin() {
  if (html.dataset.page === "page") {
    const path = location.hash.slice(1) || "/";
    if (path.startsWith("/tables/")) preloadTable();
    await withProgress(() => visit(path));
    return;
  }
  if (navigator.connection?.saveData) return;
  startWorker();
  if (html.dataset.page !== "front" || !remembered(PERSON)) return;
  // The front page lists running games as soon as Python is there, unless the visitor has begun something else.
  let isTouched = false;
  for (const kind of ["input", "submit", "pointerdown", "keydown"]) document.addEventListener(kind, () => (isTouched = true), {once: true, capture: true});
  const {status, text} = await ask("GET", "/");
  if (status === 200 && !isTouched) await show(text, location.href);
}

const begun = begin();
