// The connection to the server: one WebSocket, reopened when it drops. A message is sent once or not at all.
import {needsNetwork, openSocket} from "./transport.js";

const FIRST_DELAY = 400;
const MAX_DELAY = 8000;
/** A phone that loses its network keeps the socket open for minutes; only an unanswered ping reveals that. */
const PING_INTERVAL = 8000;
const PONG_TIMEOUT = 6000;
const DAMAGED = 4409;
const SERVICE_RESTART = 1012;
const FAST_RETRY = 50;

export class Connection {
  #socket = null;
  #delay = FIRST_DELAY;
  #retryTimer = 0;
  #pingTimer = 0;
  #pongTimer = 0;
  #closed = false;
  #earlySocket;

  /**
   * `address()` returns the URL to connect to, `onMessage(message)` receives the server's messages, and
   * `onState(state)` is told "connecting", "open", "lost" or "closed". The first socket may have been opened already.
   */
  constructor(address, onMessage, onState, earlySocket = null) {
    this.#earlySocket = earlySocket;
    this.address = address;
    this.onMessage = onMessage;
    this.onState = onState;
    addEventListener("online", () => this.#connectAfter(0));
    addEventListener("offline", () => this.open && needsNetwork() && this.#giveUp());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      // A phone that was asleep may hold a dead socket that still looks open.
      if (this.open) this.send({type: "ping"});
      else this.#connectAfter(0);
    });
  }

  get open() {
    return this.#socket !== null && this.#socket.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.#retryTimer);
    if (this.#closed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    this.onState("connecting");
    const socket = this.#earlySocket ?? openSocket(this.address());
    this.#earlySocket = null;
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.onState("open");
      clearInterval(this.#pingTimer);
      this.#pingTimer = setInterval(() => this.send({type: "ping"}), PING_INTERVAL);
    });
    socket.addEventListener("message", (event) => {
      // Reset only on a message: a server that accepts just to close again must not be retried at full speed.
      this.#delay = FIRST_DELAY;
      clearTimeout(this.#pongTimer);
      this.#pongTimer = 0;
      this.onMessage(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket !== this.#socket) return;
      this.#stopTimers();
      if (event.code === DAMAGED) location.reload(); // the reloaded page shows what is left of the table
      if (event.code >= 4400 && event.code < 4500) {
        // The server refuses this client; retrying would not help.
        this.#closed = true;
        this.onState("closed", event.reason);
        return;
      }
      this.onState("lost");
      // A server that hands over its tables announces it: its successor is already listening.
      const delay = event.code === SERVICE_RESTART && this.#delay === FIRST_DELAY ? FAST_RETRY : this.#delay;
      this.#connectAfter(delay * (0.75 + Math.random() / 2));
      this.#delay = Math.min(this.#delay * 2, MAX_DELAY);
    });
  }

  /** Returns whether it was sent. Unsent messages are dropped: after a reconnect the table may have changed. */
  send(message) {
    if (!this.open) return false;
    this.#socket.send(JSON.stringify(message));
    // Timers of a hidden page fire late: the timeout would drop a connection that is fine.
    if (message.type === "ping" && !this.#pongTimer && !document.hidden) this.#pongTimer = setTimeout(() => this.#giveUp(), PONG_TIMEOUT);
    return true;
  }

  /** Closes the socket and reconnects, for another seat. */
  reconnect() {
    this.#drop();
    this.connect();
  }

  #stopTimers() {
    clearInterval(this.#pingTimer);
    clearTimeout(this.#pongTimer);
    this.#pongTimer = 0;
  }

  #drop() {
    const old = this.#socket;
    this.#socket = null;
    this.#stopTimers();
    old?.close();
  }

  /** The network is gone or the server no longer answers: reports it immediately and reconnects. */
  #giveUp() {
    this.#drop();
    this.onState("lost");
    this.#connectAfter(this.#delay);
  }

  #connectAfter(delay) {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.connect(), delay);
  }
}
