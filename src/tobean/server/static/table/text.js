// Words for people. The English text is the key; other languages come as a catalogue from the server.

let catalogue = {};
export let language = "en";

export async function loadCatalogue(wanted) {
  language = wanted;
  document.documentElement.lang = wanted;
  if (wanted === "en") {
    catalogue = {};
    return;
  }
  const answer = await fetch(`/catalogue/${wanted}.json`);
  catalogue = answer.ok ? await answer.json() : {};
}

/** The text in the language of the page, its blanks filled: `t("Field {number}", {number: 2})`. */
export function t(text, values = {}) {
  const said = catalogue[text] || text;
  return said.replace(/\{(\w+)\}/g, (blank, name) => (name in values ? String(values[name]) : blank));
}

/** "1", "1 and 2", "1, 2 and 3". */
export function listed(words) {
  return new Intl.ListFormat(language, {type: "conjunction"}).format(words);
}

export function clockText(seconds) {
  const rest = Math.max(0, Math.ceil(seconds));
  const days = Math.floor(rest / 86400);
  if (days > 0) return t("{days} d {hours} h", {days, hours: Math.floor((rest % 86400) / 3600)});
  const hours = Math.floor(rest / 3600);
  if (hours > 0) return t("{hours} h {minutes} min", {hours, minutes: Math.floor((rest % 3600) / 60)});
  return `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
}
