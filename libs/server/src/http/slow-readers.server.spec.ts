import { once } from 'node:events';
import { connect as connectHttp2, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { connect } from 'node:tls';
import { TestServer } from '@orch/server-testing';

const MAPS = '/api/v1/namespaces/default/configmaps';
const VALUE_BYTES = 900_000;

/** A request in flight holds a seat; one whose answer was not read holds memory, too. */
describe('clients that do not read their answers', () => {
  let server: TestServer;
  let session: ClientHttp2Session;
  beforeAll(async () => {
    server = await TestServer.start({ http2: true });
    const agent = await server.admin();
    for (const name of ['a', 'b', 'c']) {
      const body = { metadata: { name }, data: { x: 'x'.repeat(VALUE_BYTES) } };
      const { code } = await server.call(MAPS, {
        method: 'POST',
        agent,
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(code).toBe(201);
    }
    session = connectHttp2(server.server.url, {
      ca: server.caPem,
      ...(await server.adminPair()),
      settings: { initialWindowSize: 0 },
    });
  });
  afterAll(async () => {
    session.destroy();
    await TestServer.closeAll();
  });

  async function reads(): Promise<number> {
    const { text } = await server.call('/metrics', { agent: await server.admin() });
    return Number(/^apiserver_current_inflight_requests\{request_kind="readOnly"\} (\d+)$/m.exec(text)?.[1]);
  }
  const own = 1; // the request for metrics

  /** Number of ended requests for ConfigMaps. */
  async function ended(): Promise<number> {
    const { text } = await server.call('/metrics', { agent: await server.admin() });
    const series = [...text.matchAll(/^apiserver_request_total\{.*resource="configmaps".*\} (\d+)$/gm)];
    return series.reduce((sum, [, count]) => sum + Number(count), 0);
  }

  async function unread(path: string): Promise<ClientHttp2Stream> {
    const stream = session.request({ ':path': path });
    stream.on('error', () => undefined);
    await once(stream, 'response');
    return stream;
  }

  it.each([MAPS, `${MAPS}/a`, `${MAPS}/a?pretty=true`])('release their seat for %s without reading', async (path) => {
    const stream = await unread(path);
    expect(await reads()).toBe(own + 1);
    while ((await reads()) > own);
    expect(stream.closed).toBe(false);
    stream.close(constants.NGHTTP2_CANCEL);
    await once(stream, 'close');
  });

  // Node emits no `close` for a stream that was reset without an error while bytes waited for its window.
  it.each([MAPS, `${MAPS}/a`, `${MAPS}/a?pretty=true`])(
    'leave nothing in flight for %s when they reset the stream with NO_ERROR',
    async (path) => {
      const before = await ended();
      const stream = await unread(path);
      expect(await ended()).toBe(before);
      stream.close(constants.NGHTTP2_NO_ERROR);
      while ((await ended()) === before);
    },
  );

  it('hold no seat after the last byte', async () => {
    const { text } = await server.call(`${MAPS}/a?pretty=true`, { agent: await server.admin() });
    expect(text.length).toBeGreaterThan(VALUE_BYTES);
    while ((await reads()) > own);
  });

  it('release their seat on HTTP/1.1 while their connection is open', async () => {
    const { hostname, port } = new URL(server.server.url);
    const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ...(await server.adminPair()) });
    socket.on('error', () => undefined);
    // More than the buffers of both ends hold.
    socket.write(`GET ${MAPS}/b?pretty=true HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20));
    await once(socket, 'readable');
    while ((await reads()) === own);
    while ((await reads()) > own);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });
});
