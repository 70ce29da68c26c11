import type { LogFields, Logger } from '../logger/logger.js';
import { type LongTurn, SERVING } from './event-loop-watchdog.js';

/** The message of every line. */
export const LONG_TURN_MESSAGE = 'event loop turn over the threshold';

/** Burst of lines; then one more every {@link LINE_EVERY_MS}. */
const LINES = 20;
const LINE_EVERY_MS = 5_000;
/** Maximum number of subjects in one line. */
const NAMED = 5;

/**
 * Logs long turns, a line each, and no flood of them. A warning where the work of the turn was too much; at debug level where only the
 * major garbage collector made it long, or the process was starting.
 */
export class LongTurnLog {
  private lines = LINES;
  private filledAtMs: number;
  private suppressed = 0;

  /** @param now monotonic time in milliseconds. */
  constructor(
    private readonly log: Logger,
    private readonly thresholdMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.filledAtMs = now();
  }

  readonly report = (turn: LongTurn): void => {
    if (turn.phase !== SERVING || turn.cpuMs - turn.collectionMs < this.thresholdMs) {
      this.log.debug(LONG_TURN_MESSAGE, fieldsOf(turn));
      return;
    }
    if (!this.mayWrite()) {
      this.suppressed++;
      return;
    }
    const { suppressed } = this;
    this.suppressed = 0;
    this.log.warn(LONG_TURN_MESSAGE, { ...fieldsOf(turn), ...(suppressed > 0 ? { suppressed } : {}) });
  };

  private mayWrite(): boolean {
    const more = Math.floor((this.now() - this.filledAtMs) / LINE_EVERY_MS);
    this.lines = Math.min(LINES, this.lines + more);
    this.filledAtMs += more * LINE_EVERY_MS;
    if (this.lines === 0) return false;
    this.lines--;
    return true;
  }
}

function fieldsOf({ cpuMs, durationMs, collectionMs, phase, running, underWay }: LongTurn): LogFields {
  const others = underWay.filter((subject) => subject !== running);
  return {
    cpuMs: tenths(cpuMs),
    durationMs: tenths(durationMs),
    garbageCollectionMs: tenths(collectionMs),
    phase,
    ...running?.turnFields,
    others: others.length,
    ...(others.length > 0 ? { underWay: others.slice(-NAMED).map((subject) => subject.turnFields) } : {}),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
