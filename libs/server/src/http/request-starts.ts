/** Requests that are begun in one turn of the event loop: a few milliseconds of work. */
const STARTS_PER_TURN = 32;

/** A request of an HTTP/2 connection that waits to be begun. */
interface Start {
  readonly begin: () => void;
  readonly isGone: () => boolean;
}

/**
 * Begins the requests of HTTP/2 connections, a bounded number in each turn. One read of a connection may have hundreds, most of
 * them reset in the same read: those cost nothing but their frames, and others are served in between.
 */
export class RequestStarts {
  private begun = 0;
  private isScheduled = false;
  private readonly waiting: Start[] = [];

  /** @param isGone whether its client has left: it is not begun then. */
  add(begin: () => void, isGone: () => boolean): void {
    this.schedule();
    if (this.waiting.length > 0 || this.begun >= STARTS_PER_TURN) this.waiting.push({ begin, isGone });
    else {
      this.begun++;
      begin();
    }
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.nextTurn());
  }

  private nextTurn(): void {
    this.isScheduled = false;
    this.begun = 0;
    let at = 0;
    for (; at < this.waiting.length && this.begun < STARTS_PER_TURN; at++) {
      const { begin, isGone } = this.waiting[at]!;
      if (isGone()) continue;
      this.begun++;
      begin();
    }
    this.waiting.splice(0, at);
    if (this.waiting.length > 0) this.schedule();
  }
}
