import { processMemoryBytes } from '@orch/process';

/** A connection with unread bytes. */
export interface UnreadConnection {
  /** Closes it at once and releases its bytes. */
  abort(): void;
}

/**
 * Limits the memory of all watches whose clients do not read. A watch with large objects holds a piece of some
 * megabytes as long as its client wants, and the number of watches is unlimited. Over the limit, the connection that
 * has waited longest is aborted: a client that reads resumes from its last revision.
 */
export class UnreadBytes {
  /** In the order in which they started to wait. */
  private readonly waiting = new Map<UnreadConnection, number>();
  private total = 0;

  /** @param limitBytes of all connections together. */
  constructor(private readonly limitBytes: number) {}

  /** Bytes held now. */
  get bytes(): number {
    return this.total;
  }

  /** `connection` has this number of bytes to send and waits for `drain`. */
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

/** Share of the available memory for unread bytes. */
const MEMORY_SHARE = 1 / 4;

/** Of this process. */
export const unreadBytes = new UnreadBytes(processMemoryBytes() * MEMORY_SHARE);
