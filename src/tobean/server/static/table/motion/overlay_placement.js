// Places overlays where they cover least of what the player needs to see and press.

export const EDGE = 8;

/** Whether the layout is that of a phone or an upright tablet (phone.css). */
export const isNarrow = () => matchMedia("(max-width: 59.99rem)").matches;

/** The area of the box that an overlay at this place covers. */
function overlap(box, [left, top], {width, height}) {
  const across = Math.min(box.right, left + width) - Math.max(box.left, left);
  const down = Math.min(box.bottom, top + height) - Math.max(box.top, top);
  return Math.max(0, across) * Math.max(0, down);
}

/** Weight of covering the prompt or a spared element, relative to anything else. */
const SPARED_WEIGHT = 20;

/**
 * The first of these places, each `[left, top]`, that covers least of the `needed` elements; `thing` weighs more, the
 * prompt and elements that match `spares` most.
 */
export function leastCovering(places, note, needed, thing = null, spares = "") {
  const spared = ["section.prompt", spares].filter(Boolean).join(", ");
  const size = {width: note.offsetWidth, height: note.offsetHeight};
  const within = (value, room, length) => Math.max(EDGE, Math.min(room - length - EDGE, value));
  const boxes = [...document.querySelectorAll(`${needed}, ${spared}`)].map((each) => [
    each.getBoundingClientRect(),
    each.matches(spared) ? SPARED_WEIGHT : 1,
  ]);
  const cost = (place) =>
    boxes.reduce((sum, [box, weight]) => sum + weight * overlap(box, place, size), thing ? 9 * overlap(thing, place, size) : 0);
  return places
    .map(([left, top]) => [within(left, innerWidth, size.width), within(top, innerHeight, size.height)])
    .reduce((best, place) => (cost(place) < cost(best) ? place : best));
}
