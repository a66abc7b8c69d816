// The beginning: reads what the page says about itself, opens the line, and keeps the table drawn.
import {early, lineTo} from "./net/early_connection.js";
import {followDeal, keepDeal, returnDeal, settleDeal} from "./trade/deal_draft.js";
import {bringTempo} from "./trade/preferences.js";
import {below} from "./dom.js";
import {callPlayer, startCalling} from "./net/notifications.js";
import {learnCatalogue} from "./net/catalogue.js";
import {hearPuzzled, readTalk, unsaid} from "./trade/chat.js";
import {markTime, setClock} from "./board/clock.js";
import {startCuriosity} from "./help/explanation_triggers.js";
import {hearWhy, useLine} from "./net/actions.js";
import {startDragging} from "./motion/drag.js";
import {forgetHint, hearHint} from "./help/hint.js";
import {keepFrame} from "./net/service_worker.js";
import {startKeys} from "./help/keyboard.js";
import {readOut, skipLearned} from "./help/introduction.js";
import {askEarlier, remember, rememberEarlier} from "./panels/log.js";
import {showMoments} from "./motion/event_banner.js";
import {show} from "./motion/animation.js";
import {dealSaid, offerSaid, startStillness} from "./trade/offers.js";
import {loadPieces} from "./net/game_loader.js";
import {startReplay} from "./panels/replay.js";
import {say} from "./board/seat.js";
import {Line} from "./net/socket.js";
import {play, wakeSound} from "./motion/sound.js";
import {announceWindow, hearWindow, markWindow, reportShown, startSpeaking} from "./trade/priority_window.js";
import {change, follow, notify, onChange, speak, state, view} from "./state.js";
import {drawTable} from "./page.js";
import {isolated, loadCatalogue, t} from "./translate.js";

const root = document.getElementById("table");
const queue = [];
let showing = false;

/** Shows updates one by one, so that a burst of moves can be followed. */
async function showAll() {
  if (showing) return;
  showing = true;
  await loaded;
  while (queue.length) {
    const update = queue.shift();
    const old = view();
    if (old) followDeal(follow(old, update.view), old, update.view);
    const before = state.update?.asked?.text;
    const news = remember(update.events || []);
    settleDeal(news);
    if (old) returnDeal(old, update.view);
    if (news.some((event) => event.name === "took back")) state.pick = null;
    // Whoever comes late reads the log; only what happens before their eyes is called out.
    if (old) {
      readAloud(news);
      for (const event of news) tell(event);
      showMoments(news);
    }
    if (state.pending && update.version > state.update?.version) state.pending = null;
    if (update.asked?.you && update.asked.text !== before) speak(update.asked.text);
    readOut(update);
    announceWindow(update);
    state.orders = update.orders ?? [];
    state.preview = null;
    const drawn = show(update, queue.length);
    reportShown(update);
    await drawn;
    skipLearned();
    setClock();
    if (!old) bringTempo();
    if (update.view.over) askEarlier();
    callPlayer();
  }
  showing = false;
}

/** What bots settle among themselves is one line: the deal that comes of it. The talk before it is in the log. */
const isAside = ({quiet, name}) => quiet && name !== "traded";

/** What happened goes to those who listen; the same thing several times in a row is said once. */
function readAloud(events) {
  const lines = [];
  for (const {moment, text} of events.filter((event) => !isAside(event))) {
    const said = moment?.text ?? text;
    const last = lines.at(-1);
    if (last?.said === said) last.times += 1;
    else lines.push({said, times: 1});
  }
  for (const {said, times} of lines) speak(times > 1 ? `${said} ${times}×` : said);
}

/** Talk rises as a bubble over the speaker. */
function tell(event) {
  if (isAside(event)) return;
  // Who gave what to whom is said where the deal was closed.
  if (event.name === "traded" && event.partner !== state.me) say(event.partner, dealSaid(event));
  if (event.seat === state.me || !(event.seat >= 0)) return;
  if (event.name === "declined") say(event.seat, t("No, thanks."));
  else if (event.name === "offered") say(event.seat, offerSaid(event));
  else if (event.name === "called") say(event.seat, event.text);
}

/** Style and what only this game has are there before the table is drawn. */
let loaded = Promise.resolve();

/** Until all styles that the page links have come; one that is missing holds nobody up. */
const styled = () =>
  Promise.all(
    [...document.querySelectorAll('link[rel="stylesheet"]')]
      .filter((link) => !link.sheet)
      .map((link) => new Promise((done) => ["load", "error"].forEach((end) => link.addEventListener(end, done)))),
  );

function tellMissing(error) {
  console.error(error);
  notify(t("Something that belongs to this game could not be loaded. Please reload the page."), {tone: "warn", lasting: true});
}

const HEARD = {
  hello(message) {
    learnCatalogue(message.catalogue, message.page);
    loaded = Promise.all([styled(), loadPieces(message.page).catch(tellMissing)]);
    queue.length = 0;
    change({hello: message, me: message.you.seat ?? -1, pending: null, greeted: true});
  },
  update(message) {
    state.greeted = false;
    markTime(message);
    markWindow(message);
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
    const looked = state.panel === "chat" && (matchMedia("(min-width: 60rem)").matches || state.sheet === "talk");
    change({chat: [...state.chat, message], unread: looked ? 0 : state.unread + Number(!message.bot && message.seat !== state.me)});
    if (message.seat !== null && message.seat !== undefined && message.seat !== state.me)
      say(message.seat, message.text);
    const name = isolated(message.name);
    speak(`${message.seat === null ? t("{name} (spectator)", {name}) : name}: ${message.text}`);
    if (message.seat !== state.me) play("chat");
  },
  refused(message) {
    keepDeal(message.for);
    state.pending = null;
    forgetHint();
    if (message.for === "chat") unsaid();
    play("refused");
    speak(message.text);
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
    speak(message.text);
    notify(message.text, {tone: "warn", lasting: true});
  },
  why: hearWhy,
  window: hearWindow,
  earlier(message) {
    rememberEarlier(message);
    // The result tells the whole course of the game.
    if (view()?.over) askEarlier();
  },
  talk: readTalk,
  puzzled: hearPuzzled,
  hint: hearHint,
  preview(message) {
    change({preview: message, notice: null, advice: null});
  },
  go(message) {
    location.assign(below(message.to));
  },
};

const words = loadCatalogue(root.dataset.language || document.documentElement.lang || "en");

/** What the server says is heard as soon as there are words for it. */
async function hear(message) {
  await words;
  HEARD[message.type]?.(message);
}

function tellLine(line, reason = "") {
  // What was sent when the line dropped is not sent again: the fresh update shows whether it arrived.
  if (line !== "open") forgetHint();
  change({line, reason, earlier: false, pending: line === "open" ? state.pending : null});
}

const address = () => lineTo(state.events.length ? state.events[state.events.length - 1].n + 1 : 0, state.looking);

async function begin() {
  if (early) {
    const line = new Line(address, hear, tellLine, early);
    useLine(line);
    line.connect();
  }
  await words;
  onChange(() => drawTable(root));
  addEventListener("resize", () => change()); // notes are placed by what they cover
  wakeSound();
  startCalling();
  startDragging();
  startKeys();
  startStillness();
  startSpeaking();
  startCuriosity();
  change();
  if (!early) await startReplay(root.dataset.replay, Number(root.dataset.at || 0), root.dataset.language || "en");
}

begin();
keepFrame();
