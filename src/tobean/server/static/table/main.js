// Entry point: connects, handles messages, and keeps the table rendered.
import {earlySocket, socketUrl} from "./net/early_connection.js";
import {confirmDeal, followDeal, markUnsent, returnDeal} from "./trade/deal_draft.js";
import {noteEndOfTrading} from "./trade/late_sentence.js";
import {applyTempo} from "./trade/preferences.js";
import {siteUrl} from "./dom.js";
import {notifyPlayer, startNotifications} from "./net/notifications.js";
import {learnCatalogue} from "./net/catalogue.js";
import {readTalk, restoreDraft, showChatHelp} from "./trade/chat.js";
import {markTime, setClock} from "./net/clock.js";
import {startExplanationTriggers} from "./help/explanation_triggers.js";
import {handleReason, useConnection} from "./net/actions.js";
import {startDragging} from "./motion/drag.js";
import {forgetHint, handleHint} from "./help/hint.js";
import {isSiteKept, keepSite} from "./net/play_alone.js";
import {registerServiceWorker} from "./net/service_worker.js";
import {startKeys} from "./help/keyboard.js";
import {announceLesson, skipLearned} from "./help/introduction.js";
import {announceRequests} from "./panels/seat_requests.js";
import {requestOlderEvents, appendEvents, prependEvents} from "./panels/log.js";
import {showEvents} from "./motion/event_banner.js";
import {show} from "./motion/animation.js";
import {dealSentence, offerSentence} from "./trade/offers.js";
import {startStability} from "./trade/stability.js";
import {loadPlugin} from "./net/game_loader.js";
import {startReplay} from "./study/replay.js";
import {showBubble} from "./board/seat.js";
import {Connection} from "./net/socket.js";
import {play, wakeSound} from "./motion/sound.js";
import {announceWindow, handleWindow, reportShown, startPriorityTimer, startWindow} from "./trade/priority_window.js";
import {announce, change, followCards, notify, onChange, state, view} from "./state.js";
import {drawTable} from "./page.js";
import {isolated, loadCatalogue, t} from "./translate.js";

const root = document.getElementById("table");
const queue = [];
let showing = false;

/** Shows queued updates one by one, so that a burst of moves can be followed. */
async function showAll() {
  if (showing) return;
  showing = true;
  await filesLoaded;
  while (queue.length) {
    const update = queue.shift();
    const old = view();
    if (old) noteEndOfTrading(update);
    if (old) followDeal(followCards(old, update.view), old, update.view);
    const before = state.update?.asked?.text;
    const news = appendEvents(update.events || []);
    confirmDeal(news);
    if (old) returnDeal(old, update.view);
    if (news.some((event) => event.name === "took back")) state.pick = null;
    // The first update after joining is not announced: the log has it.
    if (old) {
      announceEvents(news);
      for (const event of news) showTalk(event);
      showEvents(news);
    }
    if (state.pending && update.version > state.update?.version) state.pending = null;
    if (update.asked?.you && update.asked.text !== before) announce(update.asked.text);
    announceLesson(update);
    announceWindow(update);
    state.orders = update.orders ?? [];
    state.preview = null;
    const drawn = show(update, queue.length);
    reportShown(update);
    await drawn;
    skipLearned();
    setClock();
    if (!old) applyTempo();
    if (update.view.over) requestOlderEvents();
    notifyPlayer();
  }
  showing = false;
}

/** Of trading between bots only the deal itself is shown; the talk before it is in the log. */
const isBotTalk = ({quiet, name}) => quiet && name !== "traded";

/** Announces events to screen readers; repeated lines are read once with their count. */
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

/** Shows talk as a bubble over the speaker. */
function showTalk(event) {
  if (isBotTalk(event)) return;
  // A deal is shown over the player who accepted it.
  if (event.name === "traded" && event.partner !== state.me) showBubble(event.partner, dealSentence(event));
  if (event.seat === state.me || !(event.seat >= 0)) return;
  if (event.name === "declined") showBubble(event.seat, t("No, thanks."));
  else if (event.name === "offered") showBubble(event.seat, offerSentence(event));
  else if (event.name === "called") showBubble(event.seat, event.text);
}

/** Resolved when the styles and the game's own script have loaded; the table is not drawn before. */
let filesLoaded = Promise.resolve();

/** Waits for all style sheets of the page; one that fails to load does not block. */
const styled = () =>
  Promise.all(
    [...document.querySelectorAll('link[rel="stylesheet"]')]
      .filter((link) => !link.sheet)
      .map((link) => new Promise((done) => ["load", "error"].forEach((end) => link.addEventListener(end, done)))),
  );

function reportMissingFiles(error) {
  console.error(error);
  notify(t("A part of this game could not be loaded. Please reload the page."), {tone: "warn", lasting: true});
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
    announceRequests(state.hello.table, message.table);
    change({hello: {...state.hello, table: {...state.hello.table, ...message.table}}});
  },
  chat(message) {
    const known = state.chat.find((said) => said.seq === message.seq);
    if (known && known.text === message.text && known.name === message.name) return;
    // A repeated number with another text: the author was deleted and the message pseudonymised.
    if (known) return change({chat: state.chat.map((said) => (said === known ? message : said))});
    // Messages from before joining are not announced.
    if (state.greeted) return change({chat: [...state.chat, message]});
    const isChatOpen = state.panel === "chat" && (matchMedia("(min-width: 60rem)").matches || state.sheet === "talk");
    change({chat: [...state.chat, message], unread: isChatOpen ? 0 : state.unread + Number(!message.bot && message.seat !== state.me)});
    if (message.seat !== null && message.seat !== undefined && message.seat !== state.me)
      showBubble(message.seat, message.text);
    const name = isolated(message.name);
    const speaker = message.seat === null ? t("{name} (spectator)", {name}) : name;
    announce(t("{label}: {text}", {label: speaker, text: message.text}));
    if (message.seat !== state.me) play("chat");
  },
  refused(message) {
    markUnsent(message.for);
    state.pending = null;
    forgetHint();
    if (message.for === "chat") restoreDraft();
    play("refused");
    announce(message.text);
    notify(message.text, {rule: message.rule, tone: "warn", lasting: true});
  },
  stale(message) {
    markUnsent(message.for);
    state.pending = null;
    forgetHint();
    notify(t("The table has moved on. Look again."), {tone: "warn"});
  },
  error(message) {
    markUnsent(state.pending);
    state.pending = null;
    forgetHint();
    announce(message.text);
    notify(message.text, {tone: "warn", lasting: true});
  },
  why: handleReason,
  window: handleWindow,
  earlier(message) {
    prependEvents(message);
    // The result panel needs all events.
    if (view()?.over) requestOlderEvents();
  },
  talk: readTalk,
  puzzled: showChatHelp,
  hint: handleHint,
  preview(message) {
    change({preview: message, notice: null, advice: null});
  },
  go(message) {
    location.assign(siteUrl(message.to));
  },
};

const translations = loadCatalogue(root.dataset.language || document.documentElement.lang || "en");

/** Messages are handled once the translations have loaded. */
async function handleMessage(message) {
  await translations;
  HANDLERS[message.type]?.(message);
}

function onConnectionState(connection, reason = "") {
  // A message in flight is not resent: the next update shows whether it arrived.
  if (connection !== "open") forgetHint();
  change({connection, reason, earlier: false, pending: connection === "open" ? state.pending : null});
  const {alone} = root.dataset;
  if (connection === "lost" && alone && !state.alone) isSiteKept(alone).then((isKept) => isKept && change({alone}));
}

const address = () => socketUrl(state.events.length ? state.events[state.events.length - 1].n + 1 : 0, state.viewedSeat);

async function begin() {
  if (earlySocket) {
    const connection = new Connection(address, handleMessage, onConnectionState, earlySocket);
    useConnection(connection);
    connection.connect();
  }
  await translations;
  onChange(() => drawTable(root));
  addEventListener("resize", () => change()); // overlays depend on what they cover
  wakeSound();
  startNotifications();
  startDragging();
  startKeys();
  startStability();
  startPriorityTimer();
  startExplanationTriggers();
  change();
  if (!earlySocket) await startReplay(root.dataset.replay, Number(root.dataset.at || 0), root.dataset.language || "en");
}

begin();
registerServiceWorker();
if (root.dataset.alone) keepSite(root.dataset.alone);
