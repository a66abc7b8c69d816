// The course of a game, computed from its events: thalers by turn, and the deals.
import {gamePage, gameThalerChanges} from "../net/game_plugin.js";

/** Pairs of a seat (or "rival") and the thalers won or lost by an event. */
const thalerChanges = (event) => {
  switch (event.name) {
    case "harvested":
      return [[event.seat, event.thalers]];
    case "bought field":
      return [[event.seat, -event.price]];
    default:
      return gameThalerChanges(event);
  }
};

/** The thalers of each seat at the end of each turn; the last point is the result. */
export function thalersByTurn(events, players, result) {
  const purse = new Array(players).fill(0);
  let rival = 0;
  const points = [];
  const note = () => points.push({seats: [...purse], rival});
  for (const event of events) {
    if (event.name === "turn") note();
    for (const [whose, change] of thalerChanges(event)) {
      if (whose === "rival") rival += change;
      else purse[whose] += change;
    }
  }
  // The result may weight the rival's thalers; apply the same weight to the whole curve.
  const weight = result?.rival && rival ? result.rival_thalers / rival : 1;
  for (const point of points) point.rival *= weight;
  if (result) points.push({seats: [...result.thalers], rival: result.rival ? result.rival_thalers : rival});
  else note();
  return points;
}

export function dealsOf(events) {
  const deals = [];
  let turn = 0;
  for (const event of events) {
    if (event.name === "turn") turn = event.turn;
    if (gamePage().deals.includes(event.name)) {
      deals.push({
        turn,
        seat: event.seat,
        other: event.partner,
        gives: event.cards || [],
        gets: event.gets || [],
        n: event.n,
      });
    }
  }
  return deals;
}
