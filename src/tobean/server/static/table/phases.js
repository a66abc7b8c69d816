// The phases of a turn, as the rules pages number them, and which one it is.
import {html, names} from "./lit.js";
import {t} from "./text.js";
import {playerName, state, view} from "./state.js";

const bohnanza = () => [
  [1, "1", t("plant")],
  [2, "2", t("trade")],
  [3, "3", t("plant traded")],
  [4, "4", t("draw")],
];

const MAGIC = 15;

const withMagic = (number) => () => [
  [1, number === "1b" ? "1a" : "1", t("plant")],
  [MAGIC, number, t("magic")],
  ...bohnanza().slice(1),
];

const mafia = () =>
  view().players === 1
    ? [
        [1, "1", t("tax")],
        [2, "2", t("plant")],
        [3, "3", t("reveal")],
        [4, "4", t("plant revealed")],
        [5, "5", t("draw")],
      ]
    : [
        [1, "1", t("leftovers")],
        [2, "2", t("tax")],
        [3, "3", t("plant")],
        [4, "4", t("reveal")],
        [5, "5", t("plant revealed")],
        [6, "6", t("draw")],
      ];

const GAMES = {
  bohnanza: bohnanza,
  bohnedikt: bohnanza,
  rabohnzel: withMagic("1½"),
  excalibohn: withMagic("1b"),
  "al-cabohne": mafia,
};

export function phaseBar() {
  const {phase, active, over, turn} = view();
  const whose = over
    ? t("The game is over.")
    : active === state.me
      ? t("Your turn")
      : t("{name}'s turn", {name: playerName(active)});
  return html`<div class="phases">
    <span class=${names("whose", {yours: active === state.me && !over})}
      >${whose} <small class="turn">${t("turn {turn}", {turn})}</small></span
    >
    <ol aria-label=${t("Phases of the turn")}>
      ${GAMES[state.hello.table.game]().map(
        ([number, shown, word]) =>
          html`<li
            class=${number === phase && !over ? "now" : ""}
            aria-current=${number === phase && !over ? "step" : "false"}
          >
            <b>${shown}</b> <span>${word}</span>
          </li>`,
      )}
    </ol>
  </div>`;
}
