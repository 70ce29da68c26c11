import { performance } from 'node:perf_hooks';
import type { LogFields } from '../logger/logger.js';
import { CollectionPauses } from './collection-pauses.js';
import { type CpuClock, threadCpuClock } from './thread-cpu-clock.js';
import { TurnHistogram } from './turn-histogram.js';

/** What may hold the event loop, such as a request. */
export interface TurnSubject {
  /** Its description in log lines, without secrets: no query, and no headers except the user agent. */
  readonly turnFields: LogFields;
}

/** A turn of the event loop that took long. */
export interface LongTurn {
  /** CPU time of the thread, with all garbage collection. Unit: milliseconds; the kernel counts in steps of up to 4. */
  readonly cpuMs: number;
  /** Unit: milliseconds of wall time, with the time in which others had the core or the thread waited for a disk. */
  readonly durationMs: number;
  /** The part of `cpuMs` that the major garbage collector took, estimated from its wall time. */
  readonly collectionMs: number;
  /** {@link SERVING}, or the name of a step of the start. */
  readonly phase: string;
  /** The subject that began or went on last in the turn. */
  readonly running: TurnSubject | undefined;
  /** All that was under way when the turn ended. */
  readonly underWay: readonly TurnSubject[];
}

/** The phase after the start. */
export const SERVING = 'serving';

const { nodeTiming } = performance;

/** A turn that ends within this time is measured with the next, so that measuring costs the same however many there are. */
const SHORT_MS = 4;
/** Polls that follow each other faster are not all marked: an immediate for each costs more than what it measures. */
const BUSY_MS = 1;
/** Shorter turns are not counted in the histogram. */
const COUNTED_MS = 5;

export interface WatchdogOptions {
  /** Turns with at least this much CPU time are reported. Unit: milliseconds. */
  readonly thresholdMs: number;
  /** Called in a later turn than the long one. Must not throw. */
  readonly onLongTurn: (turn: LongTurn) => void;
  /** Default: that of the thread that calls. */
  readonly cpuClock?: CpuClock;
}

/**
 * Measures turns of the event loop in CPU time: the time between two polls for input, and within it from one subject to the
 * next, as many requests may arrive in one poll.
 *
 * An immediate that does not keep the loop awake runs after a poll, so nothing wakes an idle process. Under load a timer of one
 * millisecond replaces the immediates.
 */
export class EventLoopWatchdog {
  /** The current phase of the process. Set by the code that starts it; {@link SERVING} after the start. */
  phase = 'start-up';
  /** Subjects in progress, for reports. Set by the owner of the watchdog. */
  underWay: () => Iterable<TurnSubject> = () => [];
  /** Turns of `COUNTED_MS` and more. */
  readonly turns = { startUp: new TurnHistogram(), serving: new TurnHistogram() };
  private readonly cpuClock: CpuClock;
  private readonly pauses = new CollectionPauses();
  private measuredAtMs = 0;
  private measuredCpuMs = 0;
  private measuredIdleMs = 0;
  private running: TurnSubject | undefined;
  /** What the process did when the turn began: the turn in which the start ends is part of the start. */
  private begunIn = this.phase;
  private markedAtMs = 0;
  private hook: NodeJS.Immediate | undefined;
  private readonly rest: NodeJS.Timeout;

  constructor(private readonly options: WatchdogOptions) {
    this.cpuClock = options.cpuClock ?? threadCpuClock();
    this.rest = setTimeout(this.afterRest, BUSY_MS).unref();
  }

  start(): void {
    this.pauses.start();
    this.measuredAtMs = performance.now();
    this.measuredCpuMs = this.cpuClock();
    this.measuredIdleMs = nodeTiming.idleTime;
    this.arm();
  }

  stop(): void {
    clearImmediate(this.hook);
    clearTimeout(this.rest);
    this.hook = undefined;
    this.pauses.stop();
  }

  /**
   * A subject begins, or resumes after a wait: earlier work in this turn is not counted as its own.
   *
   * HOT PATH (bench: get): a comparison where the last measurement is younger than `SHORT_MS`.
   * @param nowMs `performance.now()`
   */
  begin(subject: TurnSubject, nowMs: number = performance.now()): void {
    if (nowMs - this.measuredAtMs >= SHORT_MS) this.measure(nowMs);
    this.running = subject;
  }

  private arm(): void {
    this.hook = setImmediate(this.afterPoll);
    this.hook.unref();
  }

  private readonly afterPoll = (): void => {
    const nowMs = performance.now();
    const isBusy = nowMs - this.markedAtMs < BUSY_MS;
    this.mark(nowMs);
    if (isBusy) this.rest.refresh();
    else this.arm();
  };

  private readonly afterRest = (): void => {
    if (this.hook === undefined) return; // stopped
    this.mark(performance.now());
    this.arm();
  };

  private mark(nowMs: number): void {
    if (nowMs - this.measuredAtMs >= SHORT_MS) this.measure(nowMs);
    this.markedAtMs = nowMs;
    this.running = undefined;
  }

  private measure(nowMs: number): void {
    const cpuNowMs = this.cpuClock();
    const idleNowMs = nodeTiming.idleTime;
    const cpuMs = cpuNowMs - this.measuredCpuMs;
    // The wait for input comes first.
    const startMs = this.measuredAtMs + (idleNowMs - this.measuredIdleMs);
    this.measuredAtMs = nowMs;
    this.measuredCpuMs = cpuNowMs;
    this.measuredIdleMs = idleNowMs;
    const phase = this.phase === SERVING ? this.begunIn : this.phase;
    this.begunIn = this.phase;
    if (cpuMs < COUNTED_MS) return;
    this.turns[phase === SERVING ? 'serving' : 'startUp'].observe(cpuMs / 1_000);
    if (cpuMs >= this.options.thresholdMs) this.report(phase, cpuMs, startMs, nowMs);
  }

  private report(phase: string, cpuMs: number, startMs: number, endMs: number): void {
    const { running } = this;
    const underWay = [...this.underWay()];
    // Pauses of this turn are known in the next one.
    setImmediate(() => {
      const durationMs = Math.max(cpuMs, endMs - startMs);
      // The collector had the core for the same part of its time as the whole turn.
      const collectionMs = Math.min(cpuMs, (this.pauses.within(startMs, endMs) * cpuMs) / durationMs);
      this.options.onLongTurn({ cpuMs, durationMs, collectionMs, phase, running, underWay });
    });
  }
}
