// Run by long-turns.e2e-spec.ts as `orch NAME FORMAT`: holds the event loop until its watchdog has logged that.
import { SERVING } from '../../libs/process/src/event-loop/event-loop-watchdog.js';
import { watchEventLoop } from '../../libs/process/src/event-loop/watch-event-loop.js';
import { createLogger } from '../../libs/process/src/logger/create-logger.js';
import type { LogFormat } from '../../libs/process/src/logger/logger.js';

/** Above the limit of `isTooLong`. Unit: milliseconds of CPU time. */
const HELD_MS = 250;

let isLogged = false;
const log = createLogger({
  format: process.argv[3] as LogFormat,
  write: (line) => {
    isLogged = true;
    process.stderr.write(line);
  },
});
watchEventLoop(50, log, process.argv[2]!)!.phase = SERVING;

function hold(): void {
  if (isLogged) return;
  const from = process.cpuUsage();
  let usage = process.cpuUsage(from);
  while (usage.user + usage.system < HELD_MS * 1_000) usage = process.cpuUsage(from);
  setTimeout(hold);
}
hold();
