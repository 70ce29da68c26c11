import type { Socket } from 'node:net';

/** Rules of all lanes of one direction. May change while they run. */
export interface LaneRules {
  delayMs: number;
  /** Holds all data back. */
  isHeld: boolean;
  /** Bytes that may still pass before a reset. */
  bytesLeft: number;
  /** Bytes that have passed. */
  forwarded: number;
}

/** Buffer limit of a lane; then it stops reading, as a network does. Unit: bytes. */
const WAITING_LIMIT = 4 * 1024 * 1024;

/** Data, or the end of the sender. */
type Freight = Buffer | 'end' | 'reset';

/** Forwards data from one socket to another, in order, by the rules of its direction. */
export class Lane {
  private readonly queue: { readonly freight: Freight; readonly dueMs: number }[] = [];
  private waiting = 0;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly rules: LaneRules,
    private readonly reset: () => void,
  ) {
    from.on('data', (bytes: Buffer) => {
      this.waiting += bytes.length;
      if (this.waiting > WAITING_LIMIT) from.pause();
      this.add(bytes);
    });
    from.on('end', () => this.add('end'));
    from.on('error', () => this.add('reset'));
    to.on('drain', () => this.advance());
  }

  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.queue.length = 0;
  }

  /** Forwards due data. Called on new data, on timers and when the rules change. */
  advance(): void {
    clearTimeout(this.timer);
    while (!this.isOver && !this.rules.isHeld && !this.to.writableNeedDrain) {
      const next = this.queue[0];
      if (!next) return;
      const aheadMs = Math.min(next.dueMs - Date.now(), this.rules.delayMs);
      if (aheadMs > 0) {
        this.timer = setTimeout(() => this.advance(), aheadMs);
        return;
      }
      this.queue.shift();
      this.handOn(next.freight);
    }
  }

  private add(freight: Freight): void {
    if (this.isOver) return;
    this.queue.push({ freight, dueMs: Date.now() + this.rules.delayMs });
    this.advance();
  }

  private handOn(freight: Freight): void {
    if (freight === 'end') return void this.to.end();
    if (freight === 'reset') return this.reset();
    this.waiting -= freight.length;
    if (this.waiting <= WAITING_LIMIT) this.from.resume();
    const passing = Math.min(freight.length, this.rules.bytesLeft);
    this.rules.bytesLeft -= passing;
    this.rules.forwarded += passing;
    if (passing === freight.length) return void this.to.write(freight);
    // Once: later connections are not reset. The allowed bytes are forwarded before the reset.
    this.rules.bytesLeft = Infinity;
    this.isOver = true;
    this.to.write(freight.subarray(0, passing), () => this.reset());
  }
}
