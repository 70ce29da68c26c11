import { once } from 'node:events';
import { join } from 'node:path';
import { runOrch, takeLongTurns } from '@orch/testing';
import { allowedTurns } from '../support/allowed-turns.js';
import { tsChild } from '../support/ts-child.js';
import { isTooLong } from '../support/turn-limit.js';

const child = tsChild(join(__dirname, 'long-turns.child.ts'));

/** The first log line that is recorded of a process whose event loop is held. */
async function recorded(name: string, format: 'text' | 'json'): Promise<string> {
  const { child: started } = runOrch([name, format], child.env, child.file);
  await once(started, 'close');
  const [line] = takeLongTurns();
  if (line === undefined) throw new Error('nothing was recorded');
  return line;
}

// Every test file that starts servers fails on such lines (no-long-turns.ts): they must match what the watchdog logs.
describe('log lines of the event loop watchdog', () => {
  it.each(['text', 'json'] as const)('a held event loop is recorded and too long, in %s', async (format) => {
    const line = await recorded('apiserver', format);
    expect(isTooLong(line)).toBe(true);
    expect(allowedTurns.filter(({ of }) => of.test(line))).toEqual([]);
    const shorter = line.replace(/(?<=cpuMs"?[=:])[\d.]+/, '60.5');
    expect([shorter === line, isTooLong(shorter)]).toEqual([false, false]);
  });

  it.each([
    ['a process of controllers', 'csr-cleaner'],
    ['the processes of orch up, without a request', 'up'],
  ])('allows turns of less than 200 ms in %s, and no longer ones', async (_of, name) => {
    const line = await recorded(name, 'text');
    const isAllowed = (cpuMs: string): boolean =>
      allowedTurns.some(({ of }) => of.test(line.replace(/(?<=cpuMs=)[\d.]+/, cpuMs)));
    expect([isAllowed('120.5'), isAllowed('250.5')]).toEqual([true, false]);
  });
});
