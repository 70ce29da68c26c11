import { getEventListeners, once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { systemClock } from '@orch/apimachinery';
import type { ProxyTarget } from '@orch/proxy';
import { readRemote } from './read-remote.js';

const CHUNKS = 10_000;

it('a document in chunks of one byte is kept as its bytes, not as a list of chunks', async () => {
  const server = createServer((socket) => {
    const chunks = '1\r\n.\r\n'.repeat(CHUNKS);
    socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const concat = jest.spyOn(Buffer, 'concat');
  const parts = {
    dial: async () => connect(port, '127.0.0.1'),
    clock: systemClock,
    ended: new AbortController().signal,
  };
  const { bytes } = await readRemote({ ip: '127.0.0.1', port, tls: true }, '/apis', new Map(), parts);
  expect(String(bytes)).toBe('.'.repeat(CHUNKS));
  expect(Math.max(0, ...concat.mock.calls.map(([list]) => list.length))).toBeLessThan(CHUNKS);
  server.close();
});

it.each([
  ['read', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n.'],
  ['cut', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n.'],
  ['too large', `HTTP/1.1 200 OK\r\n\r\n${'.'.repeat(4 * 1_024 * 1_024 + 1)}`],
])(
  'leaves no listener on signals that live as long as the process, which would keep the document: %s',
  async (_what, answer) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(answer));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const dialed: AbortSignal[] = [];
    const parts = {
      dial: async (_target: ProxyTarget, signal: AbortSignal) => {
        dialed.push(signal);
        return connect(port, '127.0.0.1');
      },
      clock: systemClock,
      ended: new AbortController().signal,
    };
    await readRemote({ ip: '127.0.0.1', port, tls: true }, '/apis', new Map(), parts).catch(() => undefined);
    expect(dialed.map((signal) => getEventListeners(signal, 'abort').length)).toEqual([0]);
    server.close();
  },
);
