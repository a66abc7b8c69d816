// The beginning: reads what the page says about itself, opens the line, and keeps the table drawn.
import {earlySocket, socketUrl} from "./net/early_connection.js";
import {confirmDeal, followDeal, keepDeal, returnDeal} from "./trade/deal_draft.js";
import {applyTempo} from "./trade/preferences.js";
import {below} from "./dom.js";
import {notifyPlayer, startNotifications} from "./net/notifications.js";
import {learnCatalogue} from "./net/catalogue.js";
import {readTalk, restoreDraft, showChatHelp} from "./trade/chat.js";
import {markTime, setClock} from "./board/clock.js";
import {startExplanationTriggers} from "./help/explanation_triggers.js";
import {handleReason, useConnection} from "./net/actions.js";
import {startDragging} from "./motion/drag.js";
import {forgetHint, handleHint} from "./help/hint.js";
import {registerServiceWorker} from "./net/service_worker.js";
import {startKeys} from "./help/keyboard.js";
import {readOut, skipLearned} from "./help/introduction.js";
import {askEarlier, remember, rememberEarlier} from "./panels/log.js";
import {showEvents} from "./motion/event_banner.js";
import {show} from "./motion/animation.js";
import {dealSentence, offerSentence, startOfferStability} from "./trade/offers.js";
import {loadPlugin} from "./net/game_loader.js";
import {startReplay} from "./panels/replay.js";
import {showBubble} from "./board/seat.js";
import {Connection} from "./net/socket.js";
import {play, wakeSound} from "./motion/sound.js";
import {announceWindow, handleWindow, reportShown, startPriorityTimer, startWindow} from "./trade/priority_window.js";
import {announce, change, follow, notify, onChange, state, view} from "./state.js";
import {drawTable} from "./page.js";
import {isolated, loadCatalogue, t} from "./translate.js";

const root = document.getElementById("table");
const queue = [];
let showing = false;

/** Shows updates one by one, so that a burst of moves can be followed. */
async function showAll() {
  if (showing) return;
  showing = true;
  await filesLoaded;
  while (queue.length) {
    const update = queue.shift();
    const old = view();
    if (old) followDeal(follow(old, update.view), old, update.view);
    const before = state.update?.asked?.text;
    const news = remember(update.events || []);
    confirmDeal(news);
    if (old) returnDeal(old, update.view);
    if (news.some((event) => event.name === "took back")) state.pick = null;
    // Whoever comes late reads the log; only what happens before their eyes is called out.
    if (old) {
      announceEvents(news);
      for (const event of news) showTalk(event);
      showEvents(news);
    }
    if (state.pending && update.version > state.update?.version) state.pending = null;
    if (update.asked?.you && update.asked.text !== before) announce(update.asked.text);
    readOut(update);
    announceWindow(update);
    state.orders = update.orders ?? [];
    state.preview = null;
    const drawn = show(update, queue.length);
    reportShown(update);
    await drawn;
    skipLearned();
    setClock();
    if (!old) applyTempo();
    if (update.view.over) askEarlier();
    notifyPlayer();
  }
  showing = false;
}

/** What bots settle among themselves is one line: the deal that comes of it. The talk before it is in the log. */
const isBotTalk = ({quiet, name}) => quiet && name !== "traded";

/** What happened goes to those who listen; the same thing several times in a row is said once. */
function announceEvents(events) {
  const lines = [];
  for (const {moment, text} of events.filter((event) => !isBotTalk(event))) {
    const said = moment?.text ?? text;
    const last = lines.at(-1);
    if (last?.said === said) last.times += 1;
    else lines.push({said, times: 1});
  }
  for (const {said, times} of lines) announce(times > 1 ? `${said} ${times}×` : said);
}

/** Talk rises as a bubble over the speaker. */
function showTalk(event) {
  if (isBotTalk(event)) return;
  // Who gave what to whom is said where the deal was closed.
  if (event.name === "traded" && event.partner !== state.me) showBubble(event.partner, dealSentence(event));
  if (event.seat === state.me || !(event.seat >= 0)) return;
  if (event.name === "declined") showBubble(event.seat, t("No, thanks."));
  else if (event.name === "offered") showBubble(event.seat, offerSentence(event));
  else if (event.name === "called") showBubble(event.seat, event.text);
}

/** Style and what only this game has are there before the table is drawn. */
let filesLoaded = Promise.resolve();

/** Until all styles that the page links have come; one that is missing holds nobody up. */
const styled = () =>
  Promise.all(
    [...document.querySelectorAll('link[rel="stylesheet"]')]
      .filter((link) => !link.sheet)
      .map((link) => new Promise((done) => ["load", "error"].forEach((end) => link.addEventListener(end, done)))),
  );

function reportMissingFiles(error) {
  console.error(error);
  notify(t("Something that belongs to this game could not be loaded. Please reload the page."), {tone: "warn", lasting: true});
}

const HANDLERS = {
  hello(message) {
    learnCatalogue(message.catalogue, message.page);
    filesLoaded = Promise.all([styled(), loadPlugin(message.page).catch(reportMissingFiles)]);
    queue.length = 0;
    change({hello: message, me: message.you.seat ?? -1, pending: null, greeted: true});
  },
  update(message) {
    state.greeted = false;
    markTime(message);
    startWindow(message);
    queue.push(message);
    showAll();
  },
  table(message) {
    change({hello: {...state.hello, table: {...state.hello.table, ...message.table}}});
  },
  chat(message) {
    const known = state.chat.find((said) => said.seq === message.seq);
    if (known && known.text === message.text && known.name === message.name) return;
    // Its author has been deleted.
    if (known) return change({chat: state.chat.map((said) => (said === known ? message : said))});
    // What was said before one came is not called out: it stands in the chat.
    if (state.greeted) return change({chat: [...state.chat, message]});
    const isChatOpen = state.panel === "chat" && (matchMedia("(min-width: 60rem)").matches || state.sheet === "talk");
    change({chat: [...state.chat, message], unread: isChatOpen ? 0 : state.unread + Number(!message.bot && message.seat !== state.me)});
    if (message.seat !== null && message.seat !== undefined && message.seat !== state.me)
      showBubble(message.seat, message.text);
    const name = isolated(message.name);
    announce(`${message.seat === null ? t("{name} (spectator)", {name}) : name}: ${message.text}`);
    if (message.seat !== state.me) play("chat");
  },
  refused(message) {
    keepDeal(message.for);
    state.pending = null;
    forgetHint();
    if (message.for === "chat") restoreDraft();
    play("refused");
    announce(message.text);
    notify(message.text, {rule: message.rule, tone: "warn", lasting: true});
  },
  stale(message) {
    keepDeal(message.for);
    state.pending = null;
    forgetHint();
    notify(t("The table has moved on. Look again."), {tone: "warn"});
  },
  error(message) {
    keepDeal(state.pending);
    state.pending = null;
    forgetHint();
    announce(message.text);
    notify(message.text, {tone: "warn", lasting: true});
  },
  why: handleReason,
  window: handleWindow,
  earlier(message) {
    rememberEarlier(message);
    // The result tells the whole course of the game.
    if (view()?.over) askEarlier();
  },
  talk: readTalk,
  puzzled: showChatHelp,
  hint: handleHint,
  preview(message) {
    change({preview: message, notice: null, advice: null});
  },
  go(message) {
    location.assign(below(message.to));
  },
};

const words = loadCatalogue(root.dataset.language || document.documentElement.lang || "en");

/** What the server says is heard as soon as there are words for it. */
async function handleMessage(message) {
  await words;
  HANDLERS[message.type]?.(message);
}

function onConnectionState(line, reason = "") {
  // What was sent when the line dropped is not sent again: the fresh update shows whether it arrived.
  if (line !== "open") forgetHint();
  change({line, reason, earlier: false, pending: line === "open" ? state.pending : null});
}

const address = () => socketUrl(state.events.length ? state.events[state.events.length - 1].n + 1 : 0, state.viewedSeat);

async function begin() {
  if (earlySocket) {
    const line = new Connection(address, handleMessage, onConnectionState, earlySocket);
    useConnection(line);
    line.connect();
  }
  await words;
  onChange(() => drawTable(root));
  addEventListener("resize", () => change()); // notes are placed by what they cover
  wakeSound();
  startNotifications();
  startDragging();
  startKeys();
  startOfferStability();
  startPriorityTimer();
  startExplanationTriggers();
  change();
  if (!earlySocket) await startReplay(root.dataset.replay, Number(root.dataset.at || 0), root.dataset.language || "en");
}

begin();
registerServiceWorker();
