import { builtinResources, type HasMetadata, type ObjectKey } from '@orch/client';
import type { Event as CoreEvent, PersistentVolume, PersistentVolumeClaim, Pod } from '@orch/api';
import {
  runOrch,
  startControlPlane,
  untilGone,
  untilObject,
  type OrchProcess,
  type TestControlPlane,
} from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { filter, firstValueFrom } from 'rxjs';

const NAMESPACE = 'default';

describe.each(VOCABULARY_NAMES)('Claims and volumes in the %s vocabulary', (vocabulary) => {
  let plane: TestControlPlane;
  let controllers: OrchProcess;
  const claims = () => plane.client.resource<PersistentVolumeClaim>(builtinResources.persistentVolumeClaims);
  const volumes = () => plane.client.resource<PersistentVolume>(builtinResources.persistentVolumes);
  const pods = () => plane.client.resource<Pod>(builtinResources.pods);
  const inNamespace = (name: string): ObjectKey => ({ namespace: NAMESPACE, name });
  const ofCluster = (name: string): ObjectKey => ({ namespace: '', name });
  const size = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary, command: 'apiserver' });
    controllers = runOrch([
      'controller-manager',
      '--controllers=persistent-volume-binder,garbage-collector,pvc-protection',
      `--orchconfig=${plane.adminConf}`,
      `--data-dir=${plane.dataDir}`,
      `--vocabulary=${vocabulary}`,
    ]);
  });
  afterAll(async () => {
    await controllers?.stop();
    await plane?.stop();
  });

  const makeClaim = (name: string, spec: object = {}) =>
    claims().create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: inNamespace(name),
      spec: { ...size, storageClassName: name, ...spec },
    } as PersistentVolumeClaim);
  const makeVolume = (name: string, spec: object = {}) =>
    volumes().create({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        capacity: { storage: '2Gi' },
        accessModes: size.accessModes,
        hostPath: { path: '/a' },
        storageClassName: name,
        ...spec,
      },
    } as PersistentVolume);
  const phase = (wanted: string) => (object: HasMetadata | undefined) =>
    (object as { status?: { phase?: string } } | undefined)?.status?.phase === wanted;

  it('A-299 A-316 C-185 C-242 C-243 a free volume is available, then bound to the claim that asks for it', async () => {
    const free = await makeVolume('pair');
    expect(free.status?.phase).toBe('Pending');
    await untilObject(volumes(), ofCluster('pair'), 'Available', phase('Available'));
    await makeClaim('pair');
    const claim = await untilObject(claims(), inNamespace('pair'), 'Bound', phase('Bound'));
    expect(claim).toMatchObject({ spec: { volumeName: 'pair' }, status: { capacity: { storage: '2Gi' } } });
    const volume = await untilObject(volumes(), ofCluster('pair'), 'Bound', phase('Bound'));
    expect(volume!.spec!.claimRef).toMatchObject({ ...inNamespace('pair'), uid: claim!.metadata.uid });
  });

  it('C-243 a volume is released when its claim goes, and is not given away again', async () => {
    await makeClaim('kept');
    await makeVolume('kept');
    await untilObject(claims(), inNamespace('kept'), 'Bound', phase('Bound'));
    await claims().delete(inNamespace('kept'));
    await untilObject(volumes(), ofCluster('kept'), 'Released', phase('Released'));
    await makeClaim('kept');
    await makeVolume('other', { storageClassName: 'kept' });
    const again = await untilObject(claims(), inNamespace('kept'), 'Bound', phase('Bound'));
    expect(again!.spec!.volumeName).toBe('other');
  });

  it('C-242 a claim is lost when its volume is taken away by force', async () => {
    await makeVolume('forced');
    await makeClaim('forced');
    await untilObject(claims(), inNamespace('forced'), 'Bound', phase('Bound'));
    await volumes().delete(ofCluster('forced'));
    await volumes().patch(ofCluster('forced'), 'merge', { metadata: { finalizers: null } });
    await untilObject(claims(), inNamespace('forced'), 'Lost', phase('Lost'));
  });

  it('A-306 a claim with an unsupported data source stays unbound', async () => {
    await makeClaim('filled', { dataSourceRef: { apiGroup: 'example.com', kind: 'Foo', name: 'a' } });
    await makeVolume('filled');
    await makeVolume('plain');
    await makeClaim('plain');
    // Bound later than the other could have been.
    await untilObject(claims(), inNamespace('plain'), 'Bound', phase('Bound'));
    expect((await claims().get(inNamespace('filled'))).status?.phase).toBe('Pending');
  });

  const pod = (name: string): Pod =>
    ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: inNamespace(name),
      spec: {
        containers: [{ name: 'c', image: 'i' }],
        volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { metadata: { labels: { a: 'b' } }, spec: size } } }],
      },
    }) as Pod;

  it('A-349 A-350 A-351 A-352 the claim of an ephemeral volume is made for the pod, and goes with it', async () => {
    const made = await pods().create(pod('p'));
    const claim = await untilObject(claims(), inNamespace('p-v'), 'the claim', (object) => object !== undefined);
    expect(claim).toMatchObject({
      metadata: {
        labels: { a: 'b' },
        ownerReferences: [{ kind: 'Pod', name: 'p', uid: made.metadata.uid, controller: true }],
      },
      spec: size,
    });
    await pods().delete(inNamespace('p'));
    await untilGone(claims(), inNamespace('p-v'));
  });

  it('A-353 a claim of that name that was there before keeps the pod waiting', async () => {
    const before = await makeClaim('q-v');
    await pods().create(pod('q'));
    await pods().create(pod('r'));
    await untilObject(claims(), inNamespace('r-v'), 'the claim of a later pod', (object) => object !== undefined);
    expect((await claims().get(inNamespace('q-v'))).metadata.ownerReferences).toBeUndefined();
    expect((await claims().get(inNamespace('q-v'))).metadata.uid).toBe(before.metadata.uid);
    expect((await pods().get(inNamespace('q'))).status?.phase).toBe('Pending');
    const events = plane.client.resource<CoreEvent>(builtinResources.events).namespace(NAMESPACE);
    // A watch without a resourceVersion begins with the current objects.
    await firstValueFrom(
      events
        .watch()
        .pipe(filter(({ object }) => object.reason === 'FailedBinding' && object.involvedObject.name === 'q')),
    );
  });
});
