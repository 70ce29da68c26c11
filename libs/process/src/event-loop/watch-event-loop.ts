import type { Logger } from '../logger/logger.js';
import { EventLoopWatchdog } from './event-loop-watchdog.js';
import { LongTurnLog } from './long-turn-log.js';

/**
 * Starts the watchdog of a process, as `--event-loop-warning-threshold` says.
 * @param thresholdMs zero turns it off.
 * @param process its name, on every line: `orch up` has several processes with one standard error.
 */
export function watchEventLoop(thresholdMs: number, log: Logger, process: string): EventLoopWatchdog | undefined {
  if (thresholdMs <= 0) return undefined;
  const lines = new LongTurnLog(log.child({ process }), thresholdMs);
  const watchdog = new EventLoopWatchdog({ thresholdMs, onLongTurn: lines.report });
  watchdog.start();
  return watchdog;
}
