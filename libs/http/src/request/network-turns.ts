import { FairLines, SharedPlaces } from '@orch/apimachinery';
import { NextTurn } from '@orch/process';

/** Works that run in one turn of the event loop: a few milliseconds. */
const PER_TURN = 32;

/** Work for one request or connection of a client. */
export interface NetworkWork {
  /** Of its client. */
  readonly network: string;
  readonly run: () => void;
  /** Whether there is nothing to do any more, such as when its client has left: it is not run then. */
  readonly isGone: () => boolean;
  /** Called instead when too many wait. */
  readonly refuse?: () => void;
}

/**
 * Runs work of which there may be thousands at one moment, a bounded number in each turn of the event loop, so that others are served in between; client networks take turns.
 * Of one network no more wait than places are free.
 */
export class NetworkTurns {
  private count = 0;
  /** By client network. */
  private readonly waiting = new FairLines<NetworkWork>();
  private readonly places: SharedPlaces;

  /** @param mostWaiting of all networks. Default: no limit. */
  constructor(mostWaiting = Infinity) {
    this.places = new SharedPlaces(mostWaiting);
  }

  /** Whether work may run now, which counts it. Otherwise it is added. */
  mayRun(): boolean {
    this.nextTurn.schedule();
    if (!this.waiting.isEmpty || this.count >= PER_TURN) return false;
    this.count++;
    return true;
  }

  /** Runs it when it is the turn of its network, in a later turn of the event loop. */
  add(work: NetworkWork): void {
    const { network, refuse } = work;
    if (refuse && !this.places.hasRoom(network)) return refuse();
    this.places.take(network);
    this.waiting.add(network, work);
    this.nextTurn.schedule();
  }

  private readonly nextTurn = new NextTurn(() => {
    this.count = 0;
    try {
      while (this.count < PER_TURN) {
        const work = this.waiting.next();
        if (!work) return;
        this.places.release(work.network);
        if (work.isGone()) continue;
        this.count++;
        work.run();
      }
    } finally {
      if (!this.waiting.isEmpty) this.nextTurn.schedule(); // also after an exception of one
    }
  });
}
