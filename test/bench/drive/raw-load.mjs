// A process of its own: GETs over TLS with a client certificate (which h2load cannot show), one request at a time on each
// connection, and as little work per answer as Node allows. Reads LOAD from the environment, prints `done {...}`.
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';

/** @type {{ url: string, path: string, ca: string, cert: string, key: string, connections: number, seconds: number, warmUpSeconds: number }} */
const load = JSON.parse(process.env.LOAD);
const { hostname, port } = new URL(load.url);
const ask = Buffer.from(`GET ${load.path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: application/json\r\n\r\n`);
const secure = { ca: readFileSync(load.ca), cert: readFileSync(load.cert), key: readFileSync(load.key) };

/** Bytes of one answer, the same for all: learned from the first, so that the others need not be parsed. */
function answerBytes(first) {
  const head = first.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(first.toString('latin1', 0, head))?.[1];
  if (head < 0 || length === undefined) throw new Error(`no length in the answer: ${first.toString('latin1', 0, 300)}`);
  if (!first.toString('latin1', 9, 12).startsWith('2'))
    throw new Error(`not answered well: ${first.toString('latin1', 0, 100)}`);
  return head + 4 + Number(length);
}

let answers = 0;
const open = () =>
  new Promise((resolve, reject) => {
    let whole = 0;
    let have = 0;
    const socket = connect({ host: hostname, port: Number(port), ...secure });
    socket.once('secureConnect', () => {
      socket.write(ask);
      resolve(socket);
    });
    socket.on('data', (bytes) => {
      if (whole === 0) whole = answerBytes(bytes);
      have += bytes.length;
      if (have < whole) return;
      if (have > whole) throw new Error('an answer had another length than the first');
      have = 0;
      answers++;
      socket.write(ask);
    });
    socket.once('error', reject);
  });

const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
await Promise.all(Array.from({ length: load.connections }, open));
await sleep(load.warmUpSeconds);
const before = answers;
const began = performance.now();
await sleep(load.seconds);
const perSecond = ((answers - before) * 1_000) / (performance.now() - began);
process.stdout.write(`done ${JSON.stringify({ perSecond, all: answers })}\n`);
process.exit(0);
