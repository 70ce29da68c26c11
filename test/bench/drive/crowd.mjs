// A process of its own: many watchers, each on a connection of its own, that count events and look no further. Reads CROWD
// from the environment; prints `watching`, then for every `expect N` on standard input `got {...}` when each has N more.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';

/** @type {{ url: string, path: string, ca: string, cert: string, key: string, watchers: number }} */
const crowd = JSON.parse(process.env.CROWD);
const { hostname, port } = new URL(crowd.url);
const ask = Buffer.from(`GET ${crowd.path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
const secure = { ca: readFileSync(crowd.ca), cert: readFileSync(crowd.cert), key: readFileSync(crowd.key) };
/** The end of every event: the objects hold no line feed, and the frames of HTTP end with carriage return and line feed. */
const LINE_FEED = 10;
const BRACE = 125;
/** Connections that open at once. */
const OPENING = 32;

let wanted = Infinity;
let full = 0;
let firstAt = 0;
let deliveries = 0;
const counts = new Uint32Array(crowd.watchers);

function open(index) {
  return new Promise((resolve, reject) => {
    let heading = true;
    let last = 0;
    // One buffer for each connection, read into again and again: nothing to collect.
    const read = (size, buffer) => {
      let from = 0;
      if (heading) {
        heading = false;
        const status = buffer.toString('latin1', 9, 12);
        if (status !== '200') throw new Error(`a watch was answered with ${status}`);
        resolve();
        from = buffer.indexOf('\r\n\r\n') + 4;
      }
      for (let at = from; ; at++) {
        at = buffer.indexOf(LINE_FEED, at);
        if (at < 0 || at >= size) break;
        if ((at === 0 ? last : buffer[at - 1]) === BRACE) count(index);
      }
      last = buffer[size - 1];
      return true;
    };
    const socket = connect({
      host: hostname,
      port: Number(port),
      ...secure,
      onread: { buffer: Buffer.alloc(16_384 + 512), callback: read },
    });
    socket.once('secureConnect', () => socket.write(ask));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('a watch ended')));
    closed.push(socket);
  });
}

function count(index) {
  if (firstAt === 0) firstAt = performance.now();
  deliveries++;
  if (++counts[index] !== wanted) return;
  if (++full < crowd.watchers) return;
  const tookMs = performance.now() - firstAt;
  const cpu = process.cpuUsage();
  process.stdout.write(`got ${JSON.stringify({ deliveries, tookMs, cpuUs: cpu.user + cpu.system - cpuBefore })}\n`);
}

const closed = [];
let cpuBefore = 0;
createInterface({ input: process.stdin }).on('line', (line) => {
  wanted = Number(line.split(' ')[1]);
  full = 0;
  deliveries = 0;
  firstAt = 0;
  counts.fill(0);
  const cpu = process.cpuUsage();
  cpuBefore = cpu.user + cpu.system;
  process.stdout.write('counting\n');
});
let next = 0;
const opener = async () => {
  while (next < crowd.watchers) await open(next++);
};
await Promise.all(Array.from({ length: OPENING }, opener));
process.stdout.write('watching\n');
