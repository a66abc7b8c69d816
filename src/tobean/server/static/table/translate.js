// Translation. The English text is the key; other languages come as a catalogue from the server.

let catalogue = {};
export let language = "en";
let formats = formatsOf(language);

/** What formats numbers and lists. The first one of a kind takes the browser 40 ms, so it is not left to the first view. */
function formatsOf(language) {
  const formats = {
    plural: new Intl.PluralRules(language),
    list: new Intl.ListFormat(language, {type: "conjunction"}),
    decimal: new Intl.NumberFormat(language, {minimumFractionDigits: 1, maximumFractionDigits: 1}),
  };
  formats.list.format(["", ""]);
  return formats;
}

export async function loadCatalogue(wanted) {
  language = wanted;
  formats = formatsOf(wanted);
  document.documentElement.lang = wanted;
  if (wanted === "en") {
    catalogue = {};
    return;
  }
  const answer = await fetch(document.getElementById("table").dataset.words);
  catalogue = answer.ok ? await answer.json() : {};
}

/** Translates a text and fills its placeholders: `t("Field {number}", {number: 2})`. */
export function t(text, values = {}) {
  const said = catalogue[text] || text;
  return said.replace(/\{(\w+)\}/g, (blank, name) => (name in values ? String(values[name]) : blank));
}

/** Translates a text that has several meanings: `inContext("of one card", "turned over")`. */
export const inContext = (context, text) => catalogue[`${context}\u0004${text}`] || text;

/** Whether a count takes the singular: 1 in English, 0 and 1 in French. */
export const isSingular = (count) => formats.plural.select(count) === "one";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a right-to-left name, so that it does not reorder the sentence around it. */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** "1", "1 and 2", "1, 2 and 3". */
export function listed(words) {
  return formats.list.format(words);
}

/** A figure with one decimal: "2.5", "2,5". */
export const figure = (value) => formats.decimal.format(value);

export function clockText(seconds) {
  const rest = Math.max(0, Math.ceil(seconds));
  const days = Math.floor(rest / 86400);
  if (days > 0) return t("{days} d {hours} h", {days, hours: Math.floor((rest % 86400) / 3600)});
  const hours = Math.floor(rest / 3600);
  if (hours > 0) return t("{hours} h {minutes} min", {hours, minutes: Math.floor((rest % 3600) / 60)});
  return `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
}
