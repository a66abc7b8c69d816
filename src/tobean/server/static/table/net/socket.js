// The line to the server: one WebSocket, opened again when it drops. A message is sent once or not at all.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** A phone that loses its network keeps the socket open for minutes: a ping without an answer tells. */
const BEAT = 8000;
const PATIENCE = 6000;
const DAMAGED = 4409;
const COME_AGAIN = 1012;
const AT_ONCE = 50;

export class Line {
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #beat = 0;
  #patience = 0;
  #closed = false;
  #early;

  /**
   * `address()` says where to connect, `hear(message)` gets what the server says, `tell(state)` "connecting", "open",
   * "lost" or "closed". The first socket may have been opened `early`.
   */
  constructor(address, hear, tell, early = null) {
    this.#early = early;
    this.address = address;
    this.hear = hear;
    this.tell = tell;
    addEventListener("online", () => this.#soon(0));
    addEventListener("offline", () => this.open && this.#giveUp());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      // A phone that was asleep may hold a dead socket that still looks open.
      if (this.open) this.send({type: "ping"});
      else this.#soon(0);
    });
  }

  get open() {
    return this.#socket !== null && this.#socket.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.#timer);
    if (this.#closed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    this.tell("connecting");
    const socket = this.#early ?? new WebSocket(this.address());
    this.#early = null;
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.tell("open");
      clearInterval(this.#beat);
      this.#beat = setInterval(() => this.send({type: "ping"}), BEAT);
    });
    socket.addEventListener("message", (event) => {
      this.#wait = FIRST_WAIT; // a server that opens only to say "later" is not asked again at once
      clearTimeout(this.#patience);
      this.#patience = 0;
      this.hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket !== this.#socket) return;
      this.#rest();
      if (event.code === DAMAGED) location.reload(); // the page of this table says what is left of it
      if (event.code >= 4400 && event.code < 4500) {
        // The server will not have us here: asking again would not help.
        this.#closed = true;
        this.tell("closed", event.reason);
        return;
      }
      this.tell("lost");
      // A server that hands its tables on says so: another one is there already.
      const wait = event.code === COME_AGAIN && this.#wait === FIRST_WAIT ? AT_ONCE : this.#wait;
      this.#soon(wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    });
  }

  /** True if it went out. What could not go out is not kept: by then the table may be another one. */
  send(message) {
    if (!this.open) return false;
    this.#socket.send(JSON.stringify(message));
    // Timers of a hidden page are late: it would give up a line that is fine.
    if (message.type === "ping" && !this.#patience && !document.hidden) this.#patience = setTimeout(() => this.#giveUp(), PATIENCE);
    return true;
  }

  /** Hangs up and connects anew, for another seat. */
  again() {
    this.#hangUp();
    this.connect();
  }

  #rest() {
    clearInterval(this.#beat);
    clearTimeout(this.#patience);
    this.#patience = 0;
  }

  #hangUp() {
    const old = this.#socket;
    this.#socket = null;
    this.#rest();
    old?.close();
  }

  /** The network is gone, or the server answers no longer: says so at once and connects anew. */
  #giveUp() {
    this.#hangUp();
    this.tell("lost");
    this.#soon(this.#wait);
  }

  #soon(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.connect(), delay);
  }
}
