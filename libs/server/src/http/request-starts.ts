import { FairLines, SharedPlaces } from '@orch/apimachinery';

/** Requests that are begun in one turn of the event loop: a few milliseconds of work. */
const STARTS_PER_TURN = 32;
/** Requests that wait to be begun, some 6 KiB each. */
const MAX_WAITING = 16_384;

/** A request of an HTTP/2 connection that waits to be begun. */
interface Start {
  /** Of its client. */
  readonly network: string;
  readonly begin: () => void;
  /** Whether its client has left: it is not begun then. */
  readonly isGone: () => boolean;
  /** Called instead when too many wait: its client may send it again. */
  readonly refuse: () => void;
}

/**
 * Begins the requests of HTTP/2 connections, a bounded number in each turn of the event loop; client networks take turns. One read of a connection may have
 * hundreds, most of them reset in the same read: those cost nothing but their frames, and others are served in between. Of one network no more wait than places are free.
 */
export class RequestStarts {
  private begun = 0;
  private isScheduled = false;
  /** By client network. */
  private readonly waiting = new FairLines<Start>();
  private readonly places: SharedPlaces;

  /** @param mostWaiting of all networks. Default: 16,384. */
  constructor(mostWaiting = MAX_WAITING) {
    this.places = new SharedPlaces(mostWaiting);
  }

  /** Whether a request may begin now, which counts it. Otherwise it is added. */
  mayBegin(): boolean {
    this.schedule();
    if (!this.waiting.isEmpty || this.begun >= STARTS_PER_TURN) return false;
    this.begun++;
    return true;
  }

  /** Begins a request when it is the turn of its network, in a later turn of the event loop. */
  add(start: Start): void {
    const { network } = start;
    if (!this.places.hasRoom(network)) return start.refuse();
    this.places.take(network);
    this.waiting.add(network, start);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.nextTurn);
  }

  private readonly nextTurn = (): void => {
    this.isScheduled = false;
    this.begun = 0;
    while (this.begun < STARTS_PER_TURN) {
      const start = this.waiting.next();
      if (!start) return;
      this.places.release(start.network);
      if (start.isGone()) continue;
      this.begun++;
      start.begin();
    }
    if (!this.waiting.isEmpty) this.schedule();
  };
}
