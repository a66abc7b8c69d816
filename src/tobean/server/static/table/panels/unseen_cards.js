// The cards of each kind not yet seen: public knowledge that a good memory would have as well (I2).
import {html, nothing} from "../render.js";
import {token} from "../board/card.js";
import {allCards, nameOf} from "../net/catalogue.js";
import {set, settings} from "../settings.js";
import {t} from "../translate.js";
import {change, view} from "../state.js";

function line(kind, unseen) {
  const share = kind.count ? unseen / kind.count : 0;
  return html`<tr>
    <th scope="row">${token(kind.id)} ${nameOf(kind.id)}</th>
    <td>
      <meter min="0" max=${kind.count} value=${unseen} aria-label=${t("unseen")}>${t("{number}%", {number: Math.round(share * 100)})}</meter>
    </td>
    <td class="figure">${unseen}<small>/${kind.count}</small></td>
  </tr>`;
}

export function unseenPanel() {
  const kinds = allCards().filter(({id, of}) => of === "bean" || view().unseen[id]);
  return html`<div class="unseen-cards" tabindex="0" role="region" aria-label=${t("Unseen cards")}>
    <label class="switch"
      ><input
        type="checkbox"
        .checked=${settings.unseen}
        @change=${(event) => {
          set("unseen", event.target.checked);
          change();
        }}
      />
      ${t("Always show which cards you have not seen, in the draw pile or in hands")}</label
    >
    ${
      settings.unseen
        ? html`<table>
            <thead class="visually-hidden">
              <tr>
                <th>${t("kind")}</th>
                <th>${t("share")}</th>
                <th>${t("unseen")}</th>
              </tr>
            </thead>
            <tbody>
              ${kinds.map((kind) => line(kind, view().unseen[kind.id] || 0))}
            </tbody>
          </table>`
        : nothing
    }
  </div>`;
}
