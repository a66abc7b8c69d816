// What only the game at this table has: its script brings pieces, and the table asks for them here.
import {nothing} from "../render.js";
import {state} from "../state.js";

let pieces = {};

export function usePieces(brought) {
  pieces = brought;
}

/** What the server says about the game's page: phases, trading, flags of its actions, sounds. */
export const gamePage = () => state.hello.page;

/** Whether an action is of this sort in this game: `hung`, `leading`, `onward`; or a part of one: `unordered`. */
export const isOf = (sort, verb) => gamePage()[sort].includes(verb);

const ONWARD = ["end trading", "pass", "go on"];

/** Does this go on without doing anything? */
export const isOnward = ({verb}) => ONWARD.includes(verb) || isOf("onward", verb);

/** Beside the hand of somebody. */
export const seatExtras = (seat) => pieces.seatExtras?.(seat) ?? nothing;

/** In the middle of the table. */
export const middleExtras = () => pieces.middleExtras?.() ?? nothing;

/** Beside the own fields. */
export const ownExtras = () => pieces.ownExtras?.() ?? nothing;

/** What a field is called, how it is marked, and what can be done with it: {name, ground, marks, deed}. */
export const fieldMarks = (seat, number) => pieces.fieldMarks?.(seat, number) ?? {};

/** What can be done now with a card of the game's own that is no hand card. */
export const waysWith = (id) => pieces.waysWith?.(id) ?? [];

/** The cards of the game's own that a deed uses. */
export const cardsOf = (deed) => pieces.cardsOf?.(deed) ?? [];

/** What else is to be said about a card of the game's own: a list of sentences. */
export const factsOf = (card) => pieces.factsOf?.(card) ?? [];

/** What explains something that the game has drawn with `data-explain="<what>:<number>"`. */
export const explainedOf = (what, ...numbers) => pieces.explainedOf?.(what, ...numbers) ?? null;

/** Where flights of the game's own events begin and end. */
export const flightsOf = (event, before, after) => pieces.flightsOf?.(event, before, after) ?? null;

/** A card was dropped on something that the game has drawn with `data-drop="<what>-<number>"`. */
export const dropped = (what, number, thing) => pieces.dropped?.(what, number, thing);

/** Who wins or loses thalers by an event of the game's own: pairs of a seat (or "rival") and a number. */
export const gainsOf = (event) => pieces.gainsOf?.(event) ?? [];
