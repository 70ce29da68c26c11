import { once } from 'node:events';
import { ServerResponse, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { isConnectionError } from './is-connection-error.js';

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};
const response = (): ServerResponse => new ServerResponse({ method: 'GET' } as IncomingMessage);

it.each([
  ['an impossible status', () => response().writeHead(0)],
  ['a header with a line feed', () => response().setHeader('a', '\n')],
  ['a header without a name', () => response().setHeader('', 'a')],
  ['headers set after they were sent', () => response().writeHead(200).setHeader('a', 'b')],
])('is an error of %s', (_title, act) => expect(isConnectionError(thrownBy(act))).toBe(true));

it.each(['ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT', 'ERR_HTTP2_INVALID_STREAM', 'UND_ERR_SOCKET'])(
  'is an error with the code %s',
  (code) => expect(isConnectionError(Object.assign(new Error('x'), { code }))).toBe(true),
);

it('is what Node throws where a connection that it has destroyed has data', async () => {
  const server = createServer((socket) => socket.end('data')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const { _handle: handle } = client as Socket & {
    readonly _handle: { onread(data: ArrayBuffer): void };
  };
  const onread = handle.onread.bind(handle);
  const thrown = new Promise((resolve) => {
    client.once('data', () => {
      client.destroy();
      resolve(thrownBy(() => onread(new ArrayBuffer(4))));
    });
  });
  expect(await thrown).toMatchObject({ code: 'ERR_OUT_OF_RANGE' });
  expect(isConnectionError(await thrown)).toBe(true);
  server.close();
});

it.each([
  Object.assign(new RangeError('x'), { code: 'ERR_OUT_OF_RANGE' }),
  new TypeError('x is not a function'),
  Object.assign(new Error('x'), { code: 'ENOSPC' }),
  Object.assign(new Error('x'), { code: 'ERR_ASSERTION' }),
  Object.assign(new Error('x'), { code: 7 }),
  'text',
  undefined,
  null,
])('is not %p', (error) => expect(isConnectionError(error)).toBe(false));
