import type { ConfigMap, Namespace, PersistentVolumeClaim, Pod, ServiceAccount } from '@orch/api';
import { builtinResources } from '@orch/client';
import { startControlPlane, untilGone, untilObject, type TestControlPlane } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';

describe.each(VOCABULARY_NAMES)('lifecycles in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  const namespaces = () => plane.client.resource<Namespace>(builtinResources.namespaces);
  const claims = () => plane.client.resource<PersistentVolumeClaim>(builtinResources.persistentVolumeClaims);
  const pods = () => plane.client.resource<Pod>(builtinResources.pods);
  const configMaps = () => plane.client.resource<ConfigMap>(builtinResources.configMaps);
  const makeNamespace = (namespace: string) =>
    namespaces().create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } as Namespace);

  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary: name, command: 'up' });
  });
  afterAll(() => plane?.stop());

  it('A-003 A-004 C-001 has the reserved namespaces from the start', async () => {
    const { system, public: open, nodeLease } = plane.vocabulary.namespaces;
    for (const namespace of ['default', system, open, nodeLease])
      expect((await namespaces().get(namespace)).status?.phase).toBe('Active');
  });

  it('C-236 gives every namespace a default service account and the root certificate', async () => {
    await makeNamespace('furnished');
    const accounts = plane.client.resource<ServiceAccount>(builtinResources.serviceAccounts);
    await untilObject(
      accounts,
      { namespace: 'furnished', name: 'default' },
      'the service account',
      (o) => o !== undefined,
    );
    const root = { namespace: 'furnished', name: plane.vocabulary.rootCaConfigMap };
    const map = await untilObject(configMaps(), root, 'the root certificate', (o) => o !== undefined);
    expect(map!.data!['ca.crt']).toContain('BEGIN CERTIFICATE');
  });

  it('A-497 A-499 keeps a claim that a pod uses until the pod is gone', async () => {
    await makeNamespace('claims');
    const key = { namespace: 'claims', name: 'c' };
    const claim = await claims().create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: key,
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    } as PersistentVolumeClaim);
    expect(claim.metadata.finalizers).toEqual([plane.vocabulary.finalizers.pvcProtection]);
    await pods().create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'claims', name: 'p' },
      spec: {
        containers: [{ name: 'main', image: 'example.com/main:1' }],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }],
      },
    } as Pod);
    await claims().delete(key);
    // Another claim, unused and deleted later, goes: so the controller has looked, and left the used one.
    await claims().create({ ...claim, metadata: { namespace: 'claims', name: 'unused' } } as PersistentVolumeClaim);
    await claims().delete({ namespace: 'claims', name: 'unused' });
    await untilGone(claims(), { namespace: 'claims', name: 'unused' });
    expect((await claims().get(key)).metadata.deletionTimestamp).toBeDefined();
    await pods().delete({ namespace: 'claims', name: 'p' });
    await untilGone(claims(), key);
  });

  it('A-046 C-160 C-161 takes all objects of a deleted namespace with it', async () => {
    await makeNamespace('deleted');
    for (const map of ['a', 'b']) {
      await configMaps().create({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { namespace: 'deleted', name: map },
      } as ConfigMap);
    }
    await namespaces().delete('deleted');
    await untilGone(namespaces(), { namespace: '', name: 'deleted' });
    expect((await configMaps().namespace('deleted').list()).items).toEqual([]);
  });

  it('C-165 reports what blocks the end of a namespace', async () => {
    await makeNamespace('blocked');
    const key = { namespace: 'blocked', name: 'held' };
    await configMaps().create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...key, finalizers: ['example.com/hold'] },
    } as ConfigMap);
    await namespaces().delete('blocked');
    const reported = await untilObject(namespaces(), { namespace: '', name: 'blocked' }, 'the conditions', (o) =>
      Boolean(o?.status?.conditions?.some((c) => c.type === 'NamespaceFinalizersRemaining' && c.status === 'True')),
    );
    expect(reported!.status!.conditions).toContainEqual(
      expect.objectContaining({ type: 'NamespaceContentRemaining', status: 'True' }),
    );
    await expect(
      configMaps().create({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { namespace: 'blocked', name: 'late' },
      } as ConfigMap),
    ).rejects.toMatchObject({ reason: 'Forbidden' });
    await configMaps().patch(key, 'merge', { metadata: { finalizers: null } });
    await untilGone(namespaces(), { namespace: '', name: 'blocked' });
  });
});
