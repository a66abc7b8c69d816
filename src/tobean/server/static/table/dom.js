// DOM helpers.

/** Adds the site's path prefix to an address; a static site has other addresses. */
export const siteUrl = (path) => globalThis.tobeanLocal?.address(path) ?? (document.documentElement.dataset.home ?? "") + path;

export const byPlace = (place) => document.querySelector(`[data-place="${CSS.escape(place)}"]`);

/** The rectangles of all elements with a `data-place`. */
export function rectangles() {
  const boxes = new Map();
  for (const element of document.querySelectorAll("[data-place]")) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) boxes.set(element.dataset.place, box);
  }
  return boxes;
}

/** Whether the focused element takes key presses itself: text fields, sliders, lists. Checkboxes take no letters. */
export function takesKeys(target) {
  const takesKeys = "input:not([type=checkbox], [type=radio]), textarea, select";
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(takesKeys));
}

/** Whether the device has touch input only. A tablet with a mouse has a fine pointer, too. */
export const fingersOnly = () =>
  matchMedia("(hover: none) and (pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches;

export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Focuses the first of these that exists. */
export function focusOn(...selectors) {
  for (const selector of selectors) {
    const element = document.querySelector(selector);
    if (element instanceof HTMLElement) {
      element.focus();
      return true;
    }
  }
  return false;
}
