import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { RbacServer, Tab } from '@orch/server-testing';
import { FrontServer } from './front-server.js';

const MAPS = '/api/v1/namespaces/t1/configmaps';

describe('a dashboard in front of an API server', () => {
  let s: RbacServer;
  let folder: string;
  let front: FrontServer;
  let server: Server;
  let url: string;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    s = await RbacServer.start({ users: { anna: [], ben: [] } });
    await s.role('t1', 'editor', { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] });
    await s.bind('t1', 'anna', 'Role/editor', 'anna');
    folder = await mkdtemp(join(tmpdir(), 'orch-front-'));
    await writeFile(join(folder, 'index.html'), 'page');
  });
  beforeEach(async () => {
    const { server: api, caPem: ca } = s.listening;
    front = new FrontServer({
      server: api.url,
      ca,
      vocabulary: 'orch',
      loopbackOnly: true,
      folder,
      clock: systemClock,
      log: silentLogger,
    });
    server = createServer(front.handle);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await Promise.all(tabs.splice(0).map((tab) => tab.close()));
    server.closeAllConnections();
    server.close();
    await front.close();
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await s.stop();
  });

  /** Sends a request as it is. */
  async function send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<{ code: number; headers: IncomingHttpHeaders; text: string }> {
    const { hostname: host, port } = new URL(url);
    const sent = httpRequest({ host, port, path, method, headers }).end(body);
    const [answer] = await once(sent, 'response');
    return { code: answer.statusCode, headers: answer.headers, text: await text(answer) };
  }
  const anna = { authorization: 'Bearer anna' };
  const json = { 'content-type': 'application/json' };
  const tabOf = async (user: string): Promise<Tab> => {
    const tab = await Tab.open({ url, caPem: '' }, { headers: { authorization: `Bearer ${user}` } });
    tabs.push(tab);
    return tab;
  };

  it('serves the page and what it has to know', async () => {
    expect(await send('GET', '/')).toMatchObject({ code: 302, headers: { location: '/dashboard/' } });
    expect(await send('GET', '/dashboard/')).toMatchObject({ code: 200, text: 'page' });
    const { text: config } = await send('GET', '/dashboard/config.json');
    expect(JSON.parse(config)).toMatchObject({
      vocabulary: 'orch',
      login: { token: true, certificate: false, link: false },
    });
    expect((await send('GET', '/other')).code).toBe(404);
  });

  it('passes requests on with the credentials of the user, and none of its own', async () => {
    expect((await send('GET', MAPS)).code).toBe(403);
    expect((await send('GET', MAPS, { authorization: 'Bearer unknown' })).code).toBe(401);
    expect((await send('GET', '/api/v1/secrets', anna)).code).toBe(403);
    const body = JSON.stringify({ metadata: { name: 'made' } });
    const made = await send('POST', MAPS, { ...anna, ...json }, body);
    expect(made).toMatchObject({ code: 201, headers: { 'audit-id': expect.any(String) } });
    const chunked = await send('PUT', `${MAPS}/made`, { ...anna, ...json, 'transfer-encoding': 'chunked' }, body);
    expect(chunked.code).toBe(200);
    expect(JSON.parse((await send('GET', `${MAPS}/made?x=%2F`, anna)).text)).toMatchObject({
      metadata: { name: 'made' },
    });
    expect((await send('DELETE', `${MAPS}/made`, anna)).code).toBe(200);
    expect((await send('GET', '/version')).code).toBe(200);
  });

  it('does not pass on what is of the connection or of the site', async () => {
    let seen: IncomingHttpHeaders = {};
    const echo = createServer((request, reply) => {
      seen = request.headers;
      reply.writeHead(200, { connection: 'x-secret', 'x-secret': '1', 'x-shown': '1' }).end('{}');
    });
    await once(echo.listen(0, '127.0.0.1'), 'listening');
    const other = new FrontServer({ server: `http://127.0.0.1:${(echo.address() as AddressInfo).port}`, vocabulary: 'orch', loopbackOnly: true, folder, clock: systemClock, log: silentLogger }); // prettier-ignore
    server.removeAllListeners('request').on('request', other.handle);
    const own = {
      cookie: 'a=b',
      origin: url,
      referer: url,
      connection: 'x-mine',
      'x-mine': '1',
      'sec-fetch-site': 'same-origin',
      'x-kept': '1',
    };
    const { headers } = await send('GET', '/api', { ...anna, ...own });
    expect(seen).toMatchObject({ authorization: 'Bearer anna', 'x-kept': '1', 'x-forwarded-for': '127.0.0.1' });
    for (const name of ['cookie', 'origin', 'referer', 'x-mine', 'sec-fetch-site']) expect(seen[name]).toBeUndefined();
    expect(headers).toMatchObject({ 'x-shown': '1', 'content-security-policy': 'sandbox' });
    expect(headers['x-secret']).toBeUndefined();
    await other.close();
    echo.closeAllConnections();
    echo.close();
  });

  it('carries watches, each with the rights of its user', async () => {
    const tab = await tabOf('anna');
    await tab.watch({ mine: `${MAPS}?watch=true`, other: '/api/v1/namespaces/t2/configmaps?watch=true' });
    const end = await tab.find(({ type }) => type === 'end');
    expect(end).toMatchObject({ watch: 'other', code: 403, status: { kind: 'Status', reason: 'Forbidden' } });
    await s.make(MAPS, { metadata: { name: 'seen' } });
    expect(await tab.find(({ type }) => type === 'event')).toMatchObject({
      watch: 'mine',
      event: { type: 'ADDED', object: { metadata: { name: 'seen' } } },
    });
    const ben = await tabOf('ben');
    expect((await ben.send({ close: ['mine'] }, tab.id)).code).toBe(403);
  });

  it('opens no stream for a user whom the API server does not know', async () => {
    await expect(tabOf('unknown')).rejects.toThrow('401');
    expect((await send('POST', '/dashboard/streams', json)).code).toBe(403);
    expect((await send('POST', '/dashboard/streams', { ...json, ...anna, 'sec-fetch-site': 'cross-site' })).code).toBe(
      403,
    );
    expect((await send('POST', '/dashboard/streams', { ...anna, 'content-type': 'text/plain' })).code).toBe(415);
    expect((await send('GET', '/dashboard/streams', anna)).code).toBe(405);
  });

  it('bounds commands', async () => {
    const tab = await tabOf('anna');
    const headers = { ...anna, ...json };
    expect((await send('POST', `/dashboard/streams/${tab.id}`, headers, 'x'.repeat(1_048_577))).code).toBe(413);
    expect(
      (await send('POST', `/dashboard/streams/${tab.id}`, { ...headers, 'transfer-encoding': 'chunked' }, '{}')).code,
    ).toBe(400);
  });

  it('answers no site whose name leads to this computer', async () => {
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example'])
      expect((await send('GET', '/dashboard/', { host })).code).toBe(403);
    for (const host of ['localhost:1', '[::1]:1', '127.0.0.1'])
      expect((await send('GET', '/dashboard/', { host })).code).toBe(200);
  });

  it('ends a proxied watch when its client leaves, and a stream when the process stops', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`GET ${MAPS}?watch=true HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer anna\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    const tab = await tabOf('anna');
    front.stop();
    expect(await tab.rest()).toEqual([]);
    const inFlight = async (): Promise<boolean> =>
      /^apiserver_longrunning_requests\{.*resource="configmaps".*\} [1-9]/m.test((await s.admin('GET /metrics')).text);
    while (await inFlight());
  });

  it('says that the API server does not answer', async () => {
    const other = new FrontServer({
      server: 'https://127.0.0.1:1',
      vocabulary: 'orch',
      loopbackOnly: true,
      folder,
      clock: systemClock,
      log: silentLogger,
    });
    server.removeAllListeners('request').on('request', other.handle);
    expect(await send('GET', MAPS, anna)).toMatchObject({
      code: 503,
      text: expect.stringContaining('the API server does not answer'),
    });
    expect((await send('POST', '/dashboard/streams', { ...json, ...anna })).code).toBe(503);
    expect((await send('GET', '/dashboard/')).code).toBe(200);
    await other.close();
  });
});
