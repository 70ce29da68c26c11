import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { objectReader } from './attributes.fixture.js';
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.js';

const vocabulary = vocabularies.orch;
const CLASSES: readonly ApiObject[] = [
  { metadata: { name: 'grows' }, allowVolumeExpansion: true },
  { metadata: { name: 'fixed' }, allowVolumeExpansion: false },
  { metadata: { name: 'unset' } },
];
const reader = objectReader(({ group, resource }, _namespace, name) =>
  group === vocabulary.groups.storage && resource === 'storageclasses'
    ? CLASSES.find(({ metadata }) => metadata.name === name)
    : undefined,
);
const plugin = persistentVolumeClaimResize(reader, vocabulary);

const claim = (storage: string, storageClassName: string | undefined, more: object = {}) => ({
  metadata: {},
  spec: { ...(storageClassName === undefined ? {} : { storageClassName }), resources: { requests: { storage } } },
  status: { phase: 'Bound' },
  ...more,
});
const update = (object: object, oldObject: object, change: object = {}): AdmissionAttributes =>
  ({
    definition: { gvr: { group: '', version: 'v1', resource: 'persistentvolumeclaims' } } as ResourceDefinition,
    ...{ operation: 'UPDATE', subresource: '', name: 'x', object, oldObject },
    ...change,
  }) as AdmissionAttributes;
const resized = (from: object, to: object) => () => plugin.validate!(update(to, from));

describe('PersistentVolumeClaimResize', () => {
  it('D-183 admits growth where the class allows it', () =>
    expect(resized(claim('1Gi', 'grows'), claim('2Gi', 'grows'))).not.toThrow());

  it('D-183 admits growth where the class named by annotation allows it', () => {
    const metadata = { annotations: { 'volume.beta.orch.io/storage-class': 'grows' } };
    expect(resized(claim('1Gi', 'fixed', { metadata }), claim('2Gi', 'fixed', { metadata }))).not.toThrow();
  });

  it.each([
    ['the class does not allow it', claim('1Gi', 'fixed'), claim('2Gi', 'fixed')],
    ['the class does not say', claim('1Gi', 'unset'), claim('2Gi', 'unset')],
    ['the class does not exist', claim('1Gi', 'none'), claim('2Gi', 'none')],
    ['the claim has no class', claim('1Gi', undefined), claim('2Gi', undefined)],
    ['the claim has an empty class', claim('1Gi', ''), claim('2Gi', '')],
    ['the claim changes its class', claim('1Gi', 'fixed'), claim('2Gi', 'grows')],
  ])('D-183 refuses growth if %s', (_name, from, to) => {
    expect(resized(from, to)).toThrow(expect.objectContaining({ code: 403, reason: 'Forbidden' }));
    expect(resized(from, to)).toThrow(
      'persistentvolumeclaims "x" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that ' +
        'provisions the pvc must support resize',
    );
  });

  it('D-183 refuses growth of a claim that is not bound', () => {
    const status = { phase: 'Pending' };
    expect(resized(claim('1Gi', 'grows', { status }), claim('2Gi', 'grows', { status }))).toThrow(
      'Only bound persistent volume claims can be expanded',
    );
  });

  it.each([
    ['the same size', claim('1Gi', 'fixed'), claim('1Gi', 'fixed')],
    ['the same size in other words', claim('1Gi', 'fixed'), claim('1024Mi', 'fixed')],
    ['a smaller size', claim('2Gi', 'fixed'), claim('1Gi', 'fixed')],
    ['no size', { metadata: {} }, { metadata: {} }],
  ])('admits %s', (_name, from, to) => expect(resized(from, to)).not.toThrow());

  it('handles updates of claims only', () => {
    const of = (change: object) => plugin.handles(update({}, {}, change));
    expect(of({})).toBe(true);
    expect(of({ operation: 'CREATE' })).toBe(false);
    expect(of({ subresource: 'status' })).toBe(false);
    expect(of({ definition: { gvr: { group: '', resource: 'persistentvolumes' } } })).toBe(false);
    expect(of({ definition: { gvr: { group: 'x', resource: 'persistentvolumeclaims' } } })).toBe(false);
  });
});
