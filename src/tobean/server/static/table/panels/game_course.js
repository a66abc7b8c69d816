// The course of a game from its events: thalers over the turns, and the deals with what each gave and got.
import {gamePage, gameThalerChanges} from "../net/game_plugin.js";

/** Who wins or loses how many thalers by an event. */
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
  // Where somebody scripted counts for more than one, that holds all along.
  const weight = result?.rival && rival ? result.rival_thalers / rival : 1;
  for (const point of points) point.rival *= weight;
  if (result) points.push({seats: [...result.thalers], rival: result.rival ? result.rival_thalers : rival});
  else note();
  return points;
}

/** All deals, with the turn in which they were made. */
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
