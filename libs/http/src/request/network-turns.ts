import { FairLines, SharedPlaces } from '@orch/apimachinery';
import { LeastUsedFirst, RecentUse } from '@orch/connections';
import { NextTurn } from '@orch/process';
import type { RequestConnection } from './request-connection.js';

/** Works that run in one turn of the event loop: a few milliseconds. */
const PER_TURN = 32;

/** Works that may wait of each connection, whatever the others of its network have: few next to the memory of a connection. */
const FEW = 4;

/** Work for one request or connection of a client. */
export interface NetworkWork extends RequestConnection {
  readonly run: () => void;
  /** Whether there is nothing to do any more, such as when its client has left: it is not run then. */
  readonly isGone: () => boolean;
  /** Called instead when too many wait. */
  readonly refuse?: () => void;
}

/**
 * Runs work of which there may be thousands at one moment, a bounded number in each turn of the event loop, so that others are served in between; client networks take turns, and
 * within one the connections of which few works ran go first.
 * Of one network no more wait than places are free, and of one connection no more than its network leaves free of those, but a few of each in any case.
 */
export class NetworkTurns {
  private count = 0;
  /** By client network. */
  private readonly waiting = new FairLines<Waiting>(() => new LeastUsedFirst());
  private readonly connections = new WeakMap<object, Connection>();
  private readonly places: SharedPlaces;

  /** @param mostWaiting of all networks. Default: no limit. @param now Default: `performance.now()`. */
  constructor(
    mostWaiting = Infinity,
    private readonly now = () => performance.now(),
  ) {
    this.places = new SharedPlaces(mostWaiting);
  }

  /** Whether work may run now, which counts it. Otherwise it is added. */
  mayRun(): boolean {
    this.nextTurn.schedule();
    if (!this.waiting.isEmpty || this.count >= PER_TURN) return false;
    this.count++;
    return true;
  }

  /** Runs it when it is the turn of its network and its connection, in a later turn of the event loop. */
  add(work: NetworkWork): void {
    const { network, refuse } = work;
    const connection = this.connectionOf(work);
    if (refuse && !this.hasRoom(network, connection.waiting)) return refuse();
    connection.waiting++;
    this.places.take(network);
    this.waiting.add(network, { work, connection, use: connection.use });
    this.nextTurn.schedule();
  }

  private hasRoom(network: string, ofConnection: number): boolean {
    return ofConnection < FEW || this.places.hasRoom(network, ofConnection + 1);
  }

  private connectionOf({ connection }: NetworkWork): Connection {
    let known = this.connections.get(connection);
    if (!known) this.connections.set(connection, (known = { use: new RecentUse(this.now()), waiting: 0 }));
    return known;
  }

  private readonly nextTurn = new NextTurn(() => {
    this.count = 0;
    try {
      while (this.count < PER_TURN) {
        const next = this.waiting.next();
        if (!next) return;
        const { work, connection } = next;
        connection.waiting--;
        this.places.release(work.network);
        if (work.isGone()) continue;
        this.count++;
        connection.use.charge(1, this.now());
        work.run();
      }
    } finally {
      if (!this.waiting.isEmpty) this.nextTurn.schedule(); // also after an exception of one
    }
  });
}

interface Connection {
  /** Works that ran after a wait. */
  readonly use: RecentUse;
  /** Number of its works that wait. */
  waiting: number;
}

interface Waiting {
  readonly work: NetworkWork;
  readonly connection: Connection;
  readonly use: RecentUse;
}
