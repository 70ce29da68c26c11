import { cpuSeconds } from '../subjects/process-usage.mjs';
import { h2load } from './h2load.mjs';

/**
 * h2load against a server, with the processor time the server spent per answer. That share counts warm-up with the rest: the
 * rates of both are taken as equal.
 * @param {number} pid of the server
 * @param {import('./h2load.mjs').Load} load
 */
export async function measuredLoad(pid, load) {
  const before = cpuSeconds(pid);
  const report = await h2load(load);
  const spent = cpuSeconds(pid) - before;
  const { seconds, warmUpSeconds = 0 } = load;
  const answers = (report.done * (seconds + warmUpSeconds)) / seconds;
  return { ...report, cpuUs: (spent * 1_000_000) / answers };
}
