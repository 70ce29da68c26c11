import type { OwnerReference } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type ObjectKey } from '@orch/client';
import {
  runOrch,
  startControlPlane,
  untilGone,
  untilObject,
  type OrchProcess,
  type TestControlPlane,
} from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';

interface ConfigMap extends HasMetadata {
  data?: Record<string, string>;
}

describe.each(VOCABULARY_NAMES)('garbage collection in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let collector: OrchProcess | undefined;

  const startCollector = (): OrchProcess =>
    runOrch(['garbage-collector', `--data-dir=${plane.dataDir}`, `--vocabulary=${plane.vocabulary.name}`]);
  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary: name, command: 'apiserver' });
    await makeNamespace('t1');
    await makeNamespace('t2');
    collector = startCollector();
  });
  afterAll(async () => {
    await collector?.stop();
    await plane?.stop();
  });

  const namespaces = () => plane.client.resource<HasMetadata>(builtinResources.namespaces);
  const maps = () => plane.client.resource<ConfigMap>(builtinResources.configMaps);
  const secrets = () => plane.client.resource<HasMetadata>(builtinResources.secrets);
  const at = (mapName: string, namespace = 't1'): ObjectKey => ({ namespace, name: mapName });
  const makeNamespace = (namespace: string) =>
    namespaces().create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const makeMap = (mapName: string, owners: OwnerReference[] = [], more: Partial<HasMetadata['metadata']> = {}) =>
    maps().create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 't1', name: mapName, ...(owners.length > 0 ? { ownerReferences: owners } : {}), ...more },
    });
  const owned = (owner: HasMetadata, blockOwnerDeletion = false): OwnerReference => ({
    apiVersion: owner.apiVersion!,
    kind: owner.kind!,
    name: owner.metadata.name!,
    uid: owner.metadata.uid!,
    ...(blockOwnerDeletion ? { blockOwnerDeletion } : {}),
  });
  const isThere = async (mapName: string, namespace = 't1') =>
    (await maps().find(at(mapName, namespace))) !== undefined;

  it('C-140 collects over three levels and several kinds, in the background', async () => {
    const root = await makeMap('root');
    const child = await secrets().create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: 't1', name: 'child', ownerReferences: [owned(root)] },
    });
    await makeMap('grandchild', [owned(child)]);
    await makeMap('bystander');
    await maps().delete(at('root'));
    expect(await isThere('root')).toBe(false);
    await untilGone(maps(), at('grandchild'));
    expect(await secrets().find(at('child'))).toBeUndefined();
    expect(await isThere('bystander')).toBe(true);
  });

  it('C-140 collects what is born with an owner that is gone', async () => {
    const gone = await makeMap('gone');
    await maps().delete(at('gone'));
    await makeMap('orphan-born', [owned(gone)]);
    await untilGone(maps(), at('orphan-born'));
  });

  it('C-140 keeps what still has an owner, and only that owner', async () => {
    const first = await makeMap('first');
    const second = await makeMap('second');
    await makeMap('shared', [owned(first), owned(second)]);
    await maps().delete(at('first'));
    const shared = await untilObject(maps(), at('shared'), 'the loss of one owner', (o) =>
      Boolean(o && o.metadata.ownerReferences?.length === 1),
    );
    expect(shared!.metadata.ownerReferences).toEqual([owned(second)]);
    await maps().delete(at('second'));
    await untilGone(maps(), at('shared'));
  });

  it('C-140 an owner in another namespace is none, and an event says so', async () => {
    const owner = await makeMap('abroad');
    const dependent = await makeMap('dependent', [owned(owner)], { namespace: 't2' });
    await untilGone(maps(), at('dependent', 't2'));
    expect(await isThere('abroad')).toBe(true);
    const events = plane.client.resource<HasMetadata & { involvedObject: { uid?: string }; reason: string }>(
      builtinResources.events,
    );
    const warnings = async () =>
      (await events.namespace('t2').list()).items.filter(
        ({ involvedObject, reason }) =>
          involvedObject.uid === dependent.metadata.uid && reason === 'OwnerRefInvalidNamespace',
      );
    // Events are sent in the background; the end of the process sends what waits.
    await collector!.stop();
    expect(await warnings()).toHaveLength(1);
    collector = startCollector();
  });

  it('C-226 Foreground: the owner shows it is being deleted and goes after those that block it', async () => {
    const owner = await makeMap('foreground');
    await makeMap('blocker', [owned(owner, true)], { finalizers: ['example.com/hold'] });
    const answer = (await maps().delete(at('foreground'), { propagationPolicy: 'Foreground' })) as ConfigMap;
    expect(answer.metadata.finalizers).toEqual(['foregroundDeletion']);
    expect(answer.metadata.deletionTimestamp).toBeDefined();
    await untilObject(maps(), at('blocker'), 'its deletion', (o) => o?.metadata.deletionTimestamp !== undefined);
    expect((await maps().get(at('foreground'))).metadata.finalizers).toEqual(['foregroundDeletion']);
    await maps().patch(at('blocker'), 'merge', { metadata: { finalizers: null } });
    await untilGone(maps(), at('foreground'));
    expect(await isThere('blocker')).toBe(false);
  });

  it('C-226 Orphan: dependents lose the reference and stay', async () => {
    const owner = await makeMap('leaver');
    await makeMap('left', [owned(owner)]);
    await maps().delete(at('leaver'), { propagationPolicy: 'Orphan' });
    await untilGone(maps(), at('leaver'));
    expect((await maps().get(at('left'))).metadata.ownerReferences).toBeUndefined();
  });

  it('C-226 deletecollection takes a policy too', async () => {
    const owner = await makeMap('many', [], { labels: { of: 'many' } });
    await makeMap('kept', [owned(owner)]);
    await maps().namespace('t1').deleteCollection({ labelSelector: 'of=many', propagationPolicy: 'Orphan' });
    await untilGone(maps(), at('many'));
    expect((await maps().get(at('kept'))).metadata.ownerReferences).toBeUndefined();
  });

  it('C-140 a cluster-scoped owner owns in any namespace', async () => {
    const owner = await namespaces().get('t2');
    const nodes = plane.client.resource<HasMetadata>(builtinResources.nodes);
    const node = await nodes.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } });
    await makeMap('of-node', [owned(node), owned(owner)]);
    await nodes.delete({ namespace: '', name: 'n' });
    await untilObject(maps(), at('of-node'), 'the loss of the node', (o) => o?.metadata.ownerReferences?.length === 1);
  });

  it('C-140 C-226 killed in the middle, the next one finishes', async () => {
    const owner = await makeMap('crash-owner');
    const names = Array.from({ length: 300 }, (_, index) => `crash-${index}`);
    await Promise.all(names.map((one) => makeMap(one, [owned(owner, true)])));
    await maps().delete(at('crash-owner'), { propagationPolicy: 'Foreground' });
    await untilGone(maps(), at('crash-0'));
    await collector!.stop('SIGKILL');
    collector = startCollector();
    await untilGone(maps(), at('crash-owner'));
    const rest = (await maps().namespace('t1').list()).items.filter((o) => o.metadata.name!.startsWith('crash-'));
    expect(rest).toEqual([]);
  });
});
