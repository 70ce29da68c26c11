import { totalmem } from 'node:os';

/** A connection with bytes that its client has not taken. */
export interface UnreadConnection {
  /** Closes it at once and frees its bytes. */
  abort(): void;
}

/**
 * Bounds what all watches together hold for clients that do not read. A watch with large objects holds a piece of some megabytes for as long as
 * its client likes, and nothing bounds the number of watches. Over the limit, the connection that has waited longest is
 * aborted: a client that reads continues from its last revision.
 */
export class UnreadBytes {
  /** In the order in which they began to wait. */
  private readonly waiting = new Map<UnreadConnection, number>();
  private total = 0;

  /** @param limitBytes of all connections together. */
  constructor(private readonly limitBytes: number) {}

  /** Bytes held now. */
  get bytes(): number {
    return this.total;
  }

  /** `connection` has so many bytes to send and takes no more before it is drained. */
  hold(connection: UnreadConnection, bytes: number): void {
    this.total += bytes - (this.waiting.get(connection) ?? 0);
    this.waiting.set(connection, bytes);
    for (const longest of this.waiting.keys()) {
      if (this.total <= this.limitBytes) return;
      this.release(longest);
      longest.abort();
    }
  }

  /** `connection` has been drained or closed. */
  release(connection: UnreadConnection): void {
    this.total -= this.waiting.get(connection) ?? 0;
    this.waiting.delete(connection);
  }
}

/** Part of the memory there is that unread bytes may take. */
const MEMORY_SHARE = 1 / 4;

/** Of this process. */
export const unreadBytes = new UnreadBytes(
  Math.min(process.constrainedMemory() || Infinity, totalmem()) * MEMORY_SHARE,
);
