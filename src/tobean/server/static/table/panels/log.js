// The log: every event in words with its rule, filtered, and older events on request.
import {classNames, html, nothing, repeat} from "../render.js";
import {ruleLink} from "../help/rule_link.js";
import {send} from "../net/actions.js";
import {gamePage} from "../net/game_plugin.js";
import {set, settings} from "../settings.js";
import {isMarked, logMark} from "../study/panel.js";
import {t} from "../translate.js";
import {change, state} from "../state.js";

const LINES = 200;

const withWords = (events) => events.filter((event) => event.text);

/** Appends the events of an update that are new, and returns those with a text. */
export function appendEvents(events) {
  const last = state.events.length ? state.events[state.events.length - 1].n : -1;
  const news = events.filter((event) => event.n > last);
  // After a long absence events are missing in between; the older ones are dropped and fetched again on demand.
  const gap = news.length > 0 && last >= 0 && news[0].n > last + 1;
  if (gap) Object.assign(state, {events: [], log: []});
  state.events.push(...news);
  const lines = withWords(news);
  if (lines.length) state.log = [...state.log, ...lines];
  return lines;
}

/** Prepends older events that the server has sent. */
export function prependEvents({events}) {
  const first = state.events[0]?.n ?? Infinity;
  const old = events.filter((event) => event.n < first);
  change({events: [...old, ...state.events], log: [...withWords(old), ...state.log], earlier: false});
}

/** Whether the server has older events than the page. */
export const hasOlderEvents = () => !state.replay && state.events.length > 0 && state.events[0].n > 0;

export function requestOlderEvents() {
  if (!hasOlderEvents() || state.earlier) return;
  change({earlier: send({type: "earlier", before: state.events[0].n})});
}

function more() {
  if (state.lines + LINES > state.log.length) requestOlderEvents();
  change({lines: state.lines + LINES});
}

/** Negotiation; a run of these is collapsed to one line. */
const TALK = new Set(["offered", "called", "declined", "withdrew", "lapsed"]);
/** Routine of every turn, and offers that lapsed with their cards. */
const ROUTINE = new Set(["dealt hand", "planted", "passed", "turned over", "discarded", "drew", "shuffled", "ended trading", "lapsed"]);

/** Players coming and going: relevant to everybody. */
const PEOPLE = new Set(["left", "gave up", "stood in", "returned", "sat down", "went away", "came back"]);

const isDeal = ({name}) => gamePage().deals.includes(name);
const isBot = (seat) => state.hello.table.seats[seat]?.kind === "bot";

/** Filters of the log, by setting. */
const LOG_FILTERS = {
  main: (event) => !ROUTINE.has(event.name) || isMarked(event),
  mine: ({name, seat, partner, to}) => name === "turn" || PEOPLE.has(name) || [seat, partner, to].includes(state.me),
  all: () => true,
};
const logFilter = () => (!(settings.log in LOG_FILTERS) || (settings.log === "mine" && state.me < 0) ? "main" : settings.log);

function line(event) {
  const deal = isDeal(event);
  const look = {
    turn: event.name === "turn",
    deal,
    harvest: event.name === "harvested",
    people: PEOPLE.has(event.name),
    among: deal && isBot(event.seat) && isBot(event.partner),
  };
  return html`<li class=${classNames("log-line", look, `hue-${event.seat ?? "none"}`)}>
    <span>${event.text}</span> ${ruleLink(event.rule)}${logMark(event)}
  </li>`;
}

function counted(events) {
  const offers = events.filter(({name}) => name === "offered" || name === "called").length;
  const declined = events.filter(({name}) => name === "declined").length;
  const words = [offers === 1 ? t("1 offer") : offers ? t("{count} offers", {count: offers}) : ""];
  if (declined) words.push(t("{count} declined", {count: declined}));
  return words.filter(Boolean).join(", ") || t("talk");
}

const collapsedTalk = (events) =>
  html`<li class="collapsed">
    <details>
      <summary>${counted(events)}</summary>
      <ul>
        ${repeat(events, (event) => event.n, line)}
      </ul>
    </details>
  </li>`;

/** Groups negotiation into runs, oldest first. The filter "Everything" groups nothing. */
function groupedLines(events) {
  if (logFilter() === "all") return events.map((event) => [event]);
  const found = [];
  for (const event of events) {
    const last = found[found.length - 1];
    if (TALK.has(event.name) && last && TALK.has(last[0].name)) last.push(event);
    else found.push([event]);
  }
  return found;
}

function choose() {
  const options = [["main", t("What matters")], ...(state.me < 0 ? [] : [["mine", t("What concerns me")]]), ["all", t("Everything")]];
  return html`<label class="log-filter"
    ><span class="visually-hidden">${t("Show")}</span>
    <select
      @change=${(event) => {
        set("log", event.target.value);
        change();
      }}
    >
      ${options.map(([value, word]) => html`<option value=${value} .selected=${logFilter() === value}>${word}</option>`)}
    </select></label
  >`;
}

/** The newest line is at the bottom, above the chat input; the panel stays there unless the player scrolls up. */
export function logPanel() {
  const kept = state.log.filter(LOG_FILTERS[logFilter()]);
  const shown = kept.slice(-state.lines);
  const hidden = shown.length < kept.length || hasOlderEvents();
  return html`<div class="log" role="log" aria-label=${t("What happened")} aria-live="off" tabindex="0">
    <div class="lines">
      ${hidden ? html`<button type="button" class="action quiet before" @click=${more}>${t("What was before")}</button>` : nothing}
      <ul>
        ${repeat(
          groupedLines(shown),
          (events) => `${logFilter() === "all"} ${events[0].n}`,
          (events) => (TALK.has(events[0].name) && logFilter() !== "all" ? collapsedTalk(events) : line(events[0])),
        )}
      </ul>
      ${shown.length ? nothing : html`<p class="hint">${t("Nothing of note has happened yet.")}</p>`}
    </div>
    ${choose()}
  </div>`;
}
