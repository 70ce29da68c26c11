// A process of its own: writes to one server at an even rate, and watches on several; one clock measures both ends. Reads
// PROPAGATION from the environment, prints `watching`; each line `{"perSecond": N, "seconds": S}` is answered with `measured {...}`.
import { setPriority } from 'node:os';
import { Agent, request } from 'node:https';
import { createInterface } from 'node:readline';

import { configMapBody } from '../objects.mjs';
import { percentile } from '../statistics.mjs';

/**
 * `watched`: servers by name; `path` and `watchPath` on all of them.
 * @type {{ written: string, watched: Record<string, string>, path: string, watchPath: string, headers: Record<string, string> }}
 */
const { written, watched, path, watchPath, headers } = JSON.parse(process.env.PROPAGATION);
// It measures the servers, not the queue for a processor it shares with them. Only root may.
if (process.getuid?.() === 0) setPriority(-10);
/** Writes under way at once; more than are ever needed where a rate is kept. */
const WRITERS = 128;
/** Before the names of the objects, so that an event is known without parsing it. */
const MARK = '"name":"moment-';
const MARK_BYTES = Buffer.from(MARK);
const DIGITS = 8;
/** Where the body is cut for the name. */
const [HEAD, TAIL] = configMapBody().split('"generateName":"bench-"');
/** How long events may take to arrive when the last write was answered. */
const LAST_EVENTS_MS = 10_000;

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: WRITERS, scheduling: 'fifo' });
const names = Object.keys(watched);
let count = 0;
/** By the number of the write, since the process began. Unit: milliseconds. */
const sentAt = [];
const answeredAt = [];
const arrivedAt = Object.fromEntries(names.map((name) => [name, []]));
let arrived = () => {};

function watch(name) {
  return new Promise((resolve, reject) => {
    const asked = request(watched[name] + watchPath, { headers, rejectUnauthorized: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a watch was answered with ${answer.statusCode}`));
      resolve();
      let rest = Buffer.alloc(0);
      answer.on('data', (bytes) => {
        const now = performance.now();
        const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
        let from = 0;
        for (;;) {
          const at = all.indexOf(MARK_BYTES, from);
          if (at < 0 || at + MARK_BYTES.length + DIGITS > all.length) break;
          from = at + MARK_BYTES.length + DIGITS;
          arrivedAt[name][Number(all.toString('latin1', at + MARK_BYTES.length, from))] = now;
        }
        // A mark may go on in the next piece.
        rest = all.subarray(Math.max(from, all.length - MARK_BYTES.length - DIGITS));
        arrived();
      });
      answer.once('close', () => reject(new Error('a watch ended')));
    });
    asked.once('error', reject);
    asked.end();
  });
}

function write() {
  const number = count++;
  const body = `${HEAD}${MARK}${String(number).padStart(DIGITS, '0')}"${TAIL}`;
  const options = { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } };
  return new Promise((resolve, reject) => {
    const asked = request(written + path, options, (answer) => {
      answeredAt[number] = performance.now();
      if (answer.statusCode !== 201) return reject(new Error(`a create was answered with ${answer.statusCode}`));
      answer.resume();
      answer.once('end', resolve);
    });
    asked.once('error', reject);
    sentAt[number] = performance.now();
    asked.end(body);
  });
}

/** Sends when it is time, whether or not those before were answered; but not more than the writers there are. */
async function writeEvenly(perSecond, seconds) {
  const began = performance.now();
  const underWay = new Set();
  const first = count;
  const all = perSecond * seconds;
  while (count - first < all) {
    const due = Math.min(all, ((performance.now() - began) * perSecond) / 1_000);
    while (count - first < due && underWay.size < WRITERS) {
      const one = write().finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(underWay);
  return ((count - first) * 1_000) / (performance.now() - began);
}

async function measure({ perSecond, seconds }) {
  const first = count;
  const kept = await writeEvenly(perSecond, seconds);
  await new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('an event did not arrive')), LAST_EVENTS_MS);
    arrived = () => {
      if (names.some((name) => missing(name, first))) return;
      clearTimeout(limit);
      arrived = () => {};
      resolve();
    };
    arrived();
  });
  return Object.fromEntries(names.map((name) => [name, { perSecond: kept, ...times(name, first) }]));
}

/** Looks at the last writes: events come in order, but writes that were under way together do not. */
const missing = (name, first) => {
  for (let at = Math.max(first, count - 2 * WRITERS); at < count; at++) if (!(at in arrivedAt[name])) return true;
  return false;
};

function times(name, first) {
  const since = (begins) =>
    Float64Array.from({ length: count - first }, (_, at) => arrivedAt[name][first + at] - begins[first + at]).sort();
  const fromSent = since(sentAt);
  const fromAnswer = since(answeredAt);
  if (Number.isNaN(fromSent.at(-1))) throw new Error('an event is missing');
  return {
    sentP50Ms: percentile(fromSent, 0.5),
    sentP99Ms: percentile(fromSent, 0.99),
    answerP50Ms: percentile(fromAnswer, 0.5),
    answerP99Ms: percentile(fromAnswer, 0.99),
  };
}

await Promise.all(names.map(watch));
process.stdout.write('watching\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  void measure(JSON.parse(line)).then((result) => process.stdout.write(`measured ${JSON.stringify(result)}\n`));
});
