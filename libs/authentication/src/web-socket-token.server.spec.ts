import { once } from 'node:events';
import { connect } from 'node:tls';
import { ProxiedBackend, sendRaw, TestServer } from '@orch/server-testing';

const NAMESPACE = '/api/v1/namespaces/default';
const WATCH = `${NAMESPACE}/configmaps?watch=true&resourceVersion=0&labelSelector=none=none`;
const PREFIX = 'base64url.bearer.authorization.orch.io.';
const OTHER_PREFIX = 'base64url.bearer.authorization.k8s.io.';
const KEY = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
const WEB_SOCKET = ['Connection: Upgrade', 'Upgrade: websocket', ...KEY];

let server: TestServer;
let backend: ProxiedBackend;
let token: string;
let encoded: string;

beforeAll(async () => {
  backend = await ProxiedBackend.start();
  server = await TestServer.start({ http2: true }, { dial: backend.dial });
  const agent = await server.admin();
  const made = async (method: string, path: string, body: object, type = 'application/json') => {
    const answer = await server.call(path, { agent, method, headers: { 'content-type': type }, body });
    expect([answer.text, answer.code < 300]).toEqual([answer.text, true]);
    return answer.json;
  };
  await made('POST', `${NAMESPACE}/serviceaccounts`, { metadata: { name: 'eve' } });
  const review = await made('POST', `${NAMESPACE}/serviceaccounts/eve/token`, { spec: {} });
  token = (review['status'] as { token: string }).token;
  encoded = Buffer.from(token).toString('base64url');
  await made('POST', '/apis/rbac.authorization.orch.io/v1/clusterrolebindings', {
    metadata: { name: 'eve' },
    roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'admin' },
    subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'eve' }],
  });
  const spec = { containers: [{ name: 'a', image: 'i' }] };
  await made('POST', `${NAMESPACE}/pods`, { metadata: { name: 'web' }, spec });
  const status = { podIP: '10.1.0.1', podIPs: [{ ip: '10.1.0.1' }] };
  await made('PATCH', `${NAMESPACE}/pods/web/status`, { status }, 'application/merge-patch+json');
});
afterAll(async () => {
  await TestServer.closeAll();
  await backend.stop();
});
beforeEach(() => backend.reset());

/** The head of the answer to a request without another credential. */
async function headOf(path: string, headers: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.server.url);
  const socket = connect({ host: hostname, port: Number(port), ca: server.caPem });
  socket.write([`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));
  let head = '';
  while (!head.includes('\r\n\r\n')) head += String((await once(socket, 'data'))[0]);
  socket.destroy();
  return head.slice(0, head.indexOf('\r\n\r\n') + 2);
}
const protocols = (...offered: readonly string[]): string => `Sec-WebSocket-Protocol: ${offered.join(', ')}`;

describe('bearer token in the subprotocols of a WebSocket', () => {
  it.each([
    ['of this vocabulary', PREFIX, ['chat', 'superchat']],
    ['of the other vocabulary', OTHER_PREFIX, ['chat']],
  ])('%s authenticates, and another one is selected', async (_title, prefix, others) => {
    for (const offered of [
      [protocols(`${prefix}${encoded}`, ...others)],
      [protocols(...others, `${prefix}${encoded}`)],
      [protocols(`${prefix}${encoded}`), protocols(...others)],
    ]) {
      const head = await headOf(WATCH, [...WEB_SOCKET, ...offered]);
      expect(head).toMatch(/^HTTP\/1\.1 101 /);
      expect(head).toContain('\r\nSec-WebSocket-Protocol: chat\r\n');
      expect(head).not.toContain('bearer');
    }
  });

  const long = Buffer.from('x').toString('base64url');
  const refused: [name: string, offered: () => string, code: number][] = [
    ['alone', () => protocols(PREFIX + encoded), 401],
    ['twice', () => protocols(PREFIX + encoded, OTHER_PREFIX + encoded, 'chat'), 401],
    ['that is unknown', () => protocols(PREFIX + long, 'chat'), 401],
    ['with padding', () => protocols(`${PREFIX}eA==`, 'chat'), 401],
    ['in base64 for files', () => protocols(`${PREFIX}${Buffer.from('???>>>').toString('base64')}`, 'chat'), 401],
    ['of an impossible length', () => protocols(`${PREFIX}eAaaa`, 'chat'), 401],
    ['that is not UTF-8', () => protocols(`${PREFIX}_w`, 'chat'), 401],
    ['that is empty: none', () => protocols(PREFIX, 'chat'), 403],
    ['of another name: none', () => protocols(`x.${PREFIX}${encoded}`, 'chat'), 403],
  ];
  it.each(refused)('%s is rejected', async (_name, offered, code) =>
    expect(await headOf(WATCH, [...WEB_SOCKET, offered()])).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `)),
  );

  it.each([
    ['an upgrade to another protocol', ['Connection: Upgrade', 'Upgrade: chat']],
    ['no upgrade', []],
    ['an upgrade that the connection does not name', ['Upgrade: websocket', ...KEY]],
  ])('is ignored on a request for %s', async (_name, headers) => {
    const offered = protocols(PREFIX + encoded, 'chat');
    const path = `${NAMESPACE}/configmaps`;
    expect(await headOf(path, [...headers, 'Connection: close', offered])).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('does not replace another valid or invalid credential', async () => {
    const offered = protocols(`${PREFIX}eA`, 'chat');
    const good = await headOf(WATCH, [...WEB_SOCKET, offered, `Authorization: Bearer ${token}`]);
    expect(good).toMatch(/^HTTP\/1\.1 101 /);
    const bad = await headOf(WATCH, [...WEB_SOCKET, protocols(PREFIX + encoded, 'chat'), 'Authorization: Bearer x']);
    expect(bad).toMatch(/^HTTP\/1\.1 101 /); // an error of one method does not stop another (D-003)
  });
});

describe('subprotocols of a WebSocket', () => {
  it('without a token are answered with the first', async () =>
    expect(await headOf(WATCH, [...WEB_SOCKET, protocols('a', 'b'), `Authorization: Bearer ${token}`])).toContain(
      '\r\nSec-WebSocket-Protocol: a\r\n',
    ));
  it('that are not HTTP tokens are rejected', async () =>
    expect(await headOf(WATCH, [...WEB_SOCKET, protocols('a b'), `Authorization: Bearer ${token}`])).toMatch(
      /^HTTP\/1\.1 400 /,
    ));
});

it('a watch without the upgrade in its Connection header is an HTTP stream', async () => {
  const path = `${WATCH}&timeoutSeconds=1`;
  const { code } = await sendRaw(server, `GET ${path}`, ['Upgrade: websocket', ...KEY, `Authorization: Bearer ${token}`]);
  expect(code).toBe(200);
}); // prettier-ignore

describe('a proxied request', () => {
  const path = `${NAMESPACE}/pods/web/proxy/x`;
  const seenBy = async (headers: Record<string, string>): Promise<Record<string, string>> => {
    const { json } = await server.call(path, { token, headers });
    return json['headers'] as Record<string, string>;
  };

  it.each([
    [`${PREFIX}TOKEN, chat, ${OTHER_PREFIX}TOKEN`, 'chat'],
    [`a,b ,${OTHER_PREFIX}TOKEN`, 'a, b'],
    [`${PREFIX.toUpperCase()}TOKEN, chat`, 'chat'],
    [`${PREFIX}TOKEN`, undefined],
    ['a, b', 'a, b'],
  ])('with the subprotocols %s sends %s to the pod', async (sent, seen) => {
    const headers = await seenBy({ 'sec-websocket-protocol': sent.replaceAll('TOKEN', encoded) });
    expect(headers['sec-websocket-protocol']).toBe(seen);
    expect(JSON.stringify(headers)).not.toContain(encoded);
  });

  it('for a WebSocket is authenticated by the token, which is not forwarded to the pod', async () => {
    const offered = once(backend.server, 'upgrade');
    const head = headOf(path, [...WEB_SOCKET, protocols(PREFIX + encoded, 'chat')]);
    const [incoming, socket] = (await offered) as [{ rawHeaders: string[] }, NodeJS.WritableStream];
    socket.end('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: chat\r\n\r\n');
    expect(await head).toMatch(/^HTTP\/1\.1 101 [^]*sec-websocket-protocol: chat\r\n/);
    expect(incoming.rawHeaders).toEqual(expect.arrayContaining(['sec-websocket-protocol', 'chat']));
    expect(JSON.stringify(incoming.rawHeaders)).not.toContain(encoded);
  });
});
