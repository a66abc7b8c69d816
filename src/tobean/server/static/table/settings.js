// Settings of this device, kept in the browser.

const KEY = "tobean settings";
/**
 * `tempo` of the bots is null until the player chooses one; the choice then applies at all tables. `tempoTip`: whether
 * calmer bots may still be offered.
 */
const DEFAULTS = {tempo: null, tempoTip: true, speed: 1, sound: true, volume: 0.6, keys: true, unseen: false, notify: false, confirm: false, rest: true, moments: true, log: "main", learned: {}};

function read() {
  try {
    return {...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}")};
  } catch {
    // Storage may be disabled, or hold something else under this key.
    return {...DEFAULTS};
  }
}

export const settings = read();

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be disabled; the setting then lasts until the page is closed.
  }
}
