import { FakeClock } from '@orch/apimachinery';
import { type Line, RbacServer, Tab, TestServer } from '@orch/server-testing';
import type { Agent } from 'undici';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Bytes of buffers that are in use. */
const heldBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
};

const MAPS = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
const WATCH = (namespace: string, more = ''): string => `${MAPS(namespace)}?watch=true${more}`;

let s: RbacServer;
const tabs: Tab[] = [];

beforeAll(async () => {
  s = await RbacServer.start({ users: { anna: [], ben: [], cleo: [], many: [] } });
  await s.role('t1', 'reader', { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] });
  await s.role('t2', 'reader', { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] });
  await s.bind('t1', 'anna', 'Role/reader', 'anna');
  await s.bind('t2', 'ben', 'Role/reader', 'ben');
});
afterEach(async () => {
  await Promise.all(tabs.splice(0).map((tab) => tab.close()));
});
afterAll(async () => {
  await s.stop();
});

const address = () => ({ url: s.listening.server.url, caPem: s.listening.caPem });
async function tabOf(user: string): Promise<Tab> {
  const tab = await Tab.open(address(), { headers: { authorization: `Bearer ${user}` } });
  tabs.push(tab);
  return tab;
}
const map = (name: string, data = {}) => ({ metadata: { name }, data });
/** Watches of ConfigMaps that the server is answering. */
async function watchesInFlight(): Promise<number> {
  const { text } = await s.admin('GET /metrics');
  const series = [
    ...text.matchAll(/^apiserver_longrunning_requests\{verb="WATCH".*resource="configmaps".*\} (\d+)$/gm),
  ];
  return series.reduce((sum, [, count]) => sum + Number(count), 0);
}
const make = (namespace: string, name: string, data = {}) => s.make(MAPS(namespace), map(name, data));

describe('a stream of watches', () => {
  it('has the events of each of its watches, as the API sends them', async () => {
    const tab = await tabOf('anna');
    await tab.watch({ one: WATCH('t1'), two: WATCH('t1', '&fieldSelector=metadata.name%3Dseen') });
    expect(await tab.find(({ type, watch }) => type === 'started' && watch === 'two')).toBeDefined();
    await make('t1', 'seen', { a: '1' });
    const direct = await s.watch('anna', WATCH('t1'));
    const event = await direct.next();
    direct.close();
    const ofTwo = await tab.find(({ watch, event: found }) => watch === 'two' && found !== undefined);
    expect(ofTwo).toEqual({ type: 'event', watch: 'two', event });
  });

  it('may have a watch of rows', async () => {
    const tab = await tabOf('anna');
    await tab.watch(
      { rows: WATCH('t1') },
      `application/json;as=Table;v=v1;g=meta.${s.vocabulary.reservedGroupSuffixes[0]}`,
    );
    const row = await tab.find(({ type }) => type !== 'started' && type !== 'ping');
    expect(row).toMatchObject({ type: 'event', watch: 'rows', event: { type: 'ADDED', object: { kind: 'Table' } } });
  });

  it('ends a watch that the user may not open with 403 and the Status, and keeps the others', async () => {
    const tab = await tabOf('anna');
    await tab.watch({ mine: WATCH('t1'), other: WATCH('t2') });
    const end = await tab.find(({ type }) => type === 'end');
    expect(end).toMatchObject({ watch: 'other', code: 403, status: { kind: 'Status', reason: 'Forbidden' } });
    expect(end.status!.message).toContain('User "anna" cannot watch resource "configmaps"');
    await make('t1', 'after-the-refusal');
    await tab.find(({ event }) => event?.object.metadata?.name === 'after-the-refusal');
  });

  it('ends a watch of an unknown resource with 404', async () => {
    const tab = await tabOf('anna');
    await tab.watch({ none: '/apis/example.com/v1/things?watch=1' });
    expect(await tab.next()).toMatchObject({ type: 'end', watch: 'none', code: expect.any(Number) });
  });

  it('passes on the error of an expired watch, and ends it with its code', async () => {
    const tab = await tabOf('anna');
    await tab.watch({ old: WATCH('t1', '&resourceVersion=999999999') });
    const end = await tab.find(({ type }) => type === 'end');
    expect(end).toMatchObject({ watch: 'old', status: { kind: 'Status' } });
    expect(end.code).toBe((end.status as unknown as { code: number }).code);
  });

  it('ends a watch that the page closes, without a line, and its id is not known any more', async () => {
    const tab = await tabOf('anna');
    await tab.watch({ one: WATCH('t1'), two: WATCH('t1', '&timeoutSeconds=1') });
    expect(await tab.send({ close: ['one', 'unknown'] })).toMatchObject({ code: 204, text: '' });
    const end = await tab.find(({ type }) => type === 'end');
    expect(end).toEqual({ type: 'end', watch: 'two', code: 200, status: null });
    await tab.watch({ one: WATCH('t1') });
    await tab.find(({ type, watch }) => type === 'started' && watch === 'one');
  });

  it('is on the connection of an HTTP/2 client, too', async () => {
    const server = await TestServer.start({ http2: true });
    const tab = await Tab.open(
      { url: server.server.url, caPem: server.caPem },
      { pair: await server.adminPair(), allowH2: true },
    );
    await tab.watch({ all: '/api/v1/namespaces?watch=true' });
    const first = await tab.find(({ type }) => type === 'event');
    expect(first.event).toMatchObject({ type: 'ADDED', object: { kind: 'Namespace' } });
    await tab.close();
    await server.close();
  });
});

describe('credentials', () => {
  it('of a client certificate are those of each watch', async () => {
    const pair = await s.listening.adminPair();
    const tab = await Tab.open(address(), { pair });
    tabs.push(tab);
    await tab.watch({ secrets: '/api/v1/secrets?watch=true' });
    expect(await tab.next()).toEqual({ type: 'started', watch: 'secrets' });
  });

  it('with impersonation are those of the impersonated user', async () => {
    const headers = { 'impersonate-user': 'anna' };
    const tab = await Tab.open(address(), { pair: await s.listening.adminPair(), headers });
    tabs.push(tab);
    await tab.watch({ other: WATCH('t2') });
    expect(await tab.next()).toMatchObject({ type: 'end', code: 403 });
  });

  it('of another user open no watch in a stream', async () => {
    const [anna, ben] = [await tabOf('anna'), await tabOf('ben')];
    const refused = await ben.send({ open: [{ watch: 'x', path: WATCH('t2') }] }, anna.id);
    expect(refused.code).toBe(403);
    expect(JSON.parse(refused.text)).toMatchObject({ kind: 'Status', reason: 'Forbidden' });
    expect((await ben.send({ close: ['x'] }, 'A'.repeat(43))).code).toBe(404);
  });

  it('are needed', async () => {
    const open = (headers: Record<string, string>) => s.listening.call('/dashboard/streams', { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }); // prettier-ignore
    expect((await open({})).code).toBe(403);
    expect((await open({ authorization: 'Bearer unknown' })).code).toBe(401);
    expect((await s.listening.call('/dashboard/streams?token=anna', { method: 'POST' })).code).toBe(403);
  });

  it('in the path of a watch are none', async () => {
    const tab = await tabOf('cleo');
    await tab.watch({ x: WATCH('t1', '&token=anna&access_token=anna') });
    expect(await tab.next()).toMatchObject({ type: 'end', code: 403 });
  });
});

describe('limits', () => {
  it('a stream has 128 watches, of which all or none are opened', async () => {
    const tab = await tabOf('anna');
    const watches = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ watch: `w${from + i}`, path: WATCH('t1', '&resourceVersion=0') }));
    expect((await tab.send({ open: watches(0, 100) })).code).toBe(204);
    expect((await tab.send({ open: watches(100, 29) })).code).toBe(429);
    expect((await tab.send({ open: watches(100, 29), close: ['w0'] })).code).toBe(204);
    const started = new Set<string>();
    // The first may have been closed before it began.
    while (!(started.has('w127') && started.has('w128')))
      started.add((await tab.find(({ type }) => type === 'started')).watch!);
    expect(started.size).toBeGreaterThanOrEqual(128);
  });

  it('a user has 16 streams, and another user his own', async () => {
    const open = await Promise.all(Array.from({ length: 16 }, () => tabOf('many')));
    await expect(tabOf('many')).rejects.toThrow(/^429: .*16 streams/);
    await tabOf('anna');
    await open[0]!.close();
    for (;;) {
      const again = await tabOf('many').catch((error: Error) => error.message);
      if (typeof again !== 'string') break;
      expect(again).toContain('429');
    }
  });

  it('each watch is a request of its own', async () => {
    const tab = await tabOf('anna');
    await tab.watch({ one: WATCH('t1'), two: WATCH('t1') });
    await tab.find(({ type, watch }) => type === 'started' && watch === 'two');
    expect(await watchesInFlight()).toBe(2);
  });
});

describe('a page that does not read', () => {
  let server: TestServer;
  let clock: FakeClock;
  let agent: Agent;
  let tab: Tab;
  beforeAll(async () => {
    clock = new FakeClock(Date.now());
    server = await TestServer.start({}, { clock });
    agent = await server.admin();
  });
  beforeEach(async () => {
    tab = await Tab.open({ url: server.server.url, caPem: server.caPem }, { pair: await server.adminPair() });
    tabs.push(tab);
  });
  afterAll(() => server.close());

  const put = async (name: string, data: object): Promise<void> => {
    const call = { method: 'PUT', agent, headers: { 'content-type': 'application/json' }, body: map(name, data) };
    const { code } = await server.call(`${MAPS('default')}/${name}`, call);
    if (code !== 200) throw new Error(`PUT: ${code}`);
  };
  const create = async (name?: string): Promise<void> => {
    const body = { metadata: name === undefined ? { generateName: 'small-' } : { name } };
    const call = { method: 'POST', agent, headers: { 'content-type': 'application/json' }, body };
    expect((await server.call(MAPS('default'), call)).code).toBe(201);
  };
  /** Makes more events than the buffers of a connection hold. */
  const fill = async (): Promise<void> => {
    for (let i = 0; i < 30; i++) await put('large', { text: `${i}${'x'.repeat(500_000)}` });
  };

  it('loses its watches with 410, and the server holds a bounded number of bytes for it', async () => {
    await create('large');
    const watches = ['a', 'b', 'c', 'd'];
    await tab.watch(Object.fromEntries(watches.map((id) => [id, WATCH('default', '&resourceVersion=0')])));
    const before = heldBytes();
    await fill();
    // 15 MB of events for each of 4 watches; of those, the connection holds some.
    expect(heldBytes() - before).toBeLessThan(40_000_000);
    for (let i = 0; i < 11; i++) await Promise.all(Array.from({ length: 100 }, () => create()));
    clock.advance(6_000); // for the check for clients that read nothing
    const ends: Line[] = [];
    while (ends.length < watches.length) ends.push(await tab.find(({ type }) => type === 'end'));
    expect(new Set(ends.map(({ watch }) => watch))).toEqual(new Set(watches));
    for (const end of ends) expect(end).toMatchObject({ code: 410, status: { reason: 'Expired' } });
    // The stream itself goes on.
    await tab.watch({ again: WATCH('default') });
    expect(await tab.find(({ type }) => type === 'started')).toMatchObject({ watch: 'again' });
  });

  it('gets pings as long as it reads, and loses the stream after four that it did not', async () => {
    clock.advance(15_000);
    expect(await tab.next()).toEqual({ type: 'ping' });
    await tab.watch({ all: WATCH('default') });
    await fill();
    clock.advance(4 * 15_000);
    await expect(tab.rest()).rejects.toThrow();
  });
});

describe('a server that stops', () => {
  it('ends the watches of a stream, then the stream', async () => {
    const server = await TestServer.start();
    const tab = await Tab.open({ url: server.server.url, caPem: server.caPem }, { pair: await server.adminPair() });
    await tab.watch({ all: '/api/v1/namespaces?watch=true', two: '/api/v1/secrets?watch=true' });
    const started = new Set<string>();
    while (started.size < 2) started.add((await tab.find(({ type }) => type === 'started')).watch!);
    const stopped = server.server.stop();
    const ends = (await tab.rest()).filter(({ type }) => type === 'end');
    expect(Object.fromEntries(ends.map(({ watch, code }) => [watch, code]))).toEqual({ all: 200, two: 200 });
    await stopped;
    await tab.close();
    await server.close();
  });
});

describe('a request that another site makes a browser send', () => {
  const json = { 'content-type': 'application/json', authorization: 'Bearer anna' };
  const own = () => new URL(s.listening.server.url).host;
  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of another host of the site', { 'sec-fetch-site': 'same-site' }, 403],
    ['of another origin', { origin: 'https://evil.example' }, 403],
    ['of another port', { origin: 'https://127.0.0.1:1' }, 403],
    ['without an origin to name', { origin: 'null' }, 403],
    ['of a form', { 'content-type': 'text/plain' }, 415],
    ['of a form with a declared type', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('is refused: %s', async (_name, headers, code) => {
    const answer = await s.listening.call('/dashboard/streams', { method: 'POST', headers: { ...json, ...headers } });
    expect(answer.code).toBe(code);
    expect((await s.listening.call('/dashboard/streams/x', { method: 'POST', headers: { ...json, ...headers }, body: '{}' })).code).toBe(code); // prettier-ignore
  });

  it('of the page itself is answered', async () => {
    const headers = { authorization: 'Bearer anna', 'sec-fetch-site': 'same-origin', origin: `https://${own()}` };
    const tab = await Tab.open(address(), { headers });
    tabs.push(tab);
    expect(tab.id).toMatch(/^[\w-]{43}$/);
  });

  describe('with a client certificate, to the API', () => {
    const post = async (name: string, headers: Record<string, string>): Promise<number> => {
      const agent = s.listening.agent(await s.listening.adminPair());
      const body = Buffer.from(JSON.stringify({ metadata: { name } }));
      return (await s.listening.call('/api/v1/namespaces', { method: 'POST', agent, body, headers })).code;
    };

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
      'is refused with the type of a form, %s',
      async (type) => {
        expect(await post('forged', { 'content-type': type })).toBe(415);
        expect(await post('forged', { 'content-type': type, 'sec-fetch-site': 'cross-site' })).toBe(403);
      },
    );

    // A script of another site can send a body without a type, which is JSON for the API, without asking first.
    it.each([
      [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin: 'https://evil.example' }],
      [{ 'sec-fetch-site': 'same-site' }],
      [{ origin: 'https://evil.example' }],
      [{ origin: 'https://127.0.0.1:1' }],
      [{ origin: 'null' }],
    ])('is refused without a type: %j', async (headers) => {
      expect(await post('forged', headers)).toBe(403);
    });

    it('is allowed for programs, and for pages of the server itself', async () => {
      expect(await post('program', {})).toBe(201);
      expect(await post('own-page', { 'sec-fetch-site': 'same-origin', origin: `https://${own()}` })).toBe(201);
      expect(await post('own-origin', { origin: `https://${own()}` })).toBe(201);
    });
  });
});

it('a stream is reset without an answer left behind when its client leaves', async () => {
  const tab = await tabOf('anna');
  await tab.watch({ one: WATCH('t1') });
  await tab.find(({ type }) => type === 'started');
  tab.body.on('error', () => undefined);
  tab.body.destroy();
  while ((await watchesInFlight()) > 0);
});
