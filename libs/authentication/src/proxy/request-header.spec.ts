import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request as httpsRequest, createServer, Agent as HttpsAgent } from 'node:https';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { silentLogger } from '@orch/process';
import { Agent, fetch, request } from 'undici';
import { sendRaw, whoIs, type UserInfoJson, TestServer } from '@orch/server-testing';
import type { ApiServerOptions } from '@orch/server';
import { OpensslAuthority, type Pair } from '@orch/testing';

const CONFIG_MAP = '/api/v1/namespaces/orch-system/configmaps/extension-apiserver-authentication';

describe('an authenticating proxy', () => {
  let proxies: OpensslAuthority;
  let second: OpensslAuthority;
  let clients: OpensslAuthority;
  let bundle: string;
  let server: TestServer;
  let front: Pair;
  let jane: Pair;
  const optionsOf = (change: Partial<NonNullable<ApiServerOptions['requestHeader']>> = {}) => ({
    clientCaFile: clients.file,
    requestHeader: {
      clientCaFile: bundle,
      allowedNames: [],
      usernameHeaders: ['X-Remote-User', 'X-Other-User'],
      uidHeaders: ['X-Remote-Uid'],
      groupHeaders: ['X-Remote-Group', 'X-Other-Group'],
      extraHeaderPrefixes: ['X-Remote-Extra-', 'X-More-'],
      ...change,
    },
  });
  beforeAll(async () => {
    [proxies, second, clients] = (await Promise.all(
      ['proxies', 'second', 'clients'].map((name) => OpensslAuthority.create(name)),
    )) as [OpensslAuthority, OpensslAuthority, OpensslAuthority];
    bundle = join(proxies.file, '..', 'bundle.crt');
    await writeFile(bundle, proxies.pem + second.pem);
    [front, jane] = await Promise.all([
      proxies.issue({ subject: '/CN=front' }),
      clients.issue({ subject: '/CN=jane/O=dev' }),
    ]);
    server = await TestServer.start(optionsOf());
  });
  afterAll(async () => {
    await TestServer.closeAll();
    await Promise.all([proxies, second, clients].map((authority) => authority.remove()));
  });
  const user = async (headers: readonly string[], pair: Pair | undefined = front, to = server) =>
    whoIs(to, headers, pair);

  it('B-101 B-113 is trusted with a certificate of its CA', async () =>
    expect(await user(['X-Remote-User: ann', 'X-Remote-Group: dev', 'X-Remote-Extra-Scopes: a'])).toEqual({
      username: 'ann',
      groups: ['dev', 'system:authenticated'],
      extra: { scopes: ['a'] },
    }));

  it('B-102 headers without a certificate are ignored', async () => {
    const answer = await sendRaw(server, 'GET /api/v1/namespaces', [
      'X-Remote-User: admin',
      'X-Remote-Group: system:masters',
    ]);
    expect([answer.code, answer.json.message]).toEqual([403, expect.stringContaining('User "system:anonymous"')]);
  });

  const rows: Array<[string, string, string[], UserInfoJson | number]> = [
    ['B-104', 'names of headers have no case', ['x-rEMOTE-uSER: ann'], { username: 'ann', groups: ['system:authenticated'] }],
    ['B-105', 'the first listed name counts, at any position', ['X-Other-User: bob', 'X-Remote-User: ann'], { username: 'ann', groups: ['system:authenticated'] }],
    ['B-105', 'a name without a value leaves it to the next', ['X-Remote-User: ', 'X-Other-User: bob'], { username: 'bob', groups: ['system:authenticated'] }],
    ['B-106', 'groups are all values of all headers', ['X-Remote-User: ann', 'X-Other-Group: c', 'X-Remote-Group: a', 'X-Remote-Group: b'], { username: 'ann', groups: ['a', 'b', 'c', 'system:authenticated'] }],
    ['B-106', 'a comma is part of a group', ['X-Remote-User: ann', 'X-Remote-Group: a,b'], { username: 'ann', groups: ['a,b', 'system:authenticated'] }],
    ['B-107', 'any of the prefixes makes an extra attribute', ['X-Remote-User: ann', 'X-Remote-Extra-Scopes: a', 'X-More-Tenant: t'], { username: 'ann', groups: ['system:authenticated'], extra: { scopes: ['a'], tenant: ['t'] } }],
    ['B-108', 'keys are lower-cased and percent-decoded', ['X-Remote-User: ann', 'X-Remote-Extra-Acme.com%2FProject: p'], { username: 'ann', groups: ['system:authenticated'], extra: { 'acme.com/project': ['p'] } }],
    ['B-108', 'an undecodable key is unchanged', ['X-Remote-User: ann', 'X-Remote-Extra-100%: p'], { username: 'ann', groups: ['system:authenticated'], extra: { '100%': ['p'] } }],
    ['B-109', 'an extra attribute has all values', ['X-Remote-User: ann', 'X-Remote-Extra-A: 1', 'X-Remote-Extra-a: 2'], { username: 'ann', groups: ['system:authenticated'], extra: { a: ['1', '2'] } }],
    ['D-064', 'the uid has its own header', ['X-Remote-User: ann', 'X-Remote-Uid: 7'], { username: 'ann', uid: '7', groups: ['system:authenticated'] }],
    ['B-101', 'names are UTF-8', [`X-Remote-User: ${Buffer.from('jürgen').toString('latin1')}`], { username: 'jürgen', groups: ['system:authenticated'] }],
    ['B-101', 'a proxy without a user name is anonymous', ['X-Remote-Group: system:masters'], 401],
  ]; // prettier-ignore
  for (const [id, name, headers, want] of rows)
    it(`${id} ${name}`, async () => expect(await user(headers)).toEqual(want));

  it('B-110 certificates of every CA of the bundle are accepted, and no others', async () => {
    const other = await OpensslAuthority.create('proxies'); // the name alone is not sufficient
    const review = async (authority: OpensslAuthority) =>
      user(['X-Remote-User: ann'], await authority.issue({ subject: '/CN=front' }));
    expect(await review(second)).toMatchObject({ username: 'ann' });
    expect(await review(other)).toBe(401);
    await other.remove();
  });
  it('B-110 uses the certificate chain sent by the proxy', async () => {
    const between = await proxies.intermediate('between');
    const leaf = await between.issue({ subject: '/CN=front' });
    expect(await user(['X-Remote-User: ann'], { ...leaf, cert: leaf.cert + between.pem })).toMatchObject({
      username: 'ann',
    });
    expect(await user(['X-Remote-User: ann'], leaf)).toBe(401);
    await between.remove();
  });
  it.each([
    ['is over', { days: -1 }],
    ['is for servers', { usage: 'serverAuth' }],
  ])('B-101 rejects a certificate that %s', async (_what, change) =>
    expect(await user(['X-Remote-User: ann'], await proxies.issue({ subject: '/CN=front', ...change }))).toBe(401),
  );
  it('B-114 a client certificate authenticates its client, regardless of the headers', async () =>
    expect(await user(['X-Remote-User: admin', 'X-Remote-Group: system:masters'], jane)).toEqual({
      username: 'jane',
      groups: ['dev', 'system:authenticated'],
    }));
  it('B-114 a certificate of a proxy does not authenticate a client', async () => expect(await user([])).toBe(401));
  it('D-003 takes precedence over client certificate and token', async () => {
    const both = await server.adminPair();
    expect(await user(['Authorization: Bearer bad', 'X-Remote-User: ann'])).toMatchObject({ username: 'ann' });
    expect(await user(['X-Remote-User: ann'], both)).toMatchObject({
      groups: expect.arrayContaining(['system:masters']),
    });
  });

  describe('with another configuration', () => {
    const started = async (change: Parameters<typeof optionsOf>[0], more: Partial<ApiServerOptions> = {}) =>
      TestServer.start({ ...optionsOf(change), ...more });
    it('B-111 accepts only allowed common names', async () => {
      const picky = await started({ allowedNames: ['front', 'gate'] });
      const gate = await proxies.issue({ subject: '/CN=gate' });
      const mole = await proxies.issue({ subject: '/CN=mole/CN=front/O=front' });
      expect(await user(['X-Remote-User: ann'], front, picky)).toMatchObject({ username: 'ann' });
      expect(await user(['X-Remote-User: ann'], gate, picky)).toMatchObject({ username: 'ann' });
      expect(await user(['X-Remote-User: ann'], mole, picky)).toBe(401);
      expect(await user(['X-Remote-User: ann'], await proxies.issue({ subject: '/O=front' }), picky)).toBe(401);
      await picky.close();
    });
    it('B-112 without allowed names accepts any', async () =>
      expect(await user(['X-Remote-User: ann'], await second.issue({ subject: '/CN=any' }))).toMatchObject({
        username: 'ann',
      }));
    it('B-103 without user name headers the others are ignored', async () => {
      const off = await started({ usernameHeaders: [] });
      expect(await user(['X-Remote-User: ann', 'X-Remote-Group: system:masters'], front, off)).toBe(401);
      await off.close();
    });
    it('D-064 ignores the uid while its feature gate is off', async () => {
      const off = await started({}, { featureGates: ['RemoteRequestHeaderUID=false'] });
      expect(await user(['X-Remote-User: ann', 'X-Remote-Uid: 7'], front, off)).toEqual({
        username: 'ann',
        groups: ['system:authenticated'],
      });
      await off.close();
    });
    it('B-114 does not start with a CA that also signs client certificates, unless allowed names are set', async () => {
      await expect(started({ clientCaFile: clients.file })).rejects.toThrow('--requestheader-allowed-names');
      const named = await started({ clientCaFile: clients.file, allowedNames: ['front'] });
      expect(await user(['X-Remote-User: admin'], jane, named)).toMatchObject({ username: 'jane' });
      await named.close();
    });
    it('B-101 works over HTTP/2, per connection', async () => {
      const both = await started({}, { http2: true });
      const review = async (headers: Record<string, string | string[]>, pair?: Pair) => {
        const session = connectHttp2(both.server.url, { ca: both.caPem, ...pair });
        const stream = session.request({
          ':method': 'POST',
          ':path': '/apis/authentication.orch.io/v1/selfsubjectreviews',
          'content-type': 'application/json',
          ...headers,
        });
        stream.end('{}');
        let text = '';
        stream.on('data', (chunk) => (text += String(chunk)));
        await once(stream, 'end');
        session.close();
        return JSON.parse(text) as { status: { userInfo: UserInfoJson }; code?: number };
      };
      expect((await review({ 'x-remote-user': 'ann', 'x-remote-group': ['a', 'b'] }, front)).status.userInfo).toEqual({
        username: 'ann',
        groups: ['a', 'b', 'system:authenticated'],
      });
      expect((await review({ 'x-remote-user': 'admin' }, jane)).status.userInfo.username).toBe('jane');
      expect((await review({ 'x-remote-user': 'admin' })).code).toBe(403);
      await both.close();
    });
  });

  it('D-065 publishes its settings for extension API servers, and maintains them', async () => {
    const own = join(second.file, '..', 'followed.crt');
    await writeFile(own, proxies.pem);
    const read: Array<() => void> = [];
    const log = {
      ...silentLogger,
      info: (text: string) => void (text === 'certificates reloaded' && read.forEach((resolve) => resolve())),
    };
    const server = await TestServer.start(optionsOf({ clientCaFile: own, allowedNames: ['front'] }), { log });
    const admin = await server.admin();
    const data = async () => (await server.call(CONFIG_MAP, { agent: admin })).json['data'] as Record<string, string>;
    expect(await data()).toEqual({
      'client-ca-file': server.caPem.trimEnd() + '\n' + clients.pem.trimEnd() + '\n',
      'requestheader-client-ca-file': proxies.pem.trimEnd() + '\n',
      'requestheader-allowed-names': '["front"]',
      'requestheader-username-headers': '["X-Remote-User","X-Other-User"]',
      'requestheader-uid-headers': '["X-Remote-Uid"]',
      'requestheader-group-headers': '["X-Remote-Group","X-Other-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-","X-More-"]',
    });
    const { json } = await server.call(CONFIG_MAP, { agent: admin });
    const version = (json['metadata'] as { resourceVersion: string }).resourceVersion;
    const { body: changes } = await request(
      `${server.server.url}/api/v1/namespaces/orch-system/configmaps?watch=true&fieldSelector=metadata.name=extension-apiserver-authentication&resourceVersion=${version}`,
      { dispatcher: admin },
    );
    const again = new Promise<void>((resolve) => read.push(resolve));
    await appendFile(own, second.pem);
    await again;
    expect(await user(['X-Remote-User: ann'], await second.issue({ subject: '/CN=front' }), server)).toMatchObject({
      username: 'ann',
    });
    for await (const chunk of changes) if (String(chunk).includes('"type":"MODIFIED"')) break;
    expect((await data())['requestheader-client-ca-file']).toBe(`${proxies.pem.trimEnd()}\n${second.pem.trimEnd()}\n`);
    await admin.destroy();
    await server.server.stop();
    const { dataDir } = server;
    const without = await TestServer.start({ dataDir });
    const left = (await without.call(CONFIG_MAP, { agent: await without.admin() })).json['data'];
    expect(left).toEqual({
      'client-ca-file': expect.any(String),
      // This server is the only front proxy then.
      'requestheader-client-ca-file': await readFile(join(dataDir, 'pki', 'front-proxy-ca.crt'), 'utf8'),
      'requestheader-allowed-names': '["front-proxy-client"]',
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    });
    await without.close();
    await server.close();
  });

  it('B-101 works with a real proxy over TLS, which reuses its connection for many users', async () => {
    const keep = new HttpsAgent({ keepAlive: true, maxSockets: 1, ca: server.caPem, ...front });
    const gate = await proxies.issue({ subject: '/CN=gate', usage: 'serverAuth', altNames: 'IP:127.0.0.1' });
    const passwords: Readonly<Record<string, string>> = { 'Basic YW5uOng=': 'ann', 'Basic Ym9iOng=': 'bob' };
    const proxy = createServer(gate, (incoming, reply) => {
      const name = passwords[incoming.headers.authorization ?? ''];
      if (name === undefined) return void reply.writeHead(401).end();
      const { authorization: _password, ...rest } = incoming.headers;
      for (const header of Object.keys(rest)) if (header.startsWith('x-remote-')) delete rest[header];
      const url = new URL(incoming.url ?? '/', server.server.url);
      const outgoing = httpsRequest(
        url,
        {
          method: incoming.method!,
          agent: keep,
          headers: { ...rest, 'X-Remote-User': name, 'X-Remote-Group': ['staff', 'dev'] },
        },
        (answer) => {
          reply.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(reply);
        },
      );
      incoming.pipe(outgoing);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as { port: number };
    const agent = server.agent();
    const review = async (authorization: string, more: Record<string, string> = {}) => {
      const response = await fetch(`https://127.0.0.1:${port}/apis/authentication.orch.io/v1/selfsubjectreviews`, {
        method: 'POST',
        body: '{}',
        headers: { authorization, 'content-type': 'application/json', ...more },
        dispatcher: new Agent({ connect: { ca: proxies.pem } }),
      });
      return response.status === 201
        ? ((await response.json()) as { status: { userInfo: UserInfoJson } }).status.userInfo
        : response.status;
    };
    expect(await review('Basic YW5uOng=')).toEqual({
      username: 'ann',
      groups: ['staff', 'dev', 'system:authenticated'],
    });
    expect(await review('Basic Ym9iOng=', { 'X-Remote-User': 'root', 'X-Remote-Group': 'system:masters' })).toEqual({
      username: 'bob',
      groups: ['staff', 'dev', 'system:authenticated'],
    });
    expect(await review('Basic eDp4')).toBe(401);
    keep.destroy();
    await agent.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
});
