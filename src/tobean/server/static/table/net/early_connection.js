// Opens the socket before the rest of the script is parsed: both take about as long, so they run side by side.
import {openSocket} from "./transport.js";

const {socket, language, replay} = document.getElementById("table").dataset;

/** The address of this table's socket. `known` is the number of events the page has, `seat` the seat it looks from. */
export function socketUrl(known = 0, seat = null) {
  const url = new URL(socket, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("since", String(known));
  url.searchParams.set("language", language || "en");
  if (seat !== null) url.searchParams.set("seat", String(seat));
  return url.href;
}

/** The first socket; a replay needs none. No message event fires before the whole script has run once. */
export const earlySocket = replay ? null : openSocket(socketUrl());
