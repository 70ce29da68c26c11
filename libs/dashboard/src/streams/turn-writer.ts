import type { ServerResponse } from 'node:http';

/**
 * Writes of many watches to one connection, in turns: while the connection has no room all wait, and hold nothing. So what a page that does not
 * read holds is bounded, and no watch starves the others. A watch that ends while it waits leaves at once, so that opening and closing watches
 * on such a connection adds nothing.
 */
export class TurnWriter {
  /** In the order of their turns. */
  private readonly waiting = new Set<() => void>();
  private blocked = false;
  private closed = false;

  constructor(private readonly reply: ServerResponse) {
    reply.on('drain', () => {
      this.blocked = false;
      this.next();
    });
    reply.once('close', () => {
      this.closed = true;
      for (const wake of [...this.waiting]) wake();
    });
  }

  /** Whether the connection has no room now. */
  get isBlocked(): boolean {
    return this.blocked;
  }

  /**
   * Waits for its turn.
   * @param make called then, so that nothing is made before there is room for it; undefined: nothing is written. What it throws is thrown.
   * @param signal ends the wait: nothing is written then.
   */
  async write(make: () => Uint8Array | undefined, signal: AbortSignal): Promise<void> {
    if ((this.blocked || this.waiting.size > 0) && !this.closed && !(await this.turn(signal))) return;
    try {
      const bytes = signal.aborted || this.closed ? undefined : make();
      if (bytes) this.writeNow(bytes);
    } finally {
      this.next();
    }
  }

  /** Writes without a turn: what is small and rare. */
  writeNow(bytes: Uint8Array): void {
    if (!this.closed && !this.reply.write(bytes)) this.blocked = true;
  }

  /** @returns false when the signal ended the wait. */
  private turn(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (isTurn: boolean): void => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', leave);
        resolve(isTurn);
      };
      const wake = (): void => end(true);
      const leave = (): void => end(false);
      this.waiting.add(wake);
      signal.addEventListener('abort', leave);
    });
  }

  private next(): void {
    if (this.blocked) return;
    const [first] = this.waiting;
    first?.();
  }
}
