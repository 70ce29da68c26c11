import type { HasMetadata } from '@orch/client';
import { ReviewServer, runOrch, sendJson, untilObject, type OrchProcess } from '@orch/testing';
import type { VocabularyName } from '@orch/vocabulary';
import { convertGadgets, gadgetDefinition, gadgetVersion } from '../support/gadgets.js';
import { ResourceServer, type Fields } from '../support/resource-fixtures.js';

interface Migration extends HasMetadata {
  readonly status?: {
    readonly resourceVersion?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

const planes: [vocabulary: VocabularyName, version: string, flags: string[]][] = [
  ['orch', 'v1', []],
  ['kubernetes', 'v1alpha1', ['--emulated-version=1.33', '--runtime-config=storagemigration.k8s.io/v1alpha1=true']],
];

describe.each(planes)('storage version migrations in the %s vocabulary, %s', (vocabulary, version, flags) => {
  let server: ResourceServer;
  let hook: ReviewServer;
  let controller: OrchProcess | undefined;

  beforeAll(async () => {
    [server, hook] = await Promise.all([
      ResourceServer.start({ vocabulary, flags }),
      ReviewServer.start({ asksForCertificate: false }),
    ]);
    start();
  });
  afterAll(async () => {
    await controller?.stop();
    await server?.stop();
    await hook?.close();
  });

  const start = (): void => {
    controller = runOrch([
      'storage-version-migrator',
      `--data-dir=${server.plane.dataDir}`,
      `--vocabulary=${vocabulary}`,
    ]);
  };
  const kind = () => ({
    group: server.vocabulary.groups.storagemigration,
    version,
    resource: 'storageversionmigrations',
  });
  /** The alpha version of the kind names the version of the resource. */
  const create = (name: string, group: string, resource: string, resourceVersion: string) =>
    server.create(`/apis/${kind().group}/${version}/storageversionmigrations`, {
      metadata: { name },
      spec: { resource: { group, resource, ...(version === 'v1alpha1' ? { version: resourceVersion } : {}) } },
    });
  const until = async (name: string, type: string): Promise<Migration> =>
    (await untilObject<Migration>(
      server.plane.client.resource(kind()),
      { namespace: '', name },
      type,
      (migration) => migration?.status?.conditions?.some((one) => one.type === type && one.status === 'True') ?? false,
    ))!;
  const phasesOf = ({ status }: Migration) => status?.conditions?.map((one) => `${one.type} ${one.status}`);

  it('a built-in kind: objects in the storage version are not changed', async () => {
    const before = await server.create(server.paths.configMaps, { metadata: { name: 'a' }, data: { a: 'b' } });
    await create('maps', '', 'configmaps', 'v1');
    const migration = await until('maps', 'Succeeded');
    expect(phasesOf(migration)).toEqual(['Running False', 'Succeeded True']);
    expect(migration.status!.resourceVersion).toMatch(/^\d+$/);
    expect((await server.get(`${server.paths.configMaps}/a`)).body.metadata).toEqual(before.metadata);
  });

  it('every kind that can be listed and patched', async () => {
    const served = (await server.plane.client.discovery.served()).filter(({ preferred }) => preferred);
    const all = served.flatMap(({ group, version: of, resources }) =>
      resources
        .filter(({ name, verbs }) => !name.includes('/') && verbs.includes('list') && verbs.includes('patch'))
        .map(({ name }) => ({ group, name, of, migration: `every-${name}.${group || 'core'}` })),
    );
    expect(all.length).toBeGreaterThan(40);
    for (const { migration, group, name, of } of all) await create(migration, group, name, of);
    for (const { migration } of all)
      expect(phasesOf(await until(migration, 'Succeeded'))).toEqual(['Running False', 'Succeeded True']);
  });

  it('a resource that is not served fails, and an event says so', async () => {
    await create('nothing', 'example.com', 'nothings', 'v1');
    const migration = await until('nothing', 'Failed');
    expect(migration.status!.conditions).toMatchObject([
      { type: 'Failed', reason: 'StorageVersionMigrationFailed', message: 'resource does not exist in discovery' },
    ]);
    expect(migration.status!.resourceVersion ?? '').toBe('');
    const events = server.plane.client.resource<HasMetadata & Fields>({ group: '', version: 'v1', resource: 'events' });
    const isOfIt = ({ involvedObject }: Fields) => (involvedObject as Fields)['name'] === 'nothing';
    let found: Fields | undefined;
    while (!found) for await (const event of events.listAll()) if (isOfIt(event)) found = event;
    expect(found).toMatchObject({ reason: 'StorageVersionMigrationFailed', type: 'Warning' });
  });

  it('a custom kind is stored in its new storage version, also when the controller is killed meanwhile', async () => {
    const definitions = `/apis/${server.vocabulary.groups.apiextensions}/v1/customresourcedefinitions`;
    const definition = `${definitions}/gadgets.example.com`;
    const gadgets = (of: string) => `/apis/example.com/${of}/namespaces/${server.namespace}/gadgets`;
    const change = async (spec: object): Promise<void> => {
      const answer = await server.merge(definition, { spec });
      if (answer.code !== 200) throw new Error(answer.text);
    };
    hook.always = (response, call) =>
      call.path.startsWith('/convert')
        ? convertGadgets(response, call)
        : sendJson({
            apiVersion: call.body.apiVersion,
            kind: 'AdmissionReview',
            response: { uid: call.body.request['uid'], allowed: true },
          })(response, call);
    await server.create(definitions, gadgetDefinition(hook));
    while ((await server.get(gadgets('v1'))).code !== 200);
    for (const size of [1, 2, 3])
      await server.create(gadgets('v1'), {
        apiVersion: 'example.com/v1',
        kind: 'Gadget',
        metadata: { name: `g${size}` },
        spec: { size },
      });
    await change({ versions: [gadgetVersion('v1', 'size', false), gadgetVersion('v2', 'count', true)] });

    // The write of g3 is held in an admission webhook, until the controller is gone.
    const group = server.vocabulary.groups.admissionregistration;
    await server.create(`/apis/${group}/v1/validatingwebhookconfigurations`, {
      metadata: { name: 'gadgets' },
      webhooks: [
        {
          name: 'gadgets.example.com',
          rules: [{ apiGroups: ['example.com'], apiVersions: ['*'], operations: ['UPDATE'], resources: ['gadgets'] }],
          clientConfig: { url: `${hook.url}/admit`, caBundle: hook.caBundle },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Fail',
        },
      ],
    });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = new Promise<void>((resolve) => {
      hook.hold = ({ path, body }) => {
        if (!path.startsWith('/admit') || body.request['name'] !== 'g3') return undefined;
        resolve();
        return released;
      };
    });
    await create('gadgets', 'example.com', 'gadgets', 'v1');
    await held;
    expect(phasesOf(await until('gadgets', 'Running'))).toEqual(['Running True']);
    await controller!.stop('SIGKILL');
    release();
    start();
    const migration = await until('gadgets', 'Succeeded');
    expect(phasesOf(migration)).toEqual(['Running False', 'Succeeded True']);

    // The administrator says which versions are stored: without conversion, an object of v1 would have no count.
    const { storedVersions } = (await server.get(definition)).body.status!;
    expect(storedVersions).toEqual(['v1', 'v2']);
    expect((await server.merge(`${definition}/status`, { status: { storedVersions: ['v2'] } })).code).toBe(200);
    await change({ versions: [gadgetVersion('v2', 'count', true)], conversion: { strategy: 'None', webhook: null } });
    const { body } = await server.get(gadgets('v2'));
    const items = body['items'] as readonly (HasMetadata & { readonly spec: Fields })[];
    expect(items.map(({ metadata, spec }) => [metadata.name, metadata.generation, spec])).toEqual(
      [1, 2, 3].map((count) => [`g${count}`, 1, { count }]),
    );
  });
});
