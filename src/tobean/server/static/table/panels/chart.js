// A line chart of thalers by turn.
import {html, svg} from "../render.js";
import {t} from "../translate.js";

const WIDTH = 560;
const HEIGHT = 220;
const LEFT = 28;
const BOTTOM = 24;

/** `lines` has {name, values, hue} for each seat, and for the rival if there is one. */
export function chart(lines) {
  const turns = Math.max(1, lines[0].values.length - 1);
  const most = Math.max(4, ...lines.flatMap((line) => line.values));
  const x = (turn) => LEFT + ((WIDTH - LEFT - 8) * turn) / turns;
  const y = (count) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 10) * count) / most;
  const step = most > 20 ? 10 : most > 8 ? 5 : 2;
  const grid = Array.from({length: Math.floor(most / step) + 1}, (_, index) => index * step);
  return html`<figure class="chart">
    <svg
      viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label=${t("Thalers over the turns: {lines}", {lines: lines.map(({name, values}) => `${name} ${values.join(", ")}`).join("; ")})}
    >
      ${grid.map((count) => svg`<line class="grid" x1=${LEFT} x2=${WIDTH - 8} y1=${y(count)} y2=${y(count)}></line><text x=${LEFT - 6} y=${y(count) + 4} text-anchor="end">${count}</text>`)}
      <text x=${WIDTH - 8} y=${HEIGHT - 4} text-anchor="end">${t("turns")}</text>
      ${lines.map(
        ({values, hue}) =>
          svg`<polyline class=${`line hue-${hue}`} points=${values.map((value, turn) => `${x(turn)},${y(value)}`).join(" ")}></polyline>
            <circle class=${`dot hue-${hue}`} cx=${x(turns)} cy=${y(values[values.length - 1])} r="4"></circle>`,
      )}
    </svg>
    <figcaption>
      ${lines.map(
        ({name, hue}) =>
          html`<span class=${`key hue-${hue}`}
            ><svg viewBox="0 0 30 8" aria-hidden="true"><line x1="0" x2="30" y1="4" y2="4"></line></svg>${name}</span
          >`,
      )}
    </figcaption>
  </figure>`;
}
