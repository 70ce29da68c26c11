import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryDirectory } from '@orch/testing';

const root = join(__dirname, '../..');
/** What the processes of a start promise. */
const STOP_LIMIT_MS = 5_000;

/** Processes that have this text on their command line, by what the kernel knows of them. */
function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(text) ? [`${pid} ${line}`] : [];
      } catch {
        return []; // ended while we looked
      }
    });
}

describe('npm start', () => {
  const ends: [string, (pid: number) => unknown][] = [
    ['SIGTERM to npm', (pid) => process.kill(pid, 'SIGTERM')],
    ['SIGINT to npm', (pid) => process.kill(pid, 'SIGINT')],
    ['Ctrl-C, which reaches all of the terminal', (pid) => process.kill(-pid, 'SIGINT')],
  ];
  it.each(ends)('%s ends everything within 5 s with status 0, and nothing is left', async (_name, end) => {
    const directory = await temporaryDirectory();
    const startedMs = performance.now();
    // A process group of its own, as a terminal gives it.
    const npm = spawn('npm', ['start', '--', '--secure-port=0', `--data-dir=${directory.path}`], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    npm.stderr.on('data', (data) => (log += String(data)));
    const closed = once(npm, 'close'); // with the last process that holds our end of the pipes
    for await (const line of createInterface({ input: npm.stdout })) if (line.startsWith('ready ')) break;
    // npm, the launcher, the server, the controllers.
    expect(processesWith(directory.path).length).toBeGreaterThan(2);
    const beganMs = performance.now();
    // On a machine where the start takes longer than that, so may the end.
    const limitMs = Math.max(STOP_LIMIT_MS, beganMs - startedMs);
    end(npm.pid!);
    npm.stdout.resume();
    const [status, signal] = (await closed) as [number | null, string | null];
    expect({ status, signal, log: status === 0 ? '' : log }).toEqual({ status: 0, signal: null, log: '' });
    expect(performance.now() - beganMs).toBeLessThan(limitMs);
    expect(processesWith(directory.path)).toEqual([]);
    await directory.remove();
  });
});
