import { builtinKinds, compileKinds } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { LoopbackClient, Registry } from '@orch/registry';
import { EmbeddedStorage, openStorage, type Storage } from '@orch/storage';
import { startRedis, temporaryDirectory, testWrite } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { admissionChain } from './admission-chain.js';
import { namespaceLifecycle } from './namespace-lifecycle.js';

const vocabulary = vocabularies.orch;
const definitions = compileKinds(builtinKinds, vocabulary).filter(
  ({ gvr: { group, resource } }) => group === '' && (resource === 'configmaps' || resource === 'namespaces'),
);
const CONFIG_MAPS = { group: '', resource: 'configmaps' };

/** The servers of one store: the first creates the object, the second changes the namespace. */
interface Servers {
  readonly storages: readonly [Storage, Storage];
  close(): Promise<void>;
}

/** One server in both roles. */
async function embedded(): Promise<Servers> {
  const directory = await temporaryDirectory();
  const storage = await EmbeddedStorage.open({ directory: directory.path });
  const close = async (): Promise<void> => {
    await storage.close();
    await directory.remove();
  };
  return { storages: [storage, storage], close };
}

async function onRedis(): Promise<Servers> {
  const redis = await startRedis();
  const open = () => openStorage({ backend: 'redis', dataDir: '', redis: { urls: [redis.url] } });
  const storages = [await open(), await open()] as const;
  const close = async (): Promise<void> => {
    for (const storage of storages) await storage.close();
    await redis.stop();
  };
  return { storages, close };
}

const cases = [
  { name: 'one server on the embedded store', start: embedded },
  { name: 'two servers on one Redis', start: onRedis },
];

describe.each(cases)('NamespaceLifecycle, $name', ({ start }) => {
  let servers: Servers;
  let registries: Registry[];
  /** The server that changes the namespace. */
  let other: LoopbackClient;
  /** Runs once, between admission and the last read of the namespace. */
  let afterAdmission: () => Promise<void>;
  /** Runs once, after the create was passed to the store and before it is committed: as if the server or its connection were stalled. */
  let beforeCommit: () => Promise<void>;
  let commits: number;

  beforeEach(async () => {
    servers = await start();
    afterAdmission = beforeCommit = () => Promise.resolve();
    commits = 0;
    const started = async (storage: Storage): Promise<Registry> =>
      Registry.start({
        storage,
        definitions,
        admission: (reader) =>
          admissionChain([
            namespaceLifecycle(reader, vocabulary),
            { name: 'Slow', handles: ({ namespace }) => namespace !== '', validate: () => afterAdmission() },
          ]),
      });
    const [own, shared] = servers.storages;
    registries = [await started(own)];
    if (shared !== own) registries.push(await started(shared));
    other = new LoopbackClient(registries.at(-1)!);
    await create('namespaces', '', 't1');
    await create('configmaps', 't1', 'before');
    const commit = own.create.bind(own);
    jest.spyOn(own, 'create').mockImplementation(async (...args) => {
      commits++;
      const pause = beforeCommit;
      beforeCommit = () => Promise.resolve();
      await pause();
      return commit(...args);
    });
    for (const registry of registries) await registry.waitForConsistentRead();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const registry of registries) registry.close();
    await servers.close();
  });

  const create = (resource: string, namespace: string, name: string) =>
    registries[0]!
      .resource('', 'v1', resource)!
      .writer.create(testWrite(namespace), { value: { metadata: { name } }, duplicateFields: [] });
  const label = (text: string) => other.change('namespaces', '', 't1', (n) => withLabel(n, text));
  const terminate = () => other.remove('namespaces', '', 't1');
  const remove = async (): Promise<void> => {
    await other.change('namespaces', '', 't1', (n) => ({ ...n, spec: { finalizers: [] } }), 'finalize');
    await other.remove('namespaces', '', 't1');
  };
  const stored = async (): Promise<boolean> => {
    await registries[0]!.waitForConsistentRead();
    return registries[0]!.has(CONFIG_MAPS, 't1', 'late');
  };

  it('C-024 refuses a create when the namespace was deleted after validating admission', async () => {
    afterAdmission = remove;
    await expect(create('configmaps', 't1', 'late')).rejects.toMatchObject({ code: 404 });
    expect(await stored()).toBe(false);
  });

  it('C-024 refuses a create when the namespace was deleted before the create committed', async () => {
    beforeCommit = remove;
    await expect(create('configmaps', 't1', 'late')).rejects.toMatchObject({ code: 404, reason: 'NotFound' });
    expect(await stored()).toBe(false);
  });

  it('C-163 refuses a create when the namespace became terminating before the create committed', async () => {
    beforeCommit = terminate;
    await expect(create('configmaps', 't1', 'late')).rejects.toMatchObject({
      code: 403,
      details: { causes: [{ reason: 'NamespaceTerminating' }] },
    });
    expect(await stored()).toBe(false);
  });

  it('creates the object when the namespace was only changed before the create committed', async () => {
    beforeCommit = () => label('changed');
    await create('configmaps', 't1', 'late');
    expect(commits).toBe(2);
    expect(await stored()).toBe(true);
  });

  it('answers Conflict when the namespace is changed before each attempt to commit', async () => {
    const again = async (): Promise<void> => {
      await label(String(commits));
      beforeCommit = again;
    };
    beforeCommit = again;
    await expect(create('configmaps', 't1', 'late')).rejects.toMatchObject({ code: 409, reason: 'Conflict' });
    expect(await stored()).toBe(false);
  });
});

const withLabel = (namespace: ApiObject, text: string): ApiObject => ({
  ...namespace,
  metadata: { ...namespace.metadata, labels: { text } },
});
