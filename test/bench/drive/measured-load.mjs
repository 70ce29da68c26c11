import { cpuSeconds } from '../subjects/process-usage.mjs';
import { h2load } from './h2load.mjs';

/**
 * h2load against a server, with the processor time the server spent per answer. With `seconds` that share counts warm-up with the
 * rest: the rates of both are taken as equal. With `requests` it is exact.
 * @param {number | readonly number[]} pids of the server, or of the server and its store
 * @param {import('./h2load.mjs').Load} load
 */
export async function measuredLoad(pids, load) {
  const before = cpuOf(pids);
  const report = await h2load(load);
  const spent = cpuOf(pids) - before;
  const { seconds, warmUpSeconds = 0 } = load;
  const answers = seconds === undefined ? report.done : (report.done * (seconds + warmUpSeconds)) / seconds;
  return { ...report, cpuUs: (spent * 1_000_000) / answers };
}

/**
 * Processor time of several processes so far. Unit: seconds.
 * @param {number | readonly number[]} pids
 */
export const cpuOf = (pids) => [pids].flat().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
