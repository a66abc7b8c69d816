// Actions as text (docs/notation.md). The client writes offers, counter-offers and calls; the server lists all others.
import {kindOf} from "./catalogue.js";

export const TURNED = -1;
export const ASIDE = -2;
export const TABLE = -1;

export const letter = (seat) => "ABCDEFGHIJ"[seat];

// The notation's card names differ from the keys of their pictures.
const english = (id) => kindOf(id).written;

/** `Red@2`, `turned Red`, `aside Red`. */
export function placed({card, place}) {
  if (place === TURNED) return `turned ${english(card)}`;
  if (place === ASIDE) return `aside ${english(card)}`;
  return `${english(card)}@${place + 1}`;
}

const cards = (ids) => (ids.length ? ids.map(english).join(", ") : "nothing");
const stake = (given) => (given.length ? given.map(placed).join(", ") : "nothing");

export function offer(seat, to, given, wants) {
  return `${letter(seat)} offer ${to === TABLE ? "all" : letter(to)}: ${stake(given)} for ${cards(wants)}`;
}

export function counter(seat, number, to, given, wants) {
  return `${letter(seat)} counter ${number} to ${letter(to)}: ${stake(given)} for ${cards(wants)}`;
}

export function call(seat, has, wants) {
  const halves = [];
  if (has.length) halves.push(`have ${cards(has)}`);
  if (wants.length) halves.push(`want ${cards(wants)}`);
  return `${letter(seat)} call: ${halves.join("; ")}`;
}

/** A card within the hand cannot be planted, but the server can be asked why not. */
export function plant(seat, {card, place}, field) {
  return `${letter(seat)} plant ${place === 0 ? english(card) : placed({card, place})} ${field + 1}`;
}

export const harvest = (seat, field) => `${letter(seat)} harvest ${field + 1}`;
