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
