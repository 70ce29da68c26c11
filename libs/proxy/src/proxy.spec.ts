import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { Readable } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Agent, request } from 'undici';
import type { Dial } from './dial.js';
import { type Answer, TestServer, type Call, ProxiedBackend } from '@orch/server-testing';
import { mostPerTurn } from '@orch/testing';

const CORE = '/api/v1/namespaces/default';
let backend: ProxiedBackend;
let server: TestServer;
let agent: Agent;

const call = (path: string, options: Call = {}): Promise<Answer> =>
  server.call(path.startsWith('/') ? path : `${CORE}/${path}`, { agent, ...options });

async function make(resource: string, object: object): Promise<void> {
  const answer = await call(resource, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: object,
  });
  if (answer.code !== 201) throw new Error(answer.text);
}

async function makePodOn(
  on: TestServer,
  by: Agent,
  name: string,
  podIP: string,
  containerPort?: number,
): Promise<void> {
  const sent = async (method: string, path: string, type: string, body: object): Promise<void> => {
    const answer = await on.call(`${CORE}/${path}`, { agent: by, method, headers: { 'content-type': type }, body });
    if (answer.code > 201) throw new Error(answer.text);
  };
  const ports = containerPort === undefined ? [] : [{ containerPort }];
  const pod = { metadata: { name }, spec: { containers: [{ name: 'a', image: 'i', ports }] } };
  await sent('POST', 'pods', 'application/json', pod);
  if (podIP === '') return;
  const status = { podIP, podIPs: [{ ip: podIP }] };
  await sent('PATCH', `pods/${name}/status`, 'application/merge-patch+json', { status });
}

const makePod = (name: string, podIP: string, containerPort?: number): Promise<void> =>
  makePodOn(server, agent, name, podIP, containerPort);

const target = (name: string, ip: string, namespace = 'default'): object => ({
  ip,
  targetRef: { kind: 'Pod', namespace, name },
});

beforeAll(async () => {
  backend = await ProxiedBackend.start();
  server = await TestServer.start({}, { dial: backend.dial });
  agent = await server.admin();
  await makePod('web', '10.1.0.1', 8080);
  await makePod('plain', '10.1.0.2');
  await makePod('six', 'fd00::7');
  await makePod('dead', '10.1.0.9');
  backend.elsewhere.set('10.1.0.9', 1);
  await makePod('secure', '10.1.0.8', 6443);
  backend.elsewhere.set('10.1.0.8', Number(new URL(server.server.url).port));
  await makePod('here', '127.0.0.1', 80);
  await makePod('waiting', '');

  const ports = [{ name: 'http', port: 80 }, { name: 'admin', port: 81 }]; // prettier-ignore
  const behind = [{ name: 'http', port: 8080 }, { name: 'admin', port: 9090 }]; // prettier-ignore
  const service = (name: string, spec: object, subsets?: object[]): Promise<void> =>
    make('services', { metadata: { name }, spec }).then(() =>
      subsets ? make('endpoints', { metadata: { name }, subsets }) : undefined,
    );
  await service('s', { ports }, [
    { addresses: [target('web', '10.1.0.1')], notReadyAddresses: [target('plain', '10.1.0.2')], ports: behind },
  ]);
  await service('one', { ports: [{ name: 'only', port: 80 }] }, [
    { addresses: [target('web', '10.1.0.1')], ports: [{ name: 'only', port: 8080 }] },
  ]);
  await service('headless', { clusterIP: 'None', ports: [{ port: 80 }] }, [
    { addresses: [target('plain', '10.1.0.2')], ports: [{ port: 8000 }] },
  ]);
  await service('elsewhere', { type: 'ExternalName', externalName: 'example.com' });
  await service('empty', { ports: [{ port: 80 }] });
  await service('unready', { ports: [{ port: 80 }] }, [
    { notReadyAddresses: [target('plain', '10.1.0.2')], ports: [{ port: 8000 }] },
  ]);
  await service('foreign', { ports: [{ port: 80 }] }, [
    {
      addresses: [
        { ip: '10.1.0.1' },
        target('gone', '10.1.0.1'),
        target('web', '10.1.0.77'),
        target('web', '10.1.0.1', 'other'),
      ],
      ports: [{ port: 8000 }],
    },
  ]);
});
afterAll(async () => {
  await TestServer.closeAll();
  await backend.stop();
});
beforeEach(() => backend.reset());

describe('target of a proxied request', () => {
  const rows: [id: string, path: string, dialed: string][] = [
    ['A-035', 'services/s:http/proxy/', '10.1.0.1:8080'],
    ['A-035', 'services/s:80/proxy/', '10.1.0.1:8080'],
    ['A-035', 'services/s:81/proxy/', '10.1.0.1:9090'],
    ['A-035', 'services/s:admin/proxy/', '10.1.0.1:9090'],
    ['A-035', 'services/one/proxy/', '10.1.0.1:8080'],
    ['A-035', 'services/headless/proxy/', '10.1.0.2:8000'],
    ['C-022', 'services/http:s:admin/proxy/', '10.1.0.1:9090'],
    ['C-022', 'services/http:one:/proxy/', '10.1.0.1:8080'],
    ['C-022', 'pods/web/proxy/', '10.1.0.1:8080'],
    ['C-022', 'pods/web:81/proxy/', '10.1.0.1:81'],
    ['C-022', 'pods/http:web:81/proxy/', '10.1.0.1:81'],
    ['C-022', 'pods/plain/proxy/', '10.1.0.2:80'],
    ['C-022', 'pods/six:8080/proxy/', '[fd00::7]:8080'],
  ];
  for (const [id, path, dialed] of rows) {
    it(`${id} ${path}`, async () => {
      expect((await call(path)).code).toBe(200);
      expect(backend.dialed).toEqual([dialed]);
    });
  }

  const refused: [path: string, code: number, message: string][] = [
    ['services/nope/proxy/', 404, 'services "nope" not found'],
    ['services/s:82/proxy/', 503, 'no service port 82 found for service "s"'],
    ['services/s:other/proxy/', 503, 'no endpoints available for service "s:other"'],
    ['services/s/proxy/', 503, 'no endpoints available for service "s"'],
    ['services/empty/proxy/', 503, 'no endpoints available for service "empty"'],
    ['services/unready/proxy/', 503, 'no endpoints available for service "unready"'],
    ['services/foreign/proxy/', 503, 'no endpoints available for service "foreign"'],
    ['services/elsewhere/proxy/', 503, 'no endpoints available for service "elsewhere"'],
    ['services/ftp:s:80/proxy/', 400, 'invalid service request "ftp:s:80"'],
    ['pods/a:b:c:d/proxy/', 400, 'invalid pod request "a:b:c:d"'],
    ['pods/nope/proxy/', 404, 'pods "nope" not found'],
    ['pods/web:http/proxy/', 400, 'invalid pod request: port "http" is not a number from 1 to 65535'],
    ['pods/here/proxy/', 400, 'address not allowed'],
    ['pods/waiting/proxy/', 400, 'address not allowed'],
    ['/api/v1/watch/namespaces/default/pods/web/proxy', 405, 'the server does not allow this method on the requested resource'],
  ]; // prettier-ignore
  for (const [path, code, message] of refused) {
    it(`A-035 ${path}: ${code}`, async () => {
      const answer = await call(path);
      expect([answer.code, answer.json.message]).toEqual([code, message]);
      expect(answer.headers).not.toHaveProperty('retry-after');
      expect(backend.dialed).toEqual([]);
    });
  }

  it('A-035 503 when the connection is refused', async () => {
    const { code, json } = await call('pods/dead/proxy/');
    expect([code, json.reason]).toEqual([503, 'ServiceUnavailable']);
    expect(json.message).toBe('error trying to reach service: 10.1.0.9:80: connection refused');
  });

  it('A-035 403 without permission, before the target is resolved', async () => {
    const { code, json } = await server.call(`${CORE}/services/s:80/proxy/`, { method: 'PUT' });
    expect(code).toBe(403);
    expect(json.message).toContain(
      'cannot update resource "services/proxy" in API group "" in the namespace "default"',
    );
  });
});

describe('proxied request', () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    it(`C-022 ${method}, with its path, query and body`, async () => {
      const body = method === 'GET' || method === 'OPTIONS' ? undefined : 'some text';
      const { code, json } = await call('services/s:80/proxy/a%2Fb//c/?watch=true&x=%20y', {
        method,
        ...(body === undefined ? {} : { body }),
      });
      expect(code).toBe(200);
      expect(json).toMatchObject({ method, url: '/a%2Fb//c/?watch=true&x=%20y', body: body ?? '' });
    });
  }

  it('C-022 HEAD', async () => {
    backend.answer = ({ method }, response) =>
      response.writeHead(200, { 'x-method': method, 'content-length': 7 }).end();
    const { code, headers, text } = await call('pods/web/proxy/', { method: 'HEAD' });
    expect([code, headers['x-method'], headers['content-length'], text]).toEqual([200, 'HEAD', '7', '']);
  });

  it('forwards no length with a 204, which has no body', async () => {
    backend.answer = (_request, response) => response.writeHead(204, { 'content-length': 5, 'x-mine': '1' }).end();
    const { code, headers } = await call('pods/web/proxy/');
    expect([code, headers['x-mine'], headers['content-length']]).toEqual([204, '1', undefined]);
  });

  it('C-022 redirects the root of the proxy to the path with a slash', async () => {
    const { code, headers } = await call('pods/web/proxy?a=b');
    expect([code, headers['location']]).toEqual([301, `${CORE}/pods/web/proxy/?a=b`]);
    expect((await call('pods/web/proxy?a=b', { method: 'POST' })).json).toMatchObject({ method: 'POST', url: '/?a=b' });
  });

  it('forwards end-to-end headers, but no hop-by-hop and no credential headers', async () => {
    const { json } = await call('pods/web/proxy/a', {
      token: 'secret',
      headers: { 'x-mine': '1', te: 'trailers', 'proxy-authorization': 'p', 'x-forwarded-for': '192.0.2.1', accept: 'text/x' },
    }); // prettier-ignore
    const headers = json['headers'] as Record<string, string>;
    expect(headers).toMatchObject({
      'x-mine': '1',
      accept: 'text/x',
      host: new URL(server.server.url).host,
      'x-forwarded-for': '192.0.2.1, 127.0.0.1',
      'x-forwarded-uri': `${CORE}/pods/web/proxy/a`,
    });
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(authorization|te|proxy-authorization)$/)]),
    );
  });

  it('a body without a length', async () => {
    const parts = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    };
    const answer = await request(`${server.server.url}${CORE}/pods/web/proxy/`, {
      method: 'DELETE',
      body: Readable.from(parts()),
      dispatcher: agent,
    });
    expect(await answer.body.json()).toMatchObject({ method: 'DELETE', body: 'one two' });
  });

  it('a body larger than an object may be', async () => {
    backend.answer = (incoming, response) => {
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => (bytes += chunk.length));
      incoming.on('end', () => response.end(String(bytes)));
    };
    const body = Buffer.alloc(8 * 1_048_576);
    expect((await call('pods/web/proxy/', { method: 'POST', body })).text).toBe(String(body.length));
  });
});

describe('proxied response', () => {
  it('code, end-to-end headers and body', async () => {
    backend.answer = (_incoming, response) => {
      response.writeHead(418, [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['Access-Control-Allow-Origin', '*'],
        ['Connection', 'x-hop'],
        ['X-Hop', '1'],
        ['Cache-Control', 'max-age=5'],
      ] as never);
      response.end('tea');
    };
    const { code, headers, text } = await call('pods/web/proxy/');
    expect([code, text, headers['set-cookie'], headers['cache-control']]).toEqual([
      418,
      'tea',
      ['a=1', 'b=2'],
      'max-age=5',
    ]);
    expect(headers).toHaveProperty('audit-id');
    expect(headers).not.toHaveProperty('x-hop');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('a page is in an origin of its own, also when it was fetched as something else before, in addition to what its backend says', async () => {
    const ofTheOrigin = {
      'service-worker-allowed': '/',
      'clear-site-data': '"*"',
      'strict-transport-security': 'max-age=31536000',
      'alt-svc': 'h3=":443"',
      nel: '{"report_to":"x","max_age":86400,"success_fraction":1}',
      'report-to': '{"group":"x","max_age":86400,"endpoints":[{"url":"https://evil.example/"}]}',
    };
    backend.answer = (_incoming, response) => {
      response.writeHead(200, { 'content-security-policy': "img-src 'none'", ...ofTheOrigin });
      response.end('<script>fetch("/api/v1/secrets")</script>');
    };
    const headersFor = async (headers: Record<string, string>) => (await call('pods/web/proxy/', { headers })).headers;
    for (const dest of ['document', 'iframe', 'frame', 'embed', 'object', 'fencedframe', 'empty', 'image', 'script']) {
      const { 'content-security-policy': policy, ...others } = await headersFor({ 'sec-fetch-dest': dest });
      expect([policy].flat().join(', ')).toMatch(/^img-src 'none', sandbox(?!.*allow-same-origin)/);
      for (const name in ofTheOrigin) expect(others).not.toHaveProperty(name);
    }
    const forwarded = { 'sec-fetch-dest': 'document', 'x-forwarded-for': '127.0.0.1' };
    for (const headers of [{}, forwarded]) {
      const answered = await headersFor(headers as Record<string, string>);
      expect(answered['content-security-policy']).toBe("img-src 'none'");
      for (const name in ofTheOrigin) expect(answered).not.toHaveProperty(name);
    }
  });

  it('does not follow a redirect', async () => {
    backend.answer = (_incoming, response) => {
      response.writeHead(302, { location: '/login' });
      response.end();
    };
    const { code, headers } = await call('services/s:80/proxy/');
    expect([code, headers['location']]).toEqual([302, `${CORE}/services/s:80/proxy/login`]);
    expect(backend.dialed).toHaveLength(1);
  });

  it('after an error in the middle of a body the connection serves the next request', async () => {
    backend.answer = (incoming) => void incoming.once('data', () => incoming.socket.destroy());
    const { hostname, port } = new URL(server.server.url);
    const pair = await server.adminPair();
    const socket = connectTls({ host: hostname, port: Number(port), ca: server.caPem, ...pair });
    let received = '';
    const status = async (pattern: RegExp): Promise<void> => {
      while (!pattern.test(received)) received += String((await once(socket, 'data'))[0]);
    };
    socket.write(
      `POST ${CORE}/pods/web/proxy/ HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(1_000)}`,
    );
    await status(/HTTP\/1.1 503/);
    socket.write(`${'x'.repeat(199_000)}GET /version HTTP/1.1\r\nHost: a\r\n\r\n`);
    await status(/HTTP\/1.1 200/);
    socket.destroy();
  });

  it('streams the body chunk by chunk', async () => {
    const begun = new Promise<ServerResponse>((resolve) => {
      backend.answer = (_incoming, response) => {
        response.flushHeaders();
        resolve(response);
      };
    });
    const answer = await request(`${server.server.url}${CORE}/pods/web/proxy/`, { dispatcher: agent });
    const response = await begun;
    const pieces = answer.body[Symbol.asyncIterator]();
    for (const piece of ['one', 'two']) {
      response.write(piece);
      expect(String((await pieces.next()).value)).toBe(piece);
    }
    response.end();
    expect((await pieces.next()).done).toBe(true);
  });

  it('aborts the response when the backend aborts its response', async () => {
    backend.answer = (incoming, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('part', () => incoming.socket.destroy());
    };
    await expect(call('pods/web/proxy/')).rejects.toThrow(/closed|terminated/);
  });

  it('503 when the connection ends before the response', async () => {
    backend.answer = (incoming) => incoming.socket.destroy();
    const { code, json } = await call('pods/web/proxy/');
    expect([code, json.message]).toEqual([
      503,
      'error trying to reach service: 10.1.0.1:8080: the connection was closed before the response was complete',
    ]);
  });

  it('503 for an upgrade that was not requested', async () => {
    backend.answer = (incoming) =>
      void incoming.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n');
    expect((await call('pods/web/proxy/')).code).toBe(503);
  });

  it('503 when the response is not valid HTTP', async () => {
    backend.answer = (incoming) => void incoming.socket.end('SSH-2.0-x\r\n\r\n');
    const { code, json } = await call('pods/web/proxy/');
    expect([code, json.message]).toEqual([
      503,
      'error trying to reach service: 10.1.0.1:8080: the response is not valid HTTP',
    ]);
  });

  it('C-022 uses TLS without verifying the certificate', async () => {
    const { code, json } = await call('pods/https:secure:/proxy/version');
    expect([code, Object.keys(json)]).toEqual([200, expect.arrayContaining(['gitVersion'])]);
    // A TLS server answers plain HTTP with 400.
    expect((await call('pods/secure/proxy/version')).code).toBe(400);
  });

  it('503 when TLS is requested and the backend does not use it', async () => {
    expect((await call('pods/https:web:443/proxy/')).code).toBe(503);
  });

  it('a response before the end of the request body, and the next request on the same connection', async () => {
    backend.answer = (incoming, response) => {
      response.writeHead(413, { 'content-length': 8 });
      response.write('too much');
      incoming.resume().on('end', () => response.end());
    };
    for (const size of [100_000, 4_000_000]) {
      const { code, text } = await call('pods/web/proxy/', { method: 'POST', body: Buffer.alloc(size) });
      expect([code, text]).toEqual([413, 'too much']);
    }
    backend.reset();
    expect((await call('pods/web/proxy/')).code).toBe(200);
  });
});

describe('disconnect', () => {
  it('of the client closes the connection to the backend', async () => {
    const asked = new Promise<IncomingMessage>((resolve) => (backend.answer = resolve));
    const leaving = new AbortController();
    const answer = request(`${server.server.url}${CORE}/pods/web/proxy/`, {
      dispatcher: agent,
      signal: leaving.signal,
    });
    const gone = once((await asked).socket, 'close');
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await gone;
  });

  it('shutdown of the server ends proxied requests', async () => {
    const other = await TestServer.start({}, { dial: backend.dial });
    const admin = await other.admin();
    await makePodOn(other, admin, 'p', '10.1.0.1');
    const asked = new Promise<IncomingMessage>((resolve) => (backend.answer = resolve));
    const answer = other.call(`${CORE}/pods/p/proxy/`, { agent: admin });
    const gone = once((await asked).socket, 'close');
    const stopped = other.server.stop();
    expect((await answer).code).toBe(503);
    await Promise.all([gone, stopped]);
    await other.close();
  });
});

describe('protocol upgrade', () => {
  async function upgrade(path: string): Promise<TLSSocket> {
    const { host, hostname, port } = new URL(server.server.url);
    const pair = await server.adminPair();
    const socket = connectTls({ host: hostname, port: Number(port), ca: server.caPem, ...pair });
    await once(socket, 'secureConnect');
    socket.write(
      `GET ${CORE}/${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive, Upgrade\r\nUpgrade: chat\r\n\r\n`,
    );
    return socket;
  }

  it('proxies bytes both ways', async () => {
    backend.server.on('upgrade', (incoming, socket) => {
      expect([incoming.url, incoming.headers.upgrade]).toEqual(['/talk', 'chat']);
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\nX-Chat: 1\r\n\r\nhello',
      );
      socket.on('data', (chunk) => socket.write(String(chunk).toUpperCase()));
      socket.on('end', () => socket.end());
    });
    const socket = await upgrade('pods/web/proxy/talk');
    let heard = '';
    const hears = async (text: string): Promise<void> => {
      while (!heard.endsWith(text)) heard += String((await once(socket, 'data'))[0]);
    };
    await hears('hello');
    expect(heard).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(heard).toMatch(/\r\nupgrade: chat\r\n/);
    expect(heard).toMatch(/\r\nx-chat: 1\r\n/);
    socket.write('hi there');
    await hears('HI THERE');
    socket.end();
    await once(socket, 'close');
    backend.server.removeAllListeners('upgrade');
  });

  it('forwards the HTTP response of a backend that does not upgrade', async () => {
    const socket = await upgrade('pods/web/proxy/talk');
    let heard = '';
    for await (const chunk of socket) heard += String(chunk);
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(heard).toContain('"url":"/talk"');
  });
});

describe('over HTTP/2', () => {
  it('C-022 forwards a request as HTTP/1.1 and returns the response', async () => {
    const other = await TestServer.start({ http2: true }, { dial: backend.dial });
    const client = other.agent(await other.adminPair(), { allowH2: true });
    await makePodOn(other, client, 'web', '10.1.0.1');
    const path = `${CORE}/pods/web/proxy/a?b`;
    const { code, json } = await other.call(path, { agent: client, method: 'POST', body: 'text' });
    expect([code, json]).toMatchObject([200, { method: 'POST', url: '/a?b', body: 'text' }]);
    expect(json['headers']).toMatchObject({ host: new URL(other.server.url).host });
    const withoutBody = await other.call(path, { agent: client });
    expect(withoutBody.json['headers']).not.toHaveProperty('transfer-encoding');

    backend.answer = (incoming, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('part', () => incoming.socket.destroy());
    };
    await expect(other.call(path, { agent: client })).rejects.toThrow();
    await other.close();
  });

  it('ends the requests of a client that has left in several turns of the event loop', async () => {
    const connections: Promise<unknown>[] = [];
    const dial: Dial = async (...dialed) => {
      const connection = await backend.dial(...dialed);
      connections.push(new Promise((closed) => connection.once('close', closed)));
      return connection;
    };
    const other = await TestServer.start({ http2: true }, { dial });
    const pair = await other.adminPair();
    await makePodOn(other, other.agent(pair), 'web', '10.1.0.1');
    backend.answer = (_, response) => response.writeHead(200).flushHeaders();
    const session = connectHttp2(other.server.url, { ca: other.caPem, ...pair });
    const requests = Array.from({ length: 100 }, () => session.request({ ':path': `${CORE}/pods/web/proxy/` }));
    await Promise.all(requests.map((sent) => once(sent, 'response')));
    session.destroy();
    expect(await mostPerTurn(connections)).toBeLessThanOrEqual(32);
    await other.close();
  });
});

it('C-022 discovery and OpenAPI documents list the proxy sub-resources', async () => {
  const { json } = await call('/api/v1');
  const resources = json['resources'] as { name: string }[];
  expect(resources.find(({ name }) => name === 'services/proxy')).toEqual({
    name: 'services/proxy',
    singularName: '',
    namespaced: true,
    kind: 'ServiceProxyOptions',
    verbs: ['create', 'delete', 'get', 'patch', 'update'],
  });
  const document = await call('/openapi/v3/api/v1');
  const paths = document.json['paths'] as Record<string, object>;
  for (const path of ['', '/{path}']) {
    const item = paths[`/api/v1/namespaces/{namespace}/services/{name}/proxy${path}`]!;
    expect(Object.keys(item)).toEqual(
      expect.arrayContaining(['delete', 'get', 'head', 'options', 'patch', 'post', 'put']),
    );
  }
});
