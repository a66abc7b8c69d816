// The way to the server. A page of a static site sets `tobeanLocal`, which answers from a worker in the browser instead.

/** Opens the socket of a table. */
export const openSocket = (url) => globalThis.tobeanLocal?.openSocket(url) ?? new WebSocket(url);

/** Requests something from the server, like `fetch`. */
export const request = (url, options) => globalThis.tobeanLocal?.request(url, options) ?? fetch(url, options);

/** Whether the connection needs a network. */
export const needsNetwork = () => globalThis.tobeanLocal === undefined;
