// What a person sets for this device, kept in the browser.

const KEY = "tobean settings";
/** `tempo` of the bots: null until a person has chosen one; then it holds at all tables. */
const DEFAULTS = {tempo: null, speed: 1, sound: true, volume: 0.6, keys: true, ledger: false, notify: false, confirm: false, rest: true, moments: true, log: "main", learned: {}};

function read() {
  try {
    return {...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}")};
  } catch {
    // A browser that keeps nothing, or something else under our key: begin with the defaults.
    return {...DEFAULTS};
  }
}

export const settings = read();

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private browsing may keep nothing; the setting then holds until the page is closed.
  }
}

/** Something remembered for one table, such as its pins. */
export function remembered(table, name, fallback) {
  try {
    return JSON.parse(sessionStorage.getItem(`tobean ${table} ${name}`) || "null") ?? fallback;
  } catch {
    return fallback;
  }
}

export function remember(table, name, value) {
  try {
    sessionStorage.setItem(`tobean ${table} ${name}`, JSON.stringify(value));
  } catch {
    // Nothing is kept; the page works without.
  }
}
