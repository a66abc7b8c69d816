// Hooks of the game at this table. Its script returns them (docs/client.md), and the table calls them here.
import {nothing} from "../render.js";
import {state} from "../state.js";

let plugin = {};

export function usePlugin(hooks) {
  plugin = hooks;
}

/** The server's description of the game's page: phases, trading, flags of its actions, sounds. */
export const gamePage = () => state.hello.page;

/** Whether the game flags a verb (`attached`, `leading`, `onward`) or a part of an action (`unordered`). */
export const isFlagged = (flag, name) => gamePage()[flag].includes(name);

const ONWARD = ["end trading", "pass", "go on"];

/** Whether an action moves the game on and changes nothing else. */
export const isOnward = ({verb}) => ONWARD.includes(verb) || isFlagged("onward", verb);

/** Drawn beside a player's hand. */
export const seatExtras = (seat) => plugin.seatExtras?.(seat) ?? nothing;

/** Drawn in the middle of the table. */
export const middleExtras = () => plugin.middleExtras?.() ?? nothing;

/** Drawn beside the viewer's own fields. */
export const ownExtras = () => plugin.ownExtras?.() ?? nothing;

/** The name, ground and marks of a field, and an action of the game's own: {name, ground, marks, action}. */
export const fieldMarks = (seat, number) => plugin.fieldMarks?.(seat, number) ?? {};

/** Legal actions with a card of the game's own that is not a hand card. */
export const actionsForCard = (id) => plugin.actionsFor?.(id) ?? [];

/** The cards of the game's own that an action uses. */
export const cardsOf = (action) => plugin.cardsOf?.(action) ?? [];

/** Further sentences about a card, for its explanation. */
export const factsOf = (card) => plugin.factsOf?.(card) ?? [];

/** Explains an element that the game has drawn with `data-explain="<what>:<number>"`. */
export const gameExplanation = (what, ...numbers) => plugin.explanationOf?.(what, ...numbers) ?? null;

/** Card movements of the game's own events: {card, from, to}. */
export const gameAnimations = (event, before, after) => plugin.animationsOf?.(event, before, after) ?? null;

/** Called when a card is dropped on an element with `data-drop="<what>-<number>"`. */
export const onGameDrop = (what, number, thing) => plugin.onDrop?.(what, number, thing);

/** Thalers won and lost by an event of the game's own: pairs of a seat (or "rival") and a number. */
export const gameThalerChanges = (event) => plugin.thalerChangesOf?.(event) ?? [];
