import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc/PID/stat: a constant of Linux for programs. */
const TICKS = 100;

/**
 * Processor time of a process and all its threads so far.
 * Unit: seconds, in steps of 10 ms.
 * @param {number} pid
 */
export function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold spaces, so fields count from behind it; utime and stime are the 14th and 15th of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
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
