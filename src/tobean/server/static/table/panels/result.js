// The result: winners and reason, thalers by turn, deals, rematch.
import {classNames, html, nothing} from "../render.js";
import {siteUrl} from "../dom.js";
import {ruleLink} from "../help/rule_link.js";
import {chips, thalers} from "../board/card.js";
import {chart} from "./chart.js";
import {send} from "../net/actions.js";
import {gamePage} from "../net/game_plugin.js";
import {faceOf} from "../board/seat.js";
import {dealsOf, thalersByTurn} from "./game_course.js";
import {listed, t} from "../translate.js";
import {isMe, playerName, state, view} from "../state.js";

/** The name of the scripted rival. */
const rivalName = (result) => gamePage().rival?.name ?? result.rival_name;

function headline(result) {
  const {winners, rival} = result;
  if (!winners.length && !rival) return t("Nobody wins.");
  if (!winners.length) return gamePage().rival?.victory ?? t("{name} wins.", {name: rivalName(result)});
  if (winners.length === 1)
    return isMe(winners[0]) ? t("You win!") : t("{name} wins.", {name: playerName(winners[0])});
  return t("{names} win together.", {names: listed(winners.map(playerName))});
}

function ranking(result) {
  const seats = result.thalers.map((count, seat) => ({seat, count, rank: result.ranks?.[seat] ?? 0}));
  seats.sort((one, other) => one.rank - other.rank || other.count - one.count);
  return html`<ol class="ranking">
    ${seats.map(
      ({seat, count}) =>
        html`<li class=${classNames({winner: result.winners.includes(seat)})}>
          ${faceOf(seat)}<b>${playerName(seat)}</b>${result.winners.includes(seat) ? html`<span class="crown" role="img" aria-label=${t("winner")}>♛</span>` : nothing}${result.sums?.length ? html`<small class="sum">${result.sums[seat]} =</small>` : nothing}${thalers(count)}
        </li>`,
    )}
    ${result.rival ? html`<li class=${classNames({winner: !result.winners.length})}><b>${rivalName(result)}</b>${thalers(result.rival_thalers)}</li>` : nothing}
  </ol>`;
}

function lines(result) {
  const points = thalersByTurn(state.events, view().players, result);
  const curves = result.thalers.map((_, seat) => ({
    name: playerName(seat),
    hue: seat,
    values: points.map(({seats}) => seats[seat]),
  }));
  if (result.rival)
    curves.push({
      name: rivalName(result),
      hue: "rival",
      values: points.map(({rival}) => rival),
    });
  return curves;
}

function dealsTable() {
  const deals = dealsOf(state.events);
  if (!deals.length) return nothing;
  return html`<details class="deals">
    <summary>${t("{count} deals", {count: deals.length})}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("Deals")}>
      <table>
        <thead>
          <tr>
            <th>${t("turn")}</th>
            <th>${t("who")}</th>
            <th>${t("gave")}</th>
            <th>${t("got")}</th>
            <th>${t("from whom")}</th>
          </tr>
        </thead>
        <tbody>
          ${deals.map(
            ({turn, seat, other, gives, gets}) =>
              html`<tr>
                <td>${turn}</td>
                <td>${playerName(seat)}</td>
                <td>${chips(gives)}</td>
                <td>${chips(gets)}</td>
                <td>${playerName(other)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

function resultButtons() {
  if (state.replay) return nothing;
  const {table} = state.hello;
  return html`<div class="buttons">
    ${
      table.rematch
        ? html`<a class="action leading" href=${siteUrl(table.rematch)}>${t("To the rematch")}</a>`
        : state.me >= 0
          ? html`<button type="button" class="action leading" @click=${() => send({type: "rematch"})}>
              ${t("Rematch")}
            </button>`
          : nothing
    }
    <a class="action quiet" href=${siteUrl(`/tables/${table.id}/result`)}>${t("Details")}</a>
    <a class="action quiet" href=${siteUrl(`/replays/${table.id}`)}>${t("Study the game")}</a>
    <a class="action quiet" href=${siteUrl("/")}>${t("Front page")}</a>
  </div>`;
}

/** Tells players who did not request the rematch that it is open. */
const invitation = () =>
  state.me >= 0 && !state.replay && state.hello.table.rematch
    ? html`<p role="status">${t("The rematch is open; take your seat.")}</p>`
    : nothing;

export function resultPanel() {
  const result = view()?.result;
  if (!result) return nothing;
  // A page that joined late lacks the first events; the result page has them all.
  const whole = state.events[0]?.n === 0;
  return html`<section class="result" aria-label=${t("Result")}>
    <h2>${headline(result)}</h2>
    <p class="verdict">${result.text} ${ruleLink(result.rule)}</p>
    ${(result.stand_ins ?? []).map((sentence) => html`<p class="hint">${sentence}</p>`)}
    ${ranking(result)} ${invitation()} ${resultButtons()} ${whole ? [chart(lines(result)), dealsTable()] : nothing}
  </section>`;
}
