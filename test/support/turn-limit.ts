import { LONG_TURN_MESSAGE } from '@orch/process';

/** A turn that takes 50 ms where the limit was measured may take as much more on a machine that is slower. Unit: milliseconds of CPU time. */
const MOST_CPU_MS = 100;
/** How much more of it a turn may take that had to wait for a CPU: what else ran there had its caches, and half of its core. */
const SHARED = 2;
/** A turn of this many times its CPU time had to wait. */
const WAITED = 1.5;

const field = (line: string, name: string): number =>
  Number(new RegExp(`${name}"?[=:]([\\d.]+)`).exec(line)?.[1] ?? Infinity);

/** Whether a line of the event loop watchdog reports a turn that is too long for any machine. */
export function isTooLong(line: string): boolean {
  const cpu = field(line, 'cpuMs');
  const waited = field(line, 'durationMs') > WAITED * cpu;
  return cpu > (waited ? SHARED : 1) * MOST_CPU_MS;
}

/** @param log of a process. @returns takes the lines of its watchdog since the last call that {@link isTooLong}: turns without the major garbage collector. */
export function tooLongTurns(log: () => string): () => string[] {
  let taken = 0;
  return () => {
    const text = log();
    const lines = text.slice(taken).split('\n');
    taken = text.length;
    return lines.filter((line) => line.includes(LONG_TURN_MESSAGE) && isTooLong(line));
  };
}
