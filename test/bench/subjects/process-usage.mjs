import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processor time of a process so far: the sum of its threads. Counted by the scheduler in nanoseconds, not in clock ticks, which
 * miss work that sleeps in step with the clock. A thread that ends takes its time with it; servers keep theirs.
 * Unit: seconds.
 * @param {number} pid
 */
export function cpuSeconds(pid) {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  }
  return nanoseconds / 1e9;
}

/**
 * Resident memory: `anonymous` is what the process itself holds, `all` also counts mapped file pages.
 * Unit: bytes.
 * @param {number} pid
 */
export function residentBytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) * 1_024;
  return { anonymous: field('RssAnon'), all: field('VmRSS') };
}
