import { processMemoryBytes } from '@orch/process';

/** A connection with unread bytes. */
export interface UnreadConnection {
  /** Name of the flow that is charged for them: see `flowOfRequester`. */
  readonly flow: string;
  /** Closes it at once and releases its bytes. */
  abort(): void;
}

/** What connections of a flow hold, in the order in which they started to wait. */
interface Held {
  bytes: number;
  readonly connections: Map<UnreadConnection, number>;
}

/**
 * Limits the memory of all answers and watches whose clients do not read. A watch with large objects holds a piece of some
 * megabytes as long as its client wants, and the number of watches is unlimited. Over the limit, the flow that holds most
 * loses the connection that has waited longest: those of one user do not end slow ones of others. A client that reads resumes
 * its watch from its last revision.
 */
export class UnreadBytes {
  private readonly flows = new Map<string, Held>();
  private total = 0;

  /** @param limitBytes of all connections together. */
  constructor(private readonly limitBytes: number) {}

  /** Bytes held now. */
  get bytes(): number {
    return this.total;
  }

  /** `connection` has this number of bytes to send and waits for `drain`. */
  hold(connection: UnreadConnection, bytes: number): void {
    const held = this.heldBy(connection.flow);
    const more = bytes - (held.connections.get(connection) ?? 0);
    held.connections.set(connection, bytes);
    held.bytes += more;
    this.total += more;
    while (this.total > this.limitBytes) {
      const longest = this.longestOfMost();
      this.release(longest);
      longest.abort();
    }
  }

  /** `connection` has been drained or closed. */
  release(connection: UnreadConnection): void {
    const held = this.flows.get(connection.flow);
    const bytes = held?.connections.get(connection);
    if (!held || bytes === undefined) return;
    held.connections.delete(connection);
    held.bytes -= bytes;
    this.total -= bytes;
    if (held.connections.size === 0) this.flows.delete(connection.flow);
  }

  private heldBy(flow: string): Held {
    let held = this.flows.get(flow);
    if (!held) this.flows.set(flow, (held = { bytes: 0, connections: new Map() }));
    return held;
  }

  private longestOfMost(): UnreadConnection {
    let most: Held | undefined;
    for (const held of this.flows.values()) if (!most || held.bytes > most.bytes) most = held;
    return most!.connections.keys().next().value!;
  }
}

/** Share of the available memory for unread bytes. */
const MEMORY_SHARE = 1 / 4;

/** Of this process. */
export const unreadBytes = new UnreadBytes(processMemoryBytes() * MEMORY_SHARE);
