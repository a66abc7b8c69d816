// What only some games have: each game brings its pieces, and the table asks here.
import {nothing} from "./lit.js";
import * as mafia from "./special-al-cabohne.js";
import * as monastery from "./special-bohnedikt.js";
import * as magic from "./special-magic.js";
import {state} from "./state.js";

const GAMES = {
  rabohnzel: magic,
  excalibohn: magic,
  "al-cabohne": mafia,
  bohnedikt: monastery,
};

const here = () => GAMES[state.hello.table.game];

/** Beside the hand of somebody. */
export const seatExtras = (seat) => here()?.seatExtras?.(seat) ?? nothing;

/** In the middle of the table. */
export const middleExtras = () => here()?.middleExtras?.() ?? nothing;

/** Beside the own fields. */
export const ownExtras = () => here()?.ownExtras?.() ?? nothing;

/** What a field is called and how it is marked. */
export const fieldMarks = (seat, number) => here()?.fieldMarks?.(seat, number) ?? {};

/** Where flights of the game's own events begin and end. */
export const flightsOf = (event, before, after) => here()?.flightsOf?.(event, before, after) ?? null;
