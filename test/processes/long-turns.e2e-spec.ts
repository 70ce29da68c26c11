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
    const taking = (cpuMs: number, durationMs: number): string =>
      line.replace(/(?<=cpuMs"?[=:])[\d.]+/, `${cpuMs}`).replace(/(?<=durationMs"?[=:])[\d.]+/, `${durationMs}`);
    // Of the second and third the turn had to wait for a CPU that others used, too.
    expect([taking(110, 115), taking(110, 230), taking(210, 420)].map(isTooLong)).toEqual([true, false, true]);
  });

  it.each([
    [300, 'a process of controllers', 'csr-cleaner'],
    [200, 'the processes of orch up, without a request', 'up'],
  ])('allows turns of less than %s ms in %s, and no longer ones', async (most, _of, name) => {
    const line = await recorded(name, 'text');
    const isAllowed = (cpuMs: number): boolean =>
      allowedTurns.some(({ of }) => of.test(line.replace(/(?<=cpuMs=)[\d.]+/, `${cpuMs}`)));
    expect([isAllowed(120.5), isAllowed(most - 0.5), isAllowed(most + 0.5)]).toEqual([true, true, false]);
  });
});
