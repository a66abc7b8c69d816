// Rules and cards in the side panel: this game's cards at a glance, and its rules page.
import {html, nothing} from "../render.js";
import {siteUrl} from "../dom.js";
import {explainedCard} from "../board/card.js";
import {allCards, allOf, artOf, nameOf, sprite} from "../net/catalogue.js";
import {ruleLink} from "../help/rule_link.js";
import {t} from "../translate.js";
import {change, state} from "../state.js";

let chapters = null;
let fetched = "";

/** Fetches the rules page once, when the panel is first opened. */
async function fetchRules() {
  const {game} = state.hello.table;
  if (fetched === game) return;
  fetched = game;
  const answer = await fetch(siteUrl(`/rules/${game}`));
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  chapters = [...page.querySelectorAll("[data-rule], main [id]")]
    .filter((element) => /^[A-Z]+\d+$/.test(element.dataset.rule || element.id))
    .map((element) => ({rule: element.dataset.rule || element.id, text: element.textContent.trim()}));
  change();
}

function matchingRules() {
  const wanted = (state.sought || "").toLowerCase();
  return (chapters || []).filter(
    ({rule, text}) => !wanted || rule.toLowerCase() === wanted || text.toLowerCase().includes(wanted),
  );
}

function beans() {
  return html`<ul class="deck">
    ${allOf("kinds").map((kind) => html`<li>${explainedCard(kind.id, {rove: "look-deck"})}<small>${kind.count}×</small></li>`)}
  </ul>`;
}

/** Texts of the cards other than ordinary beans. Cards that differ only in the kinds they show are left out. */
function texts() {
  const cards = allCards().filter(
    ({of, text, about, meter, kinds}) => (of !== "bean" || about !== meter) && (text || about) && !kinds,
  );
  if (!cards.length) return nothing;
  return html`<dl class="texts">
    ${cards.map(
      (card) =>
        html`<dt>
            <svg class="seal" aria-hidden="true"><use href=${sprite(artOf(card.id))}></use></svg>${nameOf(card.id)}
          </dt>
          <dd>${card.text ? `${card.text}.` : nothing} ${card.about} ${ruleLink(card.rule)}</dd>`,
    )}
  </dl>`;
}

export function rulesPanel() {
  fetchRules();
  const {game, title} = state.hello.table;
  return html`<div class="rules" tabindex="0" role="region" aria-label=${t("Rules and cards")}>
    <p><a href=${siteUrl(`/rules/${game}`)} target="_blank" rel="noopener">${t("The rules of {game}", {game: title})}</a></p>
    ${beans()} ${texts()}
    ${
      chapters
        ? html`<label class="seek"
              >${t("Find a rule")}
              <input
                type="search"
                .value=${state.sought || ""}
                @input=${(event) => change({sought: event.target.value})}
            /></label>
            <ul class="chapters">
              ${matchingRules().map(({rule, text}) => html`<li><a class="rule" href=${siteUrl(`/rules/${game}#${rule}`)} target="_blank" rel="noopener">${rule}</a> ${text.replace(rule, "").trim()}</li>`)}
            </ul>`
        : nothing
    }
  </div>`;
}
