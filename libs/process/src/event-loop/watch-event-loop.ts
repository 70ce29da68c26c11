import type { Logger } from '../logger/logger.js';
import { EventLoopWatchdog } from './event-loop-watchdog.js';
import { LongTurnLog } from './long-turn-log.js';

/**
 * Starts the watchdog of a process, as `--event-loop-warning-threshold` says.
 * @param thresholdMs zero turns it off.
 */
export function watchEventLoop(thresholdMs: number, log: Logger): EventLoopWatchdog | undefined {
  if (thresholdMs <= 0) return undefined;
  const watchdog = new EventLoopWatchdog({ thresholdMs, onLongTurn: new LongTurnLog(log, thresholdMs).report });
  watchdog.start();
  return watchdog;
}
