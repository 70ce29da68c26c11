import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { loadClientConfiguration } from '@orch/client';
import { startControlPlane, type TestControlPlane } from '@orch/testing';

const MAPS = '/api/v1/namespaces/default/configmaps';

let plane: TestControlPlane;
let socket: TLSSocket;

beforeAll(async () => {
  plane = await startControlPlane({ command: 'apiserver' });
  const { tls } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary });
  const { hostname, port } = new URL(plane.url);
  socket = connect({ host: hostname, port: Number(port), ca: tls.ca!, cert: tls.cert!, key: tls.key! });
  await once(socket, 'secureConnect');
});
afterAll(async () => {
  socket?.destroy();
  await plane?.stop();
});

/** Sends a request as one piece, and the next as soon as its answer is there: the server may not know yet that it was taken. */
function ask(method: string, path: string, body = ''): Promise<number> {
  const type = body === '' ? '' : 'Content-Type: application/json\r\n';
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  socket.write(head + body);
  return new Promise((resolve, reject) => {
    let code = 0;
    let left: number | undefined;
    const onData = (chunk: Buffer): void => {
      if (left === undefined) {
        const headers = chunk.toString('latin1', 0, chunk.indexOf('\r\n\r\n') + 4);
        code = Number(headers.slice(9, 12));
        left = headers.length + Number(/content-length: (\d+)/i.exec(headers)![1]);
      }
      left -= chunk.length;
      if (left > 0) return;
      socket.off('data', onData).off('close', onClose);
      resolve(code);
    };
    const onClose = (): void => reject(new Error('the connection was closed'));
    socket.on('data', onData).on('close', onClose);
  });
}

it('a connection takes a large body at once after each large answer', async () => {
  const name = 'large';
  const object = (data: string) => JSON.stringify({ metadata: { name }, data: { a: data } });
  expect(await ask('POST', MAPS, object('x'.repeat(900_000)))).toBe(201);
  for (let round = 0; round < 100; round++) {
    expect(await ask('GET', `${MAPS}/${name}`)).toBe(200);
    expect(await ask('PUT', `${MAPS}/${name}?dryRun=All`, object('y'.repeat(900_000)))).toBe(200);
  }
}, 60_000);
