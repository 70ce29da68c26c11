import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request, type Agent } from 'undici';
import { TestServer } from '@orch/server-testing';
import { advertisedAddress } from '@orch/tls';

const SERVICES = '/api/v1/namespaces/default/services';
const OWN = {
  service: `${SERVICES}/orch`,
  endpoints: '/api/v1/namespaces/default/endpoints/orch',
  slice: '/apis/discovery.orch.io/v1/namespaces/default/endpointslices/orch',
};

describe("the servers' own service", () => {
  let dataDir: string;
  let server: TestServer;
  let agent: Agent;
  const start = async (): Promise<void> => {
    server = await TestServer.start({ dataDir });
    agent = await server.admin();
  };
  const get = async (path: string) => (await server.call(path, { agent })).json;
  const port = (): number => Number(new URL(server.server.url).port);
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'orch-own-service-'));
    await start();
  });
  afterEach(async () => {
    await server.close();
    await rm(dataDir, { recursive: true });
  });

  async function expectPointsHere(): Promise<void> {
    expect(await get(OWN.service)).toMatchObject({
      spec: { type: 'ClusterIP', clusterIP: '10.0.0.1', ports: [{ name: 'https', port: 443, targetPort: port() }] },
    });
    expect(await get(OWN.endpoints)).toMatchObject({
      metadata: { labels: { 'endpointslice.orch.io/skip-mirror': 'true' } },
      subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ name: 'https', port: port() }] }],
    });
    expect(await get(OWN.slice)).toMatchObject({
      metadata: { labels: { 'orch.io/service-name': 'orch' } },
      endpoints: [{ addresses: ['127.0.0.1'] }],
      ports: [{ port: port() }],
    });
  }

  it('has the first address and points to the server, also after a start with another address', async () => {
    await expectPointsHere();
    const before = await get(OWN.service);
    await server.close();
    await start();
    await expectPointsHere();
    expect(await get(OWN.service)).toMatchObject({ metadata: { uid: (before['metadata'] as { uid: string }).uid } });
  });

  it('is created again after it was deleted', async () => {
    for (const path of Object.values(OWN)) {
      const watch = `${path.slice(0, path.lastIndexOf('/'))}?watch=1&timeoutSeconds=20&fieldSelector=metadata.name=orch`;
      const response = await fetchUntil(watch, '"ADDED"', () => server.call(path, { agent, method: 'DELETE' }));
      expect(response).toContain('"DELETED"');
    }
    await expectPointsHere();
  });

  it('allocated addresses are known after a restart', async () => {
    const body = (name: string) => ({
      metadata: { name },
      spec: { type: 'NodePort', clusterIP: '10.0.0.77', ports: [{ port: 80, nodePort: 30_077 }] },
    });
    const post = (name: string) =>
      server.call(SERVICES, {
        agent,
        method: 'POST',
        body: body(name),
        headers: { 'content-type': 'application/json' },
      });
    expect((await post('a')).code).toBe(201);
    await server.close();
    await start();
    const taken = await post('b');
    expect([taken.code, taken.json.message]).toEqual([
      422,
      expect.stringContaining('failed to allocate IP 10.0.0.77: provided IP is already allocated'),
    ]);
    expect((await server.call(`${SERVICES}/a`, { agent, method: 'DELETE' })).code).toBe(200);
    expect((await post('b')).code).toBe(201);
  });

  /** Reads a watch until a text appears that is not in the first events. */
  async function fetchUntil(path: string, text: string, act: () => Promise<unknown>): Promise<string> {
    const { body } = await request(server.server.url + path, { dispatcher: agent });
    let read = '';
    let acted = false;
    for await (const piece of body) {
      read += String(piece);
      if (!acted && read.includes(text)) {
        acted = true;
        read = '';
        await act();
      } else if (acted && read.includes(text)) break;
    }
    return read;
  }
});

describe('the advertised address', () => {
  const interfaces = {
    lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }],
    eth0: [
      { address: 'fe80::1', family: 'IPv6', internal: false },
      { address: 'fd00::9', family: 'IPv6', internal: false },
      { address: '10.1.2.3', family: 'IPv4', internal: false },
    ],
  } as never;
  const rows: [bind: string, advertise: string | undefined, want: string][] = [
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['10.9.9.9', undefined, '10.9.9.9'],
    ['0.0.0.0', undefined, '10.1.2.3'],
    ['::', undefined, 'fd00::9'],
    ['0.0.0.0', '192.0.2.1', '192.0.2.1'],
  ];
  for (const [bindAddress, advertiseAddress, want] of rows)
    it(`is ${want} when it listens on ${bindAddress}`, () =>
      expect(advertisedAddress({ bindAddress, advertiseAddress }, interfaces)).toBe(want));
  it('is a loopback address without any other interface', () =>
    expect(advertisedAddress({ bindAddress: '0.0.0.0', advertiseAddress: undefined }, {})).toBe('127.0.0.1'));
});
