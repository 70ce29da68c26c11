import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventLoopWatchdog, SERVING } from '../../../libs/process/src/event-loop/event-loop-watchdog.js';
import { threadCpuClock } from '../../../libs/process/src/event-loop/thread-cpu-clock.js';
import { slowness } from './machine-speed.js';
import { MAX_TURN_MS } from './search.js';

/** Measures the longest turn of the event loop that work takes, with the watchdog of a server. */
export class LongestTurn {
  private longest = 0;
  private readonly cpuMs = threadCpuClock();
  private readonly watchdog = new EventLoopWatchdog({
    thresholdMs: MAX_TURN_MS,
    onLongTurn: ({ cpuMs }) => (this.longest = Math.max(this.longest, cpuMs)),
  });

  constructor() {
    this.watchdog.phase = SERVING;
    this.watchdog.start();
  }

  close(): void {
    this.watchdog.stop();
  }

  /**
   * Does work.
   * @param runs the most of them, made while a turn is long: the first ones compile code, and a loaded machine takes longer.
   * @returns CPU time of its longest turn, the least of all runs, at the speed of the reference machine; 0 for one of at most `MAX_TURN_MS`.
   */
  async of(work: () => Promise<unknown>, runs: number): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < runs && least > MAX_TURN_MS; run++) {
      await this.settled();
      this.longest = 0;
      const before = this.cpuMs();
      await work();
      if (this.cpuMs() - before < MAX_TURN_MS) return 0;
      await this.settled();
      least = Math.min(least, this.longest);
    }
    const atFullSpeed = least > MAX_TURN_MS ? least / slowness(this.cpuMs) : 0;
    return atFullSpeed > MAX_TURN_MS ? atFullSpeed : 0;
  }

  /** The watchdog has reported the turns so far: it does so in a later one. */
  private async settled(): Promise<void> {
    for (let turn = 0; turn < 8; turn++) await nextTurn();
  }
}
