import type { HasMetadata } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';
import { claims, storageClasses, volumes, type Claim, type StorageClass } from '../shared/volume-objects.js';
import { ClaimReconciler } from './claim-reconciler.js';
import { planUnbound } from './unbound-claim.js';

const vocabulary = vocabularies.kubernetes;
const key = { namespace: 't1', name: 'c' };
const PROVISIONER = 'volume.kubernetes.io/storage-provisioner';
const provisioner = {
  [PROVISIONER]: 'd.example.com',
  'volume.beta.kubernetes.io/storage-provisioner': 'd.example.com',
};
const claim = (storageClassName?: string, annotations?: Record<string, string>): Claim => ({
  metadata: { ...key, uid: 'u1', ...(annotations ? { annotations } : {}) },
  spec: { accessModes: ['ReadWriteOnce'], ...(storageClassName === undefined ? {} : { storageClassName }) },
});
const storageClass = (name: string, fields: object = {}, isDefault = 'false'): StorageClass => ({
  metadata: { name, annotations: { 'storageclass.kubernetes.io/is-default-class': isDefault } },
  provisioner: 'd.example.com',
  ...fields,
});
const late = { volumeBindingMode: 'WaitForFirstConsumer' };

describe('a claim without a volume', () => {
  const rows: [name: string, claim: Claim, classes: StorageClass[], reason: string | undefined, annotations: object | undefined][] = [
    ['of no class cannot be bound', claim(), [storageClass('a')], 'FailedBinding', undefined],
    ['that asks for no class gets none', claim(''), [storageClass('a', {}, 'true')], 'FailedBinding', undefined],
    ['of a class that does not exist', claim('b'), [storageClass('a')], 'ProvisioningFailed', undefined],
    ['of a built-in provisioner', claim('a'), [storageClass('a', { provisioner: 'kubernetes.io/no-provisioner' })], 'ProvisioningFailed', undefined],
    ['of an external provisioner waits for it', claim('a'), [storageClass('a')], 'ExternalProvisioning', provisioner],
    ['that names its class by annotation', claim(undefined, { 'volume.beta.kubernetes.io/storage-class': 'a' }), [storageClass('a')], 'ExternalProvisioning', { 'volume.beta.kubernetes.io/storage-class': 'a', ...provisioner }],
    ['is marked once', claim('a', provisioner), [storageClass('a')], 'ExternalProvisioning', undefined],
    ['waits for a pod', claim('a'), [storageClass('a', late)], 'WaitForFirstConsumer', undefined],
    ['waits no longer when the scheduler has chosen a node', claim('a', { 'volume.kubernetes.io/selected-node': 'n' }), [storageClass('a', late)], 'ExternalProvisioning', { 'volume.kubernetes.io/selected-node': 'n', ...provisioner }],
  ]; // prettier-ignore
  it.each(rows)('%s', (_name, one, classes, reason, annotations) => {
    const plan = planUnbound(one, classes, vocabulary);
    expect([plan.event?.reason, plan.claim?.metadata.annotations]).toEqual([reason, annotations]);
  });

  it('gets the default class', () => {
    const plan = planUnbound(claim(), [storageClass('a'), storageClass('b', {}, 'true')], vocabulary);
    expect(plan).toEqual({ claim: claim('b') });
  });
});

describe('the binder', () => {
  function setUp(...objects: (readonly [typeof claims | typeof storageClasses, HasMetadata])[]) {
    const api = new InMemoryApi();
    for (const [resource, object] of objects) api.put(resource, object);
    const recorded: string[] = [];
    const events = { record: (_object: HasMetadata, type: string, reason: string) => void recorded.push(`${type} ${reason}`) }; // prettier-ignore
    const listers = [api.lister(claims), api.lister(volumes), api.lister(storageClasses)] as const;
    const binder = new ClaimReconciler(...listers, api.resource(claims), api.resource(volumes), events, vocabulary);
    return { api, recorded, run: () => binder.reconcile(key, new AbortController().signal) };
  }

  it('marks a claim for its provisioner, once', async () => {
    const { api, recorded, run } = setUp([claims, claim('a')], [storageClasses, storageClass('a')]);
    await run();
    await run();
    expect(api.writes).toEqual(['update persistentvolumeclaims t1/c']);
    expect(api.find(claims, key)?.metadata.annotations).toEqual(provisioner);
    expect(recorded[0]).toBe('Normal ExternalProvisioning');
  });

  it('records an event for each state of a claim, not for each of its keys', async () => {
    const { recorded, run } = setUp([claims, claim()]);
    for (let turn = 0; turn < 3; turn++) await run();
    expect(recorded).toEqual(['Normal FailedBinding']);
  });
});
