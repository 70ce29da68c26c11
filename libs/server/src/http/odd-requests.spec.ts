import { once } from 'node:events';
import { connect } from 'node:tls';
import { TestServer } from '@orch/server-testing';

describe('malformed requests', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => TestServer.closeAll());

  /** All received bytes until the connection ends; the error when it broke. */
  async function talk(text: string, protocols?: string[]): Promise<string> {
    const { hostname, port } = new URL(server.server.url);
    const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ALPNProtocols: protocols });
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', (error: NodeJS.ErrnoException) => (answer += String(error.code)));
    socket.write(text);
    await once(socket, 'close');
    return answer;
  }
  const headers = 'Host: x\r\nConnection: close\r\n';

  const cases = [
    { name: 'headers of 70 kB', text: `GET / HTTP/1.1\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`, code: 431 },
    { name: 'headers of 200 kB', text: `GET / HTTP/1.1\r\nX: ${'y'.repeat(200_000)}\r\n\r\n`, code: 431 },
    { name: 'headers of 5 MB', text: `GET / HTTP/1.1\r\nX: ${'y'.repeat(5_000_000)}\r\n\r\n`, code: 431 },
    { name: '600 headers', text: `GET /version HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(600)}\r\n`, code: 431 },
    { name: '10,000 headers', text: `GET /version HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(10_000)}\r\n`, code: 431 },
    {
      name: '10,000 headers of an upgrade',
      text: `GET /version HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${'a:b\r\n'.repeat(10_000)}\r\n`,
      code: 431,
    },
    { name: 'no Host', text: 'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n', code: 400 },
    { name: 'two Hosts', text: 'GET /version HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', code: 400 },
    ...['gzip, chunked', 'identity, chunked', 'chunked, chunked'].map((coding) => ({
      name: `the transfer encoding ${coding}`,
      text: `POST /version HTTP/1.1\r\n${headers}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
      code: 400,
    })),
    {
      name: 'an empty transfer encoding in addition to a length',
      text: `POST /version HTTP/1.1\r\n${headers}Transfer-Encoding: \r\nContent-Length: 2\r\n\r\n{}`,
      code: 400,
    },
    { name: 'an unsupported expectation', text: `GET /version HTTP/1.1\r\n${headers}Expect: foo\r\n\r\n`, code: 417 },
    { name: 'an unknown method', text: `FOO /version HTTP/1.1\r\n${headers}\r\n`, code: 405 },
    { name: 'no HTTP at all', text: '\u0001\u0002\u0003\r\n\r\n', code: 400 },
  ];
  for (const c of cases) {
    it(`C-266 ${c.name}: ${c.code} with a Status`, async () => {
      const answer = await talk(c.text);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${c.code} `));
      const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      expect(body).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: c.code });
    });
  }

  it('a client that negotiates HTTP/1.0 by ALPN is served', async () =>
    expect(await talk('GET /version HTTP/1.0\r\n\r\n', ['http/1.0'])).toMatch(/^HTTP\/1\.1 200 /));

  it('C-085 a compressed body is rejected with the name of its encoding', async () => {
    const { code, json } = await server.call('/api/v1/namespaces', {
      method: 'POST',
      agent: await server.admin(),
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
      body: Buffer.from('1f8b', 'hex'),
    });
    expect([code, json.reason]).toEqual([415, 'UnsupportedMediaType']);
    expect(json.message).toContain('Content-Encoding "gzip"');
  });
  it('an unsupported content type is reported before wrong options of a create and a patch, after those of an update', async () => {
    const maps = '/api/v1/namespaces/default/configmaps';
    const answer = async (method: string, path: string, type: string) => {
      const { code, json } = await server.call(`${maps}${path}`, {
        method,
        agent: await server.admin(),
        headers: { 'content-type': type },
        body: Buffer.from('{}'),
      });
      return [code, json.reason];
    };
    const unsupported = [415, 'UnsupportedMediaType'];
    expect(await answer('POST', '?fieldValidation=bogus', 'application/foo')).toEqual(unsupported);
    expect(await answer('PATCH', '/x?force=true', 'application/foo')).toEqual(unsupported);
    expect(await answer('PATCH', '/x?force=true', 'application/apply-patch+cbor')).toEqual(unsupported);
    expect(await answer('PUT', '/x?fieldValidation=bogus', 'application/foo')).toEqual([422, 'Invalid']);
  });
  it('the encoding identity is accepted', async () => {
    const { code } = await server.call('/api/v1/namespaces', {
      method: 'POST',
      agent: await server.admin(),
      headers: { 'content-encoding': 'identity', 'content-type': 'application/json' },
      body: { metadata: { name: 'plain' } },
    });
    expect(code).toBe(201);
  });

  it('C-083 discovery has no HTML form, and lists its media types', async () => {
    const agent = await server.admin();
    const refused = await server.call('/apis', { agent, headers: { accept: 'text/html' } });
    expect([refused.code, refused.text]).toEqual([406, expect.stringContaining('application/vnd.orch.protobuf')]);
    const yaml = await server.call('/apis', { agent, headers: { accept: 'application/yaml' } });
    expect([yaml.code, yaml.headers['content-type']]).toEqual([200, 'application/yaml']);
    expect(yaml.text).toMatch(/^apiVersion: v1\ngroups:\n- name: /);
  });

  for (const path of ['//api/v1/namespaces', '//nonsense', '//', '//version', '///apis']) {
    it(`C-028 ${path} is not the root`, async () => {
      const { code, text } = await server.call(path, { agent: await server.admin() });
      expect(code).toBe(404);
      expect(text).not.toContain('"paths"');
    });
  }
});
