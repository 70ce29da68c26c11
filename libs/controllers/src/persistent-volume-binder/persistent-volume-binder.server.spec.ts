import { FakeClock } from '@orch/apimachinery';
import { builtinResources, type HasMetadata } from '@orch/client';
import { untilObject } from '@orch/testing';
import { controllersOnServer, type ControllersOnServer } from '../shared/controllers-on-server.fixture.js';
import {
  claims,
  storageClasses,
  volumes,
  type Claim,
  type StorageClass,
  type Volume,
} from '../shared/volume-objects.js';
import { pods, type Pod } from './ephemeral-claims.js';

const accessModes = ['ReadWriteOnce'];
const keyOf = (name: string) => ({ namespace: 'default', name });

describe('persistent-volume-binder in a process with pvc-protection', () => {
  let world: ControllersOnServer;
  beforeAll(async () => {
    world = await controllersOnServer('kubernetes');
    // Both have caches of claims and volumes, which they share.
    await world.run(['persistent-volume-binder', 'pvc-protection'], new FakeClock());
  });
  afterAll(() => world?.stop());

  const makeClaim = (name: string, storageClassName: string): Promise<Claim> =>
    world.client.resource(claims).create({
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: keyOf(name) },
      spec: { accessModes, storageClassName, resources: { requests: { storage: '1Gi' } } },
    } as Claim);
  const makeVolume = (name: string, storageClassName: string): Promise<Volume> =>
    world.client.resource(volumes).create({
      ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name } },
      spec: { accessModes, storageClassName, capacity: { storage: '1Gi' }, hostPath: { path: '/any' } },
    } as Volume);
  const untilBound = (name: string) =>
    untilObject(world.client.resource(claims), keyOf(name), 'its binding', (claim) => claim?.status?.phase === 'Bound');

  it('C-242 a claim is bound to a volume that comes after it', async () => {
    await makeClaim('early', 'a');
    // Bound, it shows that the claim before it was looked at.
    await makeVolume('other', 'b');
    await makeClaim('late', 'b');
    await untilBound('late');
    await makeVolume('late', 'a');
    await untilBound('early');
    expect((await world.client.resource(claims).get(keyOf('early'))).spec?.volumeName).toBe('late');
  });

  it('C-242 a claim is bound when its class does not wait for pods any more', async () => {
    const classes = world.client.resource(storageClasses);
    const ofMode = (volumeBindingMode: string) =>
      classes.create({
        ...{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'e' } },
        ...{ provisioner: 'example.com/none', volumeBindingMode },
      } as StorageClass);
    await ofMode('WaitForFirstConsumer');
    await makeVolume('waited-for', 'e');
    await makeClaim('waiting', 'e');
    await makeVolume('next', 'f');
    await makeClaim('next', 'f');
    await untilBound('next');
    await classes.delete({ namespace: '', name: 'e' });
    await ofMode('Immediate');
    await untilBound('waiting');
  });

  it('A-353 a pod gets the claim of its ephemeral volume when the claim of that name which another made has gone', async () => {
    const accounts = world.client.resource<HasMetadata>(builtinResources.serviceAccounts);
    await accounts.createIfAbsent({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: keyOf('default') });
    await makeClaim('p-data', 'c');
    const volumeClaimTemplate = { spec: { accessModes, resources: { requests: { storage: '1Gi' } } } };
    const pod = await world.client.resource(pods).create({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: keyOf('p') },
      spec: {
        containers: [{ name: 'c', image: 'i' }],
        volumes: [{ name: 'data', ephemeral: { volumeClaimTemplate } }],
      },
    } as Pod);
    await world.untilEvent('FailedBinding: claim p-data was not made for this pod: delete it, or rename the pod');
    await world.client.resource(claims).patch(keyOf('p-data'), 'merge', { metadata: { finalizers: null } });
    await world.client.resource(claims).delete(keyOf('p-data'));
    const isOfPod = (claim: Claim | undefined): boolean =>
      claim?.metadata.ownerReferences?.[0]?.uid === pod.metadata.uid;
    await untilObject(world.client.resource(claims), keyOf('p-data'), 'the claim of the pod', isOfPod);
  });

  it('a claim without a class gets the class that is marked as default after it was made', async () => {
    await world.client.resource(claims).create({
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: keyOf('classless') },
      spec: { accessModes, resources: { requests: { storage: '1Gi' } } },
    } as Claim);
    await world.untilEvent('FailedBinding: no persistent volumes available for this claim and no storage class is set');
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
    const classes = world.client.resource(storageClasses);
    await classes.create({
      ...{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'main', annotations } },
      provisioner: 'd.example.com',
    } as StorageClass);
    const isMarked = (claim: Claim | undefined): boolean =>
      claim?.metadata.annotations?.['volume.kubernetes.io/storage-provisioner'] === 'd.example.com';
    const claim = await untilObject(world.client.resource(claims), keyOf('classless'), 'its provisioner', isMarked);
    expect(claim?.spec?.storageClassName).toBe('main');
    await classes.delete({ namespace: '', name: 'main' });
  });

  it('C-242 a volume that no claim needs any more is bound to another claim', async () => {
    await makeVolume('first', 'd');
    await makeClaim('one', 'd');
    await untilBound('one');
    const { uid } = (await world.client.resource(claims).get(keyOf('one'))).metadata;
    // As the binder leaves it when it did not see its own write, and chose another volume.
    const annotations = { 'pv.kubernetes.io/bound-by-controller': 'yes' };
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...keyOf('one'), uid: uid! };
    await world.client.resource(volumes).create({
      ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'second', annotations } },
      spec: { accessModes, storageClassName: 'd', capacity: { storage: '1Gi' }, hostPath: { path: '/any' }, claimRef },
    } as Volume);
    await makeClaim('two', 'd');
    await untilBound('two');
  });
});
