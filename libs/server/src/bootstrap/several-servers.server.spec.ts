import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestServer, SharedServers } from '@orch/server-testing';

const NAMES = ['first', 'second', 'third'];
const PKI = ['ca.crt', 'ca.key', 'sa.key', 'sa.pub'];

describe('servers that share a store', () => {
  let shared: SharedServers;
  beforeEach(async () => {
    shared = await SharedServers.open();
  });
  afterEach(() => shared.close());
  const pki = (name: string, file: string) => join(shared.dataDir(name), 'pki', file);
  const startAll = () => Promise.all(NAMES.map((name) => shared.start(name)));
  const list = async (server: TestServer, path: string): Promise<Listed[]> =>
    (await server.call(path, { agent: await server.admin() })).json['items'] as Listed[];
  interface Listed {
    readonly metadata: { readonly name: string; readonly uid: string; readonly generation?: number };
  }

  it('start together on an empty store, and create each object once', async () => {
    const servers = await startAll();
    for (const path of [
      '/api/v1/namespaces',
      '/api/v1/configmaps',
      '/api/v1/services',
      '/api/v1/endpoints',
      '/apis/rbac.authorization.orch.io/v1/clusterroles',
      '/apis/rbac.authorization.orch.io/v1/rolebindings',
      '/apis/scheduling.orch.io/v1/priorityclasses',
      '/apis/flowcontrol.apiserver.orch.io/v1/flowschemas',
    ]) {
      const lists = await Promise.all(servers.map((server) => list(server, path)));
      const ids = lists.map((items) => items.map(({ metadata }) => `${metadata.name} ${metadata.uid}`));
      expect(ids[0]!.length).toBeGreaterThan(0);
      expect(new Set(ids.map(String)).size).toBe(1);
    }
  });

  it('share the same keys, readable by the owner only', async () => {
    await startAll();
    for (const file of PKI) {
      const texts = await Promise.all(NAMES.map((name) => readFile(pki(name, file), 'utf8')));
      expect(new Set(texts).size).toBe(1);
    }
    for (const file of ['ca.key', 'sa.key']) expect((await stat(pki('second', file))).mode & 0o777).toBe(0o600);
  });

  it('accept tokens and certificates signed by each other', async () => {
    const [first, second] = (await startAll()) as [TestServer, TestServer];
    const admin = await first.adminPair();
    expect((await second.call('/api/v1/namespaces', { agent: second.agent(admin) })).code).toBe(200);
    const account = '/api/v1/namespaces/default/serviceaccounts';
    const post = async (path: string, body: unknown) =>
      first.call(path, {
        agent: await first.admin(),
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
    expect((await post(account, { metadata: { name: 'a' } })).code).toBe(201);
    const answer = await post(`${account}/a/token`, { spec: {} });
    const { token } = answer.json['status'] as { token: string };
    const reviewed = await second.call('/apis/authentication.orch.io/v1/selfsubjectreviews', {
      token,
      method: 'POST',
      body: {},
      headers: { 'content-type': 'application/json' },
    });
    expect(reviewed.text).toContain('system:serviceaccount:default:a');
    const keys = async (server: TestServer) =>
      (await server.call('/openid/v1/jwks', { agent: await server.admin() })).text;
    expect(await keys(second)).toBe(await keys(first));
  });

  it('are in the endpoints of their service while they run', async () => {
    const [first, second, third] = (await startAll()) as [TestServer, TestServer, TestServer];
    const ports = async (server: TestServer) => {
      const { json } = await server.call('/api/v1/namespaces/default/endpoints/orch', { agent: await server.admin() });
      return ((json['subsets'] ?? []) as { ports: { port: number }[] }[]).map((subset) => subset.ports[0]!.port);
    };
    const portOf = ({ server }: TestServer) => Number(new URL(server.url).port);
    const inOrder = (...servers: TestServer[]) => servers.map(portOf).sort((a, b) => a - b);
    expect(await ports(third)).toEqual(inOrder(first, second, third));
    await second.close();
    expect(await ports(first)).toEqual(inOrder(first, third));
    expect(await list(first, '/apis/coordination.orch.io/v1/leases')).toHaveLength(2);
  });

  it('C-235 allocate each address once', async () => {
    const range = { serviceClusterIpRanges: ['10.0.0.0/28'], serviceNodePortRange: '30000-30003' };
    const servers = await Promise.all(NAMES.map((name) => shared.start(name, range)));
    const admins = await Promise.all(servers.map((server) => server.admin()));
    const create = async (turn: number, spec: object) => {
      const at = turn % servers.length;
      const { code } = await servers[at]!.call('/api/v1/namespaces/default/services', {
        agent: admins[at]!,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: { metadata: { generateName: 's-' }, spec: { ports: [{ port: 80 }], ...spec } },
      });
      return code;
    };
    const atOnce = async (count: number, spec: object) => {
      const codes = await Promise.all(Array.from({ length: count }, (_, turn) => create(turn, spec)));
      return codes.filter((code) => code === 201).length;
    };
    expect(await atOnce(6, { clusterIP: '10.0.0.9' })).toBe(1);
    expect(await atOnce(12, { type: 'NodePort', clusterIP: 'None' })).toBe(0); // a node port needs an address
    expect(await atOnce(9, { type: 'NodePort' })).toBe(4);
    expect(await atOnce(30, {})).toBe(14 - 1 - 1 - 4); // the servers' own service has one
    const services = (await list(servers[0]!, '/api/v1/services')) as (Listed & {
      spec: { clusterIP: string; ports: { nodePort?: number }[] };
    })[];
    expect(new Set(services.map(({ spec }) => spec.clusterIP)).size).toBe(14);
    expect(new Set(services.flatMap(({ spec }) => spec.ports[0]!.nodePort ?? [])).size).toBe(4);
  });

  it('restore lost keys from the store', async () => {
    const first = await shared.start('first');
    const before = await readFile(pki('first', 'ca.key'), 'utf8');
    await first.close();
    await rm(join(shared.dataDir('first'), 'pki'), { recursive: true });
    await shared.start('first');
    expect(await readFile(pki('first', 'ca.key'), 'utf8')).toBe(before);
  });

  it('refuse to start with other keys', async () => {
    await shared.start('first');
    const elsewhere = await SharedServers.open();
    await elsewhere.start('other');
    const taken = join(elsewhere.dataDir('other'), 'pki');
    for (const file of ['ca.crt', 'ca.key', 'sa.pub', 'sa.key']) {
      await writeOver(pki('second', file), await readFile(join(taken, file), 'utf8'));
    }
    await elsewhere.close();
    await expect(shared.start('second')).rejects.toThrow(
      /pki\/(ca.crt|sa.pub) and .*pki\/(ca.key|sa.key) are not those that the servers on this store use: remove both/,
    );
  });

  it('do not store keys that were given as files', async () => {
    const elsewhere = await SharedServers.open();
    await elsewhere.start('other');
    for (const file of PKI) {
      await writeOver(pki('first', file), await readFile(join(elsewhere.dataDir('other'), 'pki', file), 'utf8'));
    }
    await elsewhere.close();
    await shared.start('first');
    for (const name of ['authority', 'service-accounts']) {
      const { value } = (await shared.storage.get(`:keys\0${name}`))!;
      expect(value.toString()).not.toContain('PRIVATE');
    }
    await expect(shared.start('second')).rejects.toThrow(
      /keep this pair in files: copy .*second\/pki\/(ca.crt|sa.pub) and .* from the data directory of one of them/,
    );
    for (const file of PKI) await writeOver(pki('second', file), await readFile(pki('first', file), 'utf8'));
    await shared.start('second');
  });

  it('use the same vocabulary', async () => {
    await shared.start('first');
    await expect(shared.start('second', { vocabulary: 'kubernetes' })).rejects.toThrow(
      'the store was made with --vocabulary=orch: start with that',
    );
    await shared.storage.deleteRange(':vocabulary\0');
    await expect(shared.start('third', { vocabulary: 'kubernetes' })).rejects.toThrow('--vocabulary=orch');
    await shared.start('second');
  });
});

async function writeOver(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { mode: 0o600 });
}
