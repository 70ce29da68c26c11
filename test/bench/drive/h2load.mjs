import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';

import { percentile } from '../statistics.mjs';

const run = promisify(execFile);

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {number} connections each with one request at a time
 * @property {number} [seconds] how long to measure; or `requests`
 * @property {number} [warmUpSeconds] before `seconds`, not counted
 * @property {number} [requests] how many in all, without warm-up
 * @property {Record<string, string>} [headers]
 * @property {string} [bodyFile] makes every request a POST of this file
 * @property {number} [ratePerConnection] requests a second of each connection; default as many as are answered
 * @property {boolean} [http2] HTTP/2 instead of HTTP/1.1
 * @property {string} [logFile] a file to use for the time of every request; gives `p50Ms` and `p99Ms`
 */

/**
 * Generated names have five letters: among 100,000 some meet, and such a create is answered with 409. More than this share
 * of all answers would be something else.
 */
const CONFLICT_SHARE = 0.01;

/**
 * Runs h2load and reads its report.
 * @param {Load} load
 * @returns {Promise<{ perSecond: number, done: number, meanMs: number, maxMs: number, dataBytes: number, p50Ms?: number, p99Ms?: number }>}
 * @throws Error when a request failed or was not answered with 2xx; made-up names may meet by chance, see `CONFLICT_SHARE`
 */
export async function h2load(load) {
  const args = ['-c', String(load.connections), '-t', '1'];
  if (!load.http2) args.push('--h1');
  if (load.requests !== undefined) args.push('-n', String(load.requests));
  else args.push('-D', `${load.seconds * 1_000}ms`, `--warm-up-time=${(load.warmUpSeconds ?? 0) * 1_000}ms`);
  for (const [name, value] of Object.entries(load.headers ?? {})) args.push('-H', `${name}: ${value}`);
  if (load.bodyFile !== undefined) args.push('-d', load.bodyFile);
  if (load.ratePerConnection !== undefined) args.push(`--rps=${load.ratePerConnection}`);
  if (load.logFile !== undefined) args.push(`--log-file=${load.logFile}`);
  const { stdout } = await run('h2load', [...args, load.url], { maxBuffer: 64 * 1_024 * 1_024 });
  const report = readReport(stdout, load);
  if (load.logFile === undefined) return report;
  const times = readTimes(load.logFile);
  rmSync(load.logFile);
  return { ...report, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

function readReport(text, { url, bodyFile }) {
  const find = (pattern) => {
    const found = pattern.exec(text);
    if (found === null) throw new Error(`h2load said nothing like ${pattern} about ${url}:\n${text}`);
    return found;
  };
  const [, done, failed, errored] = find(/(\d+) done, \d+ succeeded, (\d+) failed, (\d+) errored/).map(Number);
  const [, ok, other3, other4, other5] = find(/status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx/).map(Number);
  // Requests under way when the time is over are cut, and counted as neither. h2load counts 4xx and 5xx as failed.
  const conflicts = bodyFile !== undefined && other4 <= ok * CONFLICT_SHARE ? other4 : 0;
  if (ok === 0 || other3 + other4 + other5 + errored > conflicts || failed > conflicts) {
    throw new Error(`not all answers of ${url} were 2xx:\n${text}`);
  }
  const times = find(/time for request: +(\S+) +(\S+) +(\S+)/);
  return {
    perSecond: Number(find(/finished in \S+, (\S+) req\/s/)[1]),
    done,
    meanMs: milliseconds(times[3]),
    maxMs: milliseconds(times[2]),
    dataBytes: Number(find(/headers \(space savings \S+\), \S+ \((\d+)\) data/)[1]),
  };
}

/** `148us`, `26.17ms`, `1.02s` as milliseconds. */
function milliseconds(text) {
  const value = Number.parseFloat(text);
  if (text.endsWith('us')) return value / 1_000;
  return text.endsWith('ms') ? value : value * 1_000;
}

/** Ascending, in milliseconds; the log has one line per request: start, status, microseconds. */
function readTimes(file) {
  const lines = readFileSync(file, 'latin1').split('\n');
  const times = new Float64Array(lines.length - 1);
  for (let at = 0; at < times.length; at++)
    times[at] = Number(lines[at].slice(lines[at].lastIndexOf('\t') + 1)) / 1_000;
  return times.sort();
}
