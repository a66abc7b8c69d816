// The curve of every player's expected final thalers, with deals, harvests and mistakes below it.
import {html, nothing, svg} from "../render.js";
import {gamePage} from "../net/game_plugin.js";
import {figure, t} from "../translate.js";
import {playerName, state} from "../state.js";
import {groupedMoments, hasMistake, study} from "./data.js";
import {go, recording} from "./recording.js";

const WIDTH = 360;
const HEIGHT = 176;
const LEFT = 24;
const RIGHT = 6;
const TOP = 8;
const LANES = 34;
const LANE = 11;
/** Distance in which a tap on the curve means a mark. */
const SNAP = 5;

/** Positions from here on are hidden while a question is open. */
const lastVisiblePly = () => (study.quiz ? recording.at : recording.plies);

const plyToX = (ply) => LEFT + ((WIDTH - LEFT - RIGHT) * ply) / Math.max(1, recording.plies);

export const lineName = (index) => (index < state.hello.table.seats.length ? playerName(index) : gamePage().rival?.name);
const seatColour = (index) => (index >= 0 && index < state.hello.table.seats.length ? index : "rival");

/** Marks below the curve: [position, kind, seat]. */
function ticks() {
  const harvests = recording.marks.filter(({mark}) => mark === "harvest").map(({ply, seat}) => [ply, "harvest", seat]);
  const deals = recording.marks.filter(({mark}) => mark === "deal").map(({ply, seat}) => [ply, "deal", seat]);
  const mistakes = groupedMoments()
    .filter(hasMistake)
    .map(({ply, sides}) => [ply, "mistake", sides[0].seat]);
  return [...harvests, ...deals, ...mistakes].filter(([ply]) => ply <= lastVisiblePly());
}

const SHAPES = {
  mistake: (at, y) => svg`<path class="tick mistake" d=${`M${at} ${y}l-4 -7h8z`}></path>`,
  deal: (at, y, seat) => svg`<path class=${`tick hue-${seatColour(seat)}`} d=${`M${at} ${y}l-3.5 -3.5l3.5 -3.5l3.5 3.5z`}></path>`,
  harvest: (at, y, seat) => svg`<circle class=${`tick hue-${seatColour(seat)}`} cx=${at} cy=${y - 3.5} r="2.8"></circle>`,
};
const LANE_OF = {mistake: 0, deal: 1, harvest: 2};

function jump(event) {
  const box = event.currentTarget.getBoundingClientRect();
  const at = ((event.clientX - box.left) / box.width) * WIDTH;
  const near = ticks()
    .map(([ply]) => ply)
    .sort((one, other) => Math.abs(plyToX(one) - at) - Math.abs(plyToX(other) - at))[0];
  const raw = Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * recording.plies);
  const goal = near !== undefined && Math.abs(plyToX(near) - at) <= SNAP ? near : raw;
  go(Math.max(0, Math.min(lastVisiblePly(), goal)));
}

/** The last computed point at or before a position. */
export const pointAt = (ply) => study.points.findLast((point) => point.ply <= ply);

function drawing() {
  const points = study.points.filter(({ply}) => ply <= lastVisiblePly());
  const most = Math.max(4, ...study.points.flatMap(({thalers}) => thalers));
  const bottom = HEIGHT - LANES - 4;
  const y = (value) => bottom - ((bottom - TOP) * Math.max(0, value)) / most;
  const step = most > 20 ? 10 : most > 8 ? 5 : 2;
  const grid = Array.from({length: Math.floor(most / step) + 1}, (_, index) => index * step);
  const lines = points[0]?.thalers ?? [];
  return html`<svg class="curve-drawing" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${summary()} @click=${jump}>
    ${grid.map((count) => svg`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(count)} y2=${y(count)}></line><text x=${LEFT - 5} y=${y(count) + 4} text-anchor="end">${count}</text>`)}
    ${lines.map((_, index) => svg`<polyline class=${`line hue-${seatColour(index)}`} points=${points.map(({ply, thalers}) => `${plyToX(ply)},${y(thalers[index])}`).join(" ")}></polyline>`)}
    ${ticks().map(([ply, kind, seat]) => SHAPES[kind](plyToX(ply), HEIGHT - LANES + (LANE_OF[kind] + 1) * LANE, seat))}
    ${points.map(pointTooltip)}
    <line class="cursor" x1=${plyToX(recording.at)} x2=${plyToX(recording.at)} y1=${TOP - 4} y2=${HEIGHT}></line>
  </svg>`;
}

/** Shows the figures of a point while the mouse is between it and the next one. */
const pointTooltip = (point, index, points) => {
  const end = points[index + 1]?.ply ?? recording.plies;
  return svg`<rect class="reading" x=${plyToX(point.ply)} y="0" width=${plyToX(end) - plyToX(point.ply)} height=${HEIGHT}><title>${figuresOf(point)}</title></rect>`;
};

function figuresOf({turn, thalers}) {
  const values = thalers.map((value, index) => `${lineName(index)} ${figure(value)}`).join(", ");
  return t("Expected thalers at the end, as of turn {turn}: {values}", {turn, values});
}

function summary() {
  const now = pointAt(recording.at);
  return now ? figuresOf(now) : t("Expected thalers over the game");
}

const key = (index) => {
  const now = pointAt(recording.at);
  return html`<span class=${`key hue-${seatColour(index)}`}
    ><svg viewBox="0 0 30 8" aria-hidden="true"><line x1="0" x2="30" y1="4" y2="4"></line></svg>${lineName(index)}
    ${now ? html`<b>${figure(now.thalers[index])}</b>` : nothing}</span
  >`;
};

const progress = () =>
  study.points.length < study.count || (!study.count && !study.failed)
    ? html`<p class="hint">
        ${t("The coach plays on from each turn: {done} of {count}", {done: study.points.length, count: study.count || "…"})}
        <progress max=${study.count || 1} .value=${study.points.length} aria-hidden="true"></progress>
      </p>`
    : nothing;

const row = ({ply, turn, thalers, errors}) => html`<tr aria-current=${pointAt(recording.at)?.ply === ply ? "true" : nothing}>
  <th scope="row"><button type="button" class="plain" @click=${() => go(ply)}>${ply === recording.plies ? t("end") : turn}</button></th>
  ${thalers.map((value, index) => html`<td>${figure(value)}${errors[index] ? html` <small>± ${figure(errors[index])}</small>` : nothing}</td>`)}
</tr>`;

/** The same figures as a table, for screen readers and everybody else. */
const values = () =>
  study.points.length
    ? html`<details class="values">
        <summary>${t("All values")}</summary>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">${t("Turn")}</th>
                ${study.points[0].thalers.map((_, index) => html`<th scope="col">${lineName(index)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${study.points.filter(({ply}) => ply <= lastVisiblePly()).map(row)}
            </tbody>
          </table>
        </div>
      </details>`
    : nothing;

export function curve() {
  const lines = study.points[0]?.thalers.length ?? state.hello.table.seats.length;
  return html`<figure class="chart curve">
    ${drawing()}
    <figcaption>
      ${Array.from({length: lines}, (_, index) => key(index))}
      <span class="key"><svg viewBox="0 0 30 8" aria-hidden="true"><path class="tick mistake" d="M15 8l-4 -7h8z" /></svg>${t("mistake")}</span>
      <span class="key"><svg viewBox="0 0 30 8" aria-hidden="true"><path class="tick" d="M15 0l4 4l-4 4l-4 -4z" /></svg>${t("deal")}</span>
      <span class="key"><svg viewBox="0 0 30 8" aria-hidden="true"><circle class="tick" cx="15" cy="4" r="3" /></svg>${t("harvest")}</span>
    </figcaption>
    ${progress()} ${values()}
  </figure>`;
}
