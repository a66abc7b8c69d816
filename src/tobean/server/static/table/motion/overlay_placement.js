// Where a note lies over the table: where it covers least of what somebody wants to see and to press meanwhile.

export const EDGE = 8;

/** Whether the page is laid out for a phone or an upright tablet (phone.css). */
export const isNarrow = () => matchMedia("(max-width: 59.99rem)").matches;

/** How much of the box a note there would lie over. */
function overlap(box, [left, top], {width, height}) {
  const across = Math.min(box.right, left + width) - Math.max(box.left, left);
  const down = Math.min(box.bottom, top + height) - Math.max(box.top, top);
  return Math.max(0, across) * Math.max(0, down);
}

/** Covering the question costs so many times more than covering anything else. */
const QUESTION = 20;
const coverCost = (element) => (element.matches("section.asked") ? QUESTION : 1);

/** Of these places, each `[left, top]`, the first that covers least; `needed` are elements, `thing` weighs more. */
export function leastCovering(places, note, needed, thing = null) {
  const size = {width: note.offsetWidth, height: note.offsetHeight};
  const within = (value, room, length) => Math.max(EDGE, Math.min(room - length - EDGE, value));
  const boxes = [...document.querySelectorAll(needed)].map((each) => [each.getBoundingClientRect(), coverCost(each)]);
  const cost = (place) =>
    boxes.reduce((sum, [box, weight]) => sum + weight * overlap(box, place, size), thing ? 9 * overlap(thing, place, size) : 0);
  return places
    .map(([left, top]) => [within(left, innerWidth, size.width), within(top, innerHeight, size.height)])
    .reduce((best, place) => (cost(place) < cost(best) ? place : best));
}
