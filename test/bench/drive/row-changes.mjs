// A process of its own: another client, which changes the objects of a list that a page shows, at a fixed rate. Reads CHANGES from the
// environment, prints `ready`; `start` with the names in view begins, `stop` prints `changed {...}`.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { call } from './api-calls.mjs';

/** @type {{ url: string, bodyFile: string, namesFile: string, perSecond: number }} */
const { url, bodyFile, namesFile, perSecond } = JSON.parse(process.env.CHANGES);
const body = JSON.parse(readFileSync(bodyFile, 'utf8'));
const names = JSON.parse(readFileSync(namesFile, 'utf8'));

/** Of this number of changes one is to a row in view, one deletes an object and one creates one: their number stays. */
const CYCLE = 20;
/** Changes that wait for an answer: more are not begun. */
const MOST_OPEN = 64;
const TICK_MS = 5;

/** Numbers are never used again, by a later process neither: they count faster than changes are made, and fit into 32 bits. */
const FIRST = Math.floor(Date.now() / 4) % 2_000_000_000;

let count = FIRST;
let inView = [];
let seen = [];
const open = new Set();
let at = 0;
let timer;
let begun = 0;
let countThen = 0;

/** Names in an order that jumps through the list: the step and the number of names have no common factor that matters. */
const nextName = () => names[(at = (at + 7_919) % names.length)];

async function patch(name, replicas) {
  await call(`${url}/${name}`, {
    method: 'PATCH',
    type: 'application/merge-patch+json',
    body: `{"spec":{"replicas":${replicas}}}`,
  });
}

async function remove() {
  const name = nextName();
  if (inView.includes(name)) return;
  names[names.indexOf(name)] = names.at(-1);
  names.pop();
  await call(`${url}/${name}`, { method: 'DELETE' });
}

async function create(number) {
  const name = `bench-${number}`;
  await call(url, { method: 'POST', body: JSON.stringify({ ...body, metadata: { ...body.metadata, name } }) });
  names.push(name);
}

/** One more change. Each sets another number of replicas, by which it is known in the page. */
async function change(number) {
  const turn = number % CYCLE;
  if (turn === 5) return remove();
  if (turn === 15) return create(number);
  const isInView = turn === 0 && inView.length > 0;
  const name = isInView ? inView[(number / CYCLE) % inView.length] : nextName();
  if (isInView) seen.push({ name, value: number, sentMs: Date.now() });
  return patch(name, number);
}

function tick() {
  const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond) + countThen;
  while (count < due && open.size < MOST_OPEN) {
    const one = change(++count).catch((error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    });
    open.add(one);
    void one.then(() => open.delete(one));
  }
}

createInterface({ input: process.stdin }).on('line', (line) => void obey(line));

async function obey(line) {
  if (line.startsWith('start ')) {
    inView = JSON.parse(line.slice('start '.length));
    seen = [];
    begun = performance.now();
    countThen = count;
    timer = setInterval(tick, TICK_MS);
    process.stdout.write('started\n');
    return;
  }
  clearInterval(timer);
  const tookMs = performance.now() - begun;
  await Promise.all(open);
  const report = { perSecond: ((count - countThen) * 1_000) / tookMs, changes: count - countThen, seen };
  process.stdout.write(`changed ${JSON.stringify(report)}\n`);
}
process.stdout.write('ready\n');
