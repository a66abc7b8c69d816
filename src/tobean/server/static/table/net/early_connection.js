// The line is opened before the rest of the script is read, which takes about as long as a call takes to be put through.

const {socket, language, replay} = document.getElementById("table").dataset;

/** Where the socket of this table is. Whoever comes back says what they know already, and from which seat they look. */
export function lineTo(known = 0, seat = null) {
  const found = new URL(socket, location.href);
  found.protocol = found.protocol.replace("http", "ws");
  found.searchParams.set("since", String(known));
  found.searchParams.set("language", language || "en");
  if (seat !== null) found.searchParams.set("seat", String(seat));
  return found.href;
}

/** The first socket; a replay needs none. Nothing comes over it before the whole script has been run once. */
export const early = replay ? null : new WebSocket(lineTo());
