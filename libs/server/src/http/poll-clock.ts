import type { CpuClock } from '@orch/process';

/**
 * Measures work of OpenSSL, which runs between the poll for input and an event: CPU time since the poll or the last event that was measured. Includes other work
 * of that poll before the event.
 */
export class PollClock {
  private markedMs: number;
  private isArmed = false;

  /** @param isNeeded whether events are to come; while they are, each poll is marked. */
  constructor(
    private readonly isNeeded: () => boolean,
    private readonly cpuClock: CpuClock,
  ) {
    this.markedMs = cpuClock();
  }

  /** CPU time since the last mark, which is moved here. Unit: milliseconds. */
  measure(): number {
    const nowMs = this.cpuClock();
    const spentMs = nowMs - this.markedMs;
    this.markedMs = nowMs;
    return spentMs;
  }

  /** Other work ended, or begins: it is not part of what is measured next. HOT PATH (bench: get): nothing while no handshake is in progress. */
  mark(): void {
    if (this.isArmed) this.measure();
  }

  /** Marks now, and from now on each poll. */
  start(): void {
    this.measure();
    if (this.isArmed) return;
    this.isArmed = true;
    this.next();
  }

  /** An immediate that does not keep the loop awake runs after the next poll. */
  private next(): void {
    setImmediate(() => {
      this.measure();
      if (this.isNeeded()) this.next();
      else this.isArmed = false;
    }).unref();
  }
}
