/** A turn that takes 50 ms where the limit was measured may take as much more on a machine that is slower or shared. Unit: milliseconds. */
const MOST_CPU_MS = 100;

/** Whether a line of the event loop watchdog reports a turn that is too long for any machine. */
export const isTooLong = (line: string): boolean =>
  Number(/cpuMs"?[=:]([\d.]+)/.exec(line)?.[1] ?? Infinity) > MOST_CPU_MS;
