// lit-html as used by the table, and two directives that work under a strict CSP.
import {html, nothing, render, svg} from "../vendor/lit-html/lit-html.js";
import {Directive, directive, PartType} from "../vendor/lit-html/directive.js";
import {repeat} from "../vendor/lit-html/directives/repeat.js";
import {noChange} from "../vendor/lit-html/lit-html.js";

export {html, nothing, render, repeat, svg};

class Vars extends Directive {
  constructor(part) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("vars() belongs on an element");
  }

  update(part, [values]) {
    for (const [name, value] of Object.entries(values)) part.element.style.setProperty(name, value);
    return noChange;
  }

  render() {
    return noChange;
  }
}

/** Sets custom properties through the CSSOM: the CSP refuses style attributes. */
export const vars = directive(Vars);

class AfterRender extends Directive {
  update(part, [callback]) {
    callback(part.element);
    return noChange;
  }

  render() {
    return noChange;
  }
}

/** Calls back with the element after each rendering. */
export const afterRender = directive(AfterRender);

/** A class attribute from names and conditions: `classNames("card", {picked: true})`. */
export function classNames(...parts) {
  const chosen = [];
  for (const part of parts) {
    if (typeof part === "string") chosen.push(part);
    else for (const [name, on] of Object.entries(part)) if (on) chosen.push(name);
  }
  return chosen.join(" ");
}
