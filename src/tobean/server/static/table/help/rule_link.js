// Links from a sentence to the rule behind it.
import {siteUrl} from "../dom.js";
import {html, nothing} from "../render.js";
import {state} from "../state.js";
import {t} from "../translate.js";

/** The number of a rule as a link to its text. */
export function ruleLink(rule) {
  if (!rule) return nothing;
  const {game} = state.hello.table;
  return html`<a
    class="rule"
    href=${siteUrl(`/rules/${game}#${rule}`)}
    target="_blank"
    rel="noopener"
    title=${t("Rule {rule}", {rule})}
    aria-label=${t("Rule {rule}", {rule})}
    >${rule}</a
  >`;
}
