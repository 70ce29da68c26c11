import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, silentLogger } from '@orch/process';
import { type TestServer, SharedServers } from '@orch/server-testing';

const NAMES = ['first', 'second'];
const DEFAULTS = [
  '/api/v1/namespaces',
  '/api/v1/configmaps',
  '/api/v1/services',
  '/api/v1/endpoints',
  '/apis/discovery.orch.io/v1/endpointslices',
  '/apis/coordination.orch.io/v1/leases',
  '/apis/rbac.authorization.orch.io/v1/clusterroles',
  '/apis/rbac.authorization.orch.io/v1/clusterrolebindings',
  '/apis/rbac.authorization.orch.io/v1/roles',
  '/apis/rbac.authorization.orch.io/v1/rolebindings',
  '/apis/scheduling.orch.io/v1/priorityclasses',
  '/apis/flowcontrol.apiserver.orch.io/v1/flowschemas',
  '/apis/flowcontrol.apiserver.orch.io/v1/prioritylevelconfigurations',
];
const RECORDS = [':keys\0authority', ':keys\0service-accounts', ':vocabulary\0name'];
const JSON_BODY = { 'content-type': 'application/json' };

describe('a store that comes back empty', () => {
  let shared: SharedServers;
  let servers: TestServer[];
  beforeEach(async () => {
    restored = new Set();
    allRestored = new Promise((resolve) => (resolveRestored = resolve));
    shared = await SharedServers.open();
    servers = await Promise.all(NAMES.map((name) => shared.start(name, {}, { log: logOf(name) })));
  });
  afterEach(() => shared.close());

  const names = async (server: TestServer, path: string): Promise<string[]> => {
    const { json } = await server.call(path, { agent: await server.admin() });
    return ((json['items'] ?? []) as { metadata: { namespace?: string; name: string } }[])
      .map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`)
      .toSorted();
  };
  const everything = (server: TestServer) => Promise.all(DEFAULTS.map((path) => names(server, path)));
  const records = () =>
    Promise.all(RECORDS.map(async (key) => String((await shared.storage.get(key))?.value ?? 'none')));
  const post = async (server: TestServer, name: string) =>
    server.call('/api/v1/namespaces/default/configmaps', {
      agent: await server.admin(),
      method: 'POST',
      headers: JSON_BODY,
      body: { metadata: { name } },
    });
  /** Resolves when both servers have logged the restore. */
  let allRestored: Promise<void>;
  let resolveRestored: () => void;
  let restored: Set<string>;
  const logOf = (name: string): Logger => ({
    ...silentLogger,
    info: (text) => {
      if (text === 'bootstrap objects restored' && restored.add(name).size === NAMES.length) resolveRestored();
    },
  });

  const losses: Record<string, () => Promise<void>> = {
    'after its files were lost': async () => {
      await shared.redis.kill();
      await rm(join(shared.redis.directory, 'appendonlydir'), { recursive: true });
      await shared.redis.restart();
    },
    'after FLUSHALL': async () => void (await shared.redis.cli('FLUSHALL')),
  };

  it.each(Object.keys(losses))('gets the bootstrap objects again: %s', async (loss) => {
    const [first, second] = servers as [TestServer, TestServer];
    const before = await everything(first);
    expect(before.every(({ length }) => length > 0)).toBe(true);
    const agreed = await records();
    expect((await post(first, 'lost')).code).toBe(201);

    await losses[loss]!();

    await allRestored;
    for (const server of [first, second]) {
      expect((await server.call('/readyz')).code).toBe(200);
      expect(await everything(server)).toEqual(before);
    }
    expect((await post(second, 'kept')).code).toBe(201);
    expect(await names(first, '/api/v1/namespaces/default/configmaps')).toEqual(['default/kept']);
    expect(await records()).toEqual(agreed);
    const third = await shared.start('third');
    expect((await third.call('/readyz')).code).toBe(200);
  });
});
