import { FakeClock } from '@orch/apimachinery';
import { Client, type HasMetadata } from '@orch/client';
import { FakeApiServer, sendStatus, type DiscoveredResource, type SeenRequest } from '@orch/client-testing';
import { silentLogger, type ControllerContext } from '@orch/controller-kit';
import { vocabularies } from '@orch/vocabulary';
import type { Subscription } from 'rxjs';
import type { MigrationStatus } from './migration.js';
import { StorageVersionMigratorReconciler } from './reconciler.js';

const vocabulary = vocabularies.kubernetes;
const GROUP = vocabulary.groups.storagemigration;
const NOW = '2024-01-01T00:00:00Z';
const VERBS = ['get', 'list', 'watch', 'patch', 'update'];
const widgets: DiscoveredResource = {
  group: 'example.com',
  version: 'v2',
  name: 'widgets',
  namespaced: true,
  kind: 'Widget',
  verbs: VERBS,
};
const kindIn = (version: string): DiscoveredResource => ({
  group: GROUP,
  version,
  name: 'storageversionmigrations',
  namespaced: false,
  kind: 'StorageVersionMigration',
  verbs: VERBS,
});
const pathIn = (version: string, name: string) => `/apis/${GROUP}/${version}/storageversionmigrations/${name}`;
const widget = (name: string, version = 'v2') => `/apis/example.com/${version}/namespaces/n/widgets/${name}`;
const isWrite = ({ method, path }: SeenRequest): boolean => method === 'PATCH' && path.includes('/widgets/');

describe('storage-version-migrator', () => {
  const signal = new AbortController().signal;
  let server: FakeApiServer;
  let client: Client;
  let keys: Subscription | undefined;
  let clock: FakeClock;
  /** What the server serves, which may change. */
  let resources: DiscoveredResource[];
  let events: string[];

  beforeEach(async () => {
    resources = [kindIn('v1'), widgets];
    events = [];
    clock = new FakeClock();
    server = await FakeApiServer.start({ resources });
    const configuration = {
      server: server.url,
      tls: {},
      credentials: { type: 'none' as const },
      namespace: 'default',
    };
    client = new Client({ vocabulary, configuration });
  });
  afterEach(async () => {
    keys?.unsubscribe();
    await client.close();
    await server.stop();
  });

  /** The reconciler of another process; its source of keys runs, and calls `onKey`. */
  async function start(onKey: (name: string) => void = () => undefined): Promise<StorageVersionMigratorReconciler> {
    keys?.unsubscribe();
    const record = (object: HasMetadata, type: string, reason: string, message: string): void =>
      void events.push(`${object.metadata.name} ${type} ${reason}: ${message}`);
    const context = { client, clock, random: () => 0, events: { record }, logger: silentLogger };
    const reconciler = new StorageVersionMigratorReconciler(context as unknown as ControllerContext);
    keys = reconciler.keys$.subscribe(({ name }) => onKey(name));
    await reconciler.synced;
    return reconciler;
  }
  const run = (reconciler: StorageVersionMigratorReconciler, name = 'm') =>
    reconciler.reconcile({ namespace: '', name }, signal);
  const put = (resource: object = { group: 'example.com', resource: 'widgets' }, version = 'v1', status: object = {}) =>
    server.put(pathIn(version, 'm'), { spec: { resource }, status });
  const statusOf = (version = 'v1') => server.get(pathIn(version, 'm'))!['status'] as MigrationStatus;
  const phases = () => statusOf().conditions?.map(({ type, status }) => `${type} ${status}`);
  const written = () => server.requests.filter(isWrite).map(({ path }) => path.slice(path.lastIndexOf('/') + 1));

  it('writes every object without a change, bound to what was listed, then has succeeded', async () => {
    const [a, b] = [server.put(widget('a'), {}), server.put(widget('b'), {})];
    const { resourceVersion } = put().metadata;
    await run(await start());
    expect(statusOf()).toEqual({
      resourceVersion,
      conditions: [
        { type: 'Running', status: 'False', lastTransitionTime: NOW, reason: 'StorageVersionMigrationInProgress', message: '' },
        { type: 'Succeeded', status: 'True', lastTransitionTime: NOW, reason: 'StorageVersionMigrationSucceeded', message: '' },
      ],
    }); // prettier-ignore
    const sent = server.requests.filter(isWrite).map(({ body }) => JSON.parse(body) as HasMetadata);
    expect(sent).toEqual(
      [a, b].map(({ metadata: { uid, resourceVersion: revision } }) => ({
        metadata: { uid, resourceVersion: revision },
      })),
    );
  });

  it('runs while it writes', async () => {
    server.put(widget('a'), {});
    put();
    const seen: unknown[] = [];
    server.fail({
      when: isWrite,
      answer: (response) => {
        seen.push(phases());
        sendStatus(response, 409, 'Conflict');
      },
    });
    await run(await start());
    expect(seen).toEqual([['Running True']]);
  });

  it.each([
    [404, 'NotFound'],
    [409, 'Conflict'],
  ])('an object that is answered with %d was deleted or written by others', async (code, reason) => {
    for (const name of ['a', 'b']) server.put(widget(name), {});
    put();
    server.fail({ when: isWrite, answer: (response) => sendStatus(response, code, reason) });
    await run(await start());
    expect(phases()).toEqual(['Running False', 'Succeeded True']);
    expect(written().toSorted()).toEqual(['a', 'b']);
  });

  it('fails at the first write that the server refuses, and an event says which', async () => {
    server.put(widget('a'), {});
    put();
    server.fail({ when: isWrite, answer: (response) => sendStatus(response, 403, 'Forbidden') });
    await run(await start());
    expect(statusOf().conditions).toMatchObject([
      { type: 'Running', status: 'False' },
      { type: 'Failed', status: 'True', reason: 'StorageVersionMigrationFailed', message: 'migration encountered unhandled error' },
    ]); // prettier-ignore
    expect(events).toEqual([
      'm Warning StorageVersionMigrationFailed: migration encountered unhandled error: n/a: it is Forbidden',
    ]);
  });

  const missing: [name: string, resource: object, message: string][] = [
    ['is not served', { group: 'example.com', resource: 'gadgets' }, 'resource does not exist in discovery'],
    ['is of an unknown group', { group: 'x', resource: 'widgets' }, 'resource does not exist in discovery'],
    ['is a sub-resource', { group: 'example.com', resource: 'widgets/status' }, 'resource does not exist in discovery'],
    ['cannot be written', { group: 'example.com', resource: 'reviews' }, 'resource not found'],
  ];
  it.each(missing)('fails for a resource that %s', async (_name, resource, message) => {
    resources.push({ ...widgets, name: 'widgets/status' }, { ...widgets, name: 'reviews', verbs: ['create'] });
    put(resource);
    await run(await start());
    expect(statusOf()).toEqual({
      conditions: [{ type: 'Failed', status: 'True', lastTransitionTime: NOW, reason: 'StorageVersionMigrationFailed', message }],
    }); // prettier-ignore
    expect(events).toEqual([`m Warning StorageVersionMigrationFailed: ${message}`]);
  });

  it.each(['Succeeded', 'Failed'])('does nothing for one that has %s', async (type) => {
    server.put(widget('a'), {});
    const before = put(undefined, 'v1', { conditions: [{ type, status: 'True' }] });
    await run(await start());
    expect(server.get(pathIn('v1', 'm'))).toEqual(before);
    expect(written()).toEqual([]);
  });

  it('another process continues one that was interrupted, from its revision', async () => {
    server.put(widget('a'), {});
    put(undefined, 'v1', { resourceVersion: '7', conditions: [{ type: 'Running', status: 'True' }] });
    await run(await start());
    expect(statusOf().resourceVersion).toBe('7');
    expect(phases()).toEqual(['Running False', 'Succeeded True']);
    expect(written()).toEqual(['a']);
  });

  it('goes on at the page of a temporary failure', async () => {
    for (let index = 0; index < 501; index++) server.put(widget(`w${index}`), {});
    put();
    const isLast = (request: SeenRequest) => isWrite(request) && request.path.endsWith('/w500');
    server.fail({ when: isLast, answer: (response) => sendStatus(response, 504, 'Timeout') });
    const reconciler = await start();
    await expect(run(reconciler)).rejects.toMatchObject({ cause: { reason: 'Timeout' } });
    expect(phases()).toEqual(['Running True']);
    server.requests.length = 0;
    await run(reconciler);
    expect(phases()).toEqual(['Running False', 'Succeeded True']);
    expect(written()).toEqual(['w500']);
  });

  it('begins again when the token of its page has expired', async () => {
    for (let index = 0; index < 501; index++) server.put(widget(`w${index}`), {});
    put();
    const reconciler = await start();
    server.fail({
      when: ({ query }) => query.has('continue'),
      answer: (response) => sendStatus(response, 410, 'Expired'),
    });
    await expect(run(reconciler)).rejects.toMatchObject({ reason: 'Expired' });
    server.requests.length = 0;
    await run(reconciler);
    expect(written()).toHaveLength(501);
    expect(phases()).toEqual(['Running False', 'Succeeded True']);
  });

  it('a label that is set meanwhile does not begin it again', async () => {
    server.put(widget('a'), {});
    put();
    server.fail({
      when: isWrite,
      answer: (response) => {
        const current = server.get(pathIn('v1', 'm'))!;
        server.put(pathIn('v1', 'm'), { ...current, metadata: { ...current.metadata, labels: { a: 'b' } } });
        sendStatus(response, 409, 'Conflict');
      },
    });
    await run(await start());
    expect(phases()).toEqual(['Running False', 'Succeeded True']);
    expect(written()).toEqual(['a']);
    expect(server.get(pathIn('v1', 'm'))!.metadata.labels).toEqual({ a: 'b' });
  });

  it('one that is deleted meanwhile ends quietly', async () => {
    server.put(widget('a'), {});
    put();
    server.fail({
      when: isWrite,
      answer: (response) => {
        server.remove(pathIn('v1', 'm'));
        sendStatus(response, 409, 'Conflict');
      },
    });
    await run(await start());
    expect(server.get(pathIn('v1', 'm'))).toBeUndefined();
  });

  it('writes in the version that the alpha version of the kind names, and with its field names', async () => {
    resources.splice(0, resources.length, kindIn('v1alpha1'), widgets, { ...widgets, version: 'v3' });
    server.put(widget('a', 'v3'), {});
    put({ group: 'example.com', version: 'v3', resource: 'widgets' }, 'v1alpha1');
    await run(await start());
    expect(server.requests.filter(isWrite).map(({ path }) => path)).toEqual([widget('a', 'v3')]);
    expect(statusOf('v1alpha1').conditions).toMatchObject([
      { type: 'Running', lastUpdateTime: NOW },
      { type: 'Succeeded', lastUpdateTime: NOW },
    ]);
  });

  describe('while the kind is not served', () => {
    const asked = () => server.requests.map(({ path }) => path);

    it('it only looks whether that has changed, and then follows it', async () => {
      resources.splice(0, resources.length, widgets);
      let sawKey: (name: string) => void = () => undefined;
      const key = new Promise<string>((resolve) => (sawKey = resolve));
      const reconciler = await start((name) => sawKey(name));
      await run(reconciler);
      expect(asked()).toEqual(['/apis']);

      resources.push(kindIn('v1beta1'));
      put(undefined, 'v1beta1');
      await server.until('a timer', () => clock.pending > 0);
      clock.advance(30_000);
      expect(await key).toBe('m');
      await run(reconciler);
      expect(statusOf('v1beta1').conditions).toHaveLength(2);

      resources.splice(0, resources.length, widgets);
      clock.advance(30_000);
      await server.until('the end of the watch', () => server.openWatches === 0);
      server.requests.length = 0;
      await run(reconciler);
      expect(asked()).toEqual([]);
    });
  });
});
