import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { MAX_PIPELINED_REQUESTS } from '@orch/http';
import { TestServer } from '@orch/server-testing';

const WATCH = 'GET /api/v1/namespaces?watch=1 HTTP/1.1\r\nHost: x\r\n\r\n';
const LIVEZ = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';

describe('pipelined requests', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => TestServer.closeAll());

  async function administrator(): Promise<TLSSocket> {
    const { hostname, port } = new URL(server.server.url);
    const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ...(await server.adminPair()) });
    socket.on('error', () => undefined);
    return socket;
  }

  async function watches(): Promise<number> {
    const { text } = await server.call('/metrics', { agent: await server.admin() });
    const line = /^apiserver_longrunning_requests\{verb="WATCH"[^}]*resource="namespaces"[^}]*\} (\d+)$/m.exec(text);
    return Number(line?.[1] ?? 0);
  }

  it('start when those before them are answered, and never after the connection closes', async () => {
    const socket = await administrator();
    socket.write(LIVEZ + WATCH.repeat(20));
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    while (!heard.includes('"ADDED"')) await once(socket, 'data');
    expect(await watches()).toBe(1);
    socket.destroy();
    while ((await watches()) > 0);
  });

  it('are all answered in order', async () => {
    const socket = await administrator();
    const count = MAX_PIPELINED_REQUESTS;
    const paths = Array.from({ length: count }, (_, i) => `/api/v1/namespaces/n${i}`);
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    while ((heard.match(/"code":404/g) ?? []).length < count) await once(socket, 'data');
    expect([...heard.matchAll(/namespaces \\"(n\d+)\\" not found/g)].map(([, name]) => name)).toEqual(
      paths.map((path) => path.slice(path.lastIndexOf('/') + 1)),
    );
    socket.destroy();
  });

  it('are answered before bytes after them that are not a request, such as a body without a length', async () => {
    const admin = await server.admin();
    const headers = { 'content-type': 'application/json' };
    const maps = '/api/v1/namespaces/default/configmaps';
    await server.call(maps, { method: 'POST', agent: admin, headers, body: { metadata: { name: 'unframed' } } });
    const socket = await administrator();
    const options = '{"kind":"DeleteOptions","apiVersion":"v1"}';
    socket.write(`DELETE ${maps}/unframed HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\r\n${options}`);
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    await once(socket, 'close');
    expect([...heard.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, code]) => code)).toEqual(['200', '400']);
  });

  it('end their connection when too many wait', async () => {
    const socket = await administrator();
    socket.write(WATCH + LIVEZ.repeat(MAX_PIPELINED_REQUESTS + 1));
    socket.resume();
    await once(socket, 'close');
    while ((await watches()) > 0);
    expect((await server.call('/livez')).code).toBe(200);
  });

  it('end their connection when they have an unsupported expectation: they would wait with their headers', async () => {
    const socket = await administrator();
    socket.write(WATCH + LIVEZ.replace('\r\n\r\n', '\r\nExpect: other\r\n\r\n'));
    socket.resume();
    await once(socket, 'close');
    while ((await watches()) > 0);
  });

  it('end their connection when their headers take too much memory', async () => {
    const socket = await administrator();
    const large = `GET /livez HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(900)}\r\n`;
    socket.write(WATCH + large.repeat(20));
    socket.resume();
    await once(socket, 'close');
    while ((await watches()) > 0);
  });
});
