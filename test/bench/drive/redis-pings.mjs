// A process of its own: asks a Redis for PONG, one after the other without a pause, and keeps the longest time between two
// answers. Reads PINGS from the environment, prints `pinging`; on any line it prints `longest {...}` since the line before.
import { setPriority } from 'node:os';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** @type {{ port: number }} */
const { port } = JSON.parse(process.env.PINGS);
// It measures Redis, not the queue for a processor it shares with others. Only root may.
if (process.getuid?.() === 0) setPriority(-10);
const PING = Buffer.from('PING\r\n');
let last = 0;
let longestMs = 0;
let pings = 0;

const socket = connect({ host: '127.0.0.1', port, noDelay: true });
socket.on('data', () => {
  const now = performance.now();
  if (now - last > longestMs) longestMs = now - last;
  last = now;
  pings++;
  socket.write(PING);
});
socket.once('connect', () => {
  last = performance.now();
  socket.write(PING);
  process.stdout.write('pinging\n');
});
createInterface({ input: process.stdin }).on('line', () => {
  process.stdout.write(`longest ${JSON.stringify({ longestMs, pings })}\n`);
  longestMs = 0;
  pings = 0;
});
