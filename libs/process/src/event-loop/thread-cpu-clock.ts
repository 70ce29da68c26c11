import { openSync, readSync } from 'node:fs';

/** CPU time that the calling thread has used. Unit: milliseconds; only differences have a meaning. */
export type CpuClock = () => number;

/** `run-time wait-time slices` of one thread. The link names the thread that opens it. */
const SCHEDULER_STATISTICS = '/proc/thread-self/schedstat';
const SPACE = 0x20;
const ZERO = 0x30;

/** Node 24 has it; it is exact, where the kernel's file lags by up to a scheduler tick. */
interface ThreadUsage {
  threadCpuUsage?(this: void): { readonly user: number; readonly system: number };
}

/**
 * A clock of the calling thread. Wall time is not usable on a machine with fewer cores than work: it includes the time in
 * which the thread waits for a core.
 *
 * Where neither Node nor the kernel counts per thread it is the clock of the whole process, which is never less.
 */
export function threadCpuClock(): CpuClock {
  const { threadCpuUsage: usage } = process as ThreadUsage;
  if (usage) return () => milliseconds(usage());
  return schedulerClock() ?? (() => milliseconds(process.cpuUsage()));
}

const milliseconds = ({ user, system }: { readonly user: number; readonly system: number }): number =>
  (user + system) / 1_000;

function schedulerClock(): CpuClock | undefined {
  const text = Buffer.alloc(64);
  let file: number;
  try {
    file = openSync(SCHEDULER_STATISTICS, 'r');
  } catch {
    return undefined; // not Linux, or no /proc: the caller has another clock
  }
  const read = (): number => {
    const length = readSync(file, text, 0, text.length, 0);
    let nanoseconds = 0;
    for (let i = 0; i < length && text[i] !== SPACE; i++) nanoseconds = nanoseconds * 10 + (text[i]! - ZERO);
    return nanoseconds / 1e6;
  };
  return read() > 0 ? read : undefined; // a kernel without these statistics says zero
}
