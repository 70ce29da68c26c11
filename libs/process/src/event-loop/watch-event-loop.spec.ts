import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '../logger/create-logger.js';
import { LONG_TURN_MESSAGE } from './long-turn-log.js';
import { watchEventLoop } from './watch-event-loop.js';

/** Unit: milliseconds of CPU time. */
const HELD_MS = 20;

function holdEventLoop(): void {
  const from = process.cpuUsage();
  let usage = process.cpuUsage(from);
  while (usage.user + usage.system < HELD_MS * 1_000) usage = process.cpuUsage(from);
}

describe('watchEventLoop', () => {
  it('names the process in its lines', async () => {
    const lines: unknown[] = [];
    const write = (line: string) => lines.push(JSON.parse(line));
    const watchdog = watchEventLoop(1, createLogger({ format: 'json', level: 'debug', write }), 'csr-signer');
    while (lines.length === 0) {
      holdEventLoop();
      await pause(1);
    }
    watchdog?.stop();
    expect(lines[0]).toMatchObject({ message: LONG_TURN_MESSAGE, process: 'csr-signer' });
  });

  it('does nothing with a threshold of zero', () =>
    expect(watchEventLoop(0, createLogger(), 'csr-signer')).toBeUndefined());
});
