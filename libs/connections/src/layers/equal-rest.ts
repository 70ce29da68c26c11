import { type CpuClock, threadCpuClock } from '@orch/process';

/** Of this thread. */
const threadClock = threadCpuClock();

/**
 * Leaves others as much time as work took, by the wall clock, and by the CPU clock of the thread: on a machine with more work than cores the wall clock also runs while the
 * thread waits for a core, and a rest could pass without a turn for others.
 */
export class EqualRest {
  private beganMs = 0;
  private beganCpuMs = 0;
  private untilMs = -Infinity;
  private untilCpuMs = -Infinity;

  /** @param mostMs longest rest, by each clock. @param now default: `performance.now()`. */
  constructor(
    private readonly mostMs = Infinity,
    private readonly now = () => performance.now(),
    private readonly cpuClock: CpuClock = threadClock,
  ) {}

  /** Whether others have had as long as the last work. */
  get isOver(): boolean {
    return this.now() >= this.untilMs && this.cpuClock() >= this.untilCpuMs;
  }

  /** Work begins. */
  begin(): void {
    this.beganMs = this.now();
    this.beganCpuMs = this.cpuClock();
  }

  /** It ended. */
  end(): void {
    const [nowMs, cpuMs] = [this.now(), this.cpuClock()];
    this.untilMs = nowMs + Math.min(nowMs - this.beganMs, this.mostMs);
    this.untilCpuMs = cpuMs + Math.min(cpuMs - this.beganCpuMs, this.mostMs);
  }
}
