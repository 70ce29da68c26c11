// A process of its own: one GET after the other on one connection, each timed. Reads PROBE from the environment, prints
// `ready`; on `start` it begins, on `stop` it prints `waited {...}`.
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';

import { percentile } from '../statistics.mjs';

/** @type {{ url: string, path: string, ca: string, cert: string, key: string }} */
const probe = JSON.parse(process.env.PROBE);
// It measures the server, not the queue for a processor it shares with the drivers. Only root may.
if (process.getuid?.() === 0) setPriority(-10);
const { hostname, port } = new URL(probe.url);
const ask = Buffer.from(`GET ${probe.path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
const socket = connect({
  host: hostname,
  port: Number(port),
  ca: readFileSync(probe.ca),
  cert: readFileSync(probe.cert),
  key: readFileSync(probe.key),
});

let times = [];
let asking = false;
let whole = 0;
let have = 0;
let asked = 0;
const next = () => {
  asked = performance.now();
  socket.write(ask);
};
socket.on('data', (bytes) => {
  if (whole === 0) {
    const head = bytes.indexOf('\r\n\r\n');
    whole = head + 4 + Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', 0, head))[1]);
  }
  have += bytes.length;
  if (have < whole) return;
  have = 0;
  times.push(performance.now() - asked);
  if (asking) setTimeout(next, 1);
});
socket.once('secureConnect', () => process.stdout.write('ready\n'));

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'start') {
    times = [];
    asking = true;
    next();
    process.stdout.write('started\n');
    return;
  }
  asking = false;
  const sorted = times.sort((a, b) => a - b);
  const report = {
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: sorted.at(-1),
    gets: sorted.length,
  };
  process.stdout.write(`waited ${JSON.stringify(report)}\n`);
});
