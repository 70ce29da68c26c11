import type { ServerResponse } from 'node:http';

/**
 * Writes of many watches to one connection, in turns: while the connection has no room all wait, and each keeps one piece at most. So what a
 * page that does not read holds is bounded, and no watch starves the others.
 */
export class TurnWriter {
  private readonly waiting: (() => void)[] = [];
  private blocked = false;
  private closed = false;

  constructor(private readonly reply: ServerResponse) {
    reply.on('drain', () => {
      this.blocked = false;
      this.next();
    });
    reply.once('close', () => {
      this.closed = true;
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  /** Whether the connection has no room now. */
  get isBlocked(): boolean {
    return this.blocked;
  }

  /** Waits for its turn. @param make called then; undefined: nothing is written. */
  async write(make: () => Uint8Array | undefined): Promise<void> {
    if ((this.blocked || this.waiting.length > 0) && !this.closed) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    const bytes = make();
    if (bytes) this.writeNow(bytes);
    this.next();
  }

  /** Writes without a turn: what is small and rare. */
  writeNow(bytes: Uint8Array): void {
    if (!this.closed && !this.reply.write(bytes)) this.blocked = true;
  }

  private next(): void {
    if (!this.blocked) this.waiting.shift()?.();
  }
}
