import { ReleaseGates, type ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { objectReader } from '../attributes.fixture.js';
import { nodeRestriction } from './node-restriction.js';

const vocabulary = vocabularies.kubernetes;
const OWNER = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u1', controller: true };
const plugin = nodeRestriction({
  vocabulary,
  features: new ReleaseGates(),
  reader: objectReader(({ resource }, _namespace, name) =>
    resource === 'nodes' && name === 'n1' ? ({ metadata: { name, uid: 'u1' } } as ApiObject) : undefined,
  ),
});

function created(metadata: object, spec: object): ApiObject | Promise<ApiObject> {
  const annotations = { [vocabulary.annotations.mirrorPod]: 'hash' };
  return plugin.mutate!({
    operation: 'CREATE',
    definition: { gvr: { group: '', version: 'v1', resource: 'pods' } } as ResourceDefinition,
    subresource: '',
    namespace: 't1',
    name: 'p',
    object: {
      metadata: { name: 'p', annotations, ownerReferences: [OWNER], ...metadata },
      spec: { nodeName: 'n1', containers: [{ name: 'c', image: 'i' }], ...spec },
    } as unknown as ApiObject,
    oldObject: undefined,
    user: { username: 'system:node:n1', groups: ['system:nodes'] },
  } as unknown as AdmissionAttributes);
}

const withEnv = (more: object) => [{ name: 'c', image: 'i', ...more }];
const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });
const SECRETS = 'reference secrets';
const CONFIG_MAPS = 'reference configmaps';

describe('mirror pods of a node', () => {
  it('are admitted when they reference nothing', () => {
    expect(created({}, volume({ hostPath: { path: '/etc' } }))).toMatchObject({ metadata: { name: 'p' } });
  });

  it.each<[what: string, metadata: object, spec: object, refusal: string]>([
    ['without the annotation', { annotations: {} }, {}, 'pod does not have "kubernetes.io/config.mirror" annotation'],
    ['on another node', {}, { nodeName: 'n2' }, 'can only create pods with spec.nodeName set to itself'],
    ['on no node', {}, { nodeName: undefined }, 'can only create pods with spec.nodeName set to itself'],
    ['without owner', { ownerReferences: [] }, {}, 'with an owner reference set to itself'],
    ['of two owners', { ownerReferences: [OWNER, OWNER] }, {}, 'with a single owner reference set to itself'],
    ['of another node', { ownerReferences: [{ ...OWNER, name: 'n2' }] }, {}, 'with an owner reference set to itself'],
    ['of a pod', { ownerReferences: [{ ...OWNER, kind: 'Pod' }] }, {}, 'with an owner reference set to itself'],
    ['of another version', { ownerReferences: [{ ...OWNER, apiVersion: 'v2' }] }, {}, 'with an owner reference set'],
    [
      'of no controller',
      { ownerReferences: [{ ...OWNER, controller: false }] },
      {},
      'with a controller owner reference',
    ],
    [
      'that hold up the deletion of the node',
      { ownerReferences: [{ ...OWNER, blockOwnerDeletion: true }] },
      {},
      'must not set blockOwnerDeletion on an owner reference',
    ],
    ['of an older node', { ownerReferences: [{ ...OWNER, uid: 'u0' }] }, {}, 'UID mismatch: expected u0 got u1'],
    ['with an account', {}, { serviceAccountName: 'a' }, 'reference a service account'],
    ['with a secret volume', {}, volume({ secret: { secretName: 's' } }), SECRETS],
    ['with a projected secret', {}, volume({ projected: { sources: [{ secret: { name: 's' } }] } }), SECRETS],
    ['with a CSI secret', {}, volume({ csi: { driver: 'd', nodePublishSecretRef: { name: 's' } } }), SECRETS],
    ['with an azureFile volume', {}, volume({ azureFile: { secretName: 's', shareName: 'x' } }), SECRETS],
    ['with a cephfs secret', {}, volume({ cephfs: { monitors: ['m'], secretRef: { name: 's' } } }), SECRETS],
    ['with a cinder secret', {}, volume({ cinder: { volumeID: 'v', secretRef: { name: 's' } } }), SECRETS],
    ['with a flexVolume secret', {}, volume({ flexVolume: { driver: 'd', secretRef: { name: 's' } } }), SECRETS],
    ['with an rbd secret', {}, volume({ rbd: { image: 'i', monitors: ['m'], secretRef: { name: 's' } } }), SECRETS],
    ['with a scaleIO secret', {}, volume({ scaleIO: { secretRef: { name: 's' } } }), SECRETS],
    ['with an iscsi secret', {}, volume({ iscsi: { secretRef: { name: 's' } } }), SECRETS],
    ['with a storageos secret', {}, volume({ storageos: { secretRef: { name: 's' } } }), SECRETS],
    ['with a pull secret', {}, { imagePullSecrets: [{ name: 's' }] }, SECRETS],
    [
      'with a secret in env',
      {},
      { containers: withEnv({ env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] }) },
      SECRETS,
    ],
    ['with a secret in envFrom', {}, { initContainers: withEnv({ envFrom: [{ secretRef: { name: 's' } }] }) }, SECRETS],
    ['with a config map', {}, volume({ configMap: { name: 'c' } }), CONFIG_MAPS],
    [
      'with a projected config map',
      {},
      volume({ projected: { sources: [{ configMap: { name: 'c' } }] } }),
      CONFIG_MAPS,
    ],
    [
      'with a config map in env',
      {},
      { containers: withEnv({ env: [{ name: 'E', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } }] }) },
      CONFIG_MAPS,
    ],
    [
      'with a config map in envFrom',
      {},
      { containers: withEnv({ envFrom: [{ configMapRef: { name: 'c' } }] }) },
      CONFIG_MAPS,
    ],
    [
      'with a trust bundle',
      {},
      volume({ projected: { sources: [{ clusterTrustBundle: { path: 'p' } }] } }),
      'reference clustertrustbundles',
    ],
    ['with a claim', {}, volume({ persistentVolumeClaim: { claimName: 'c' } }), 'reference persistentvolumeclaims'],
    [
      'with an ephemeral volume, whose claim may be that of another pod',
      {},
      volume({ ephemeral: { volumeClaimTemplate: { spec: {} } } }),
      'reference persistentvolumeclaims',
    ],
    ['with a resource claim', {}, { resourceClaims: [{ name: 'c' }] }, 'reference resourceclaims'],
  ])('are refused %s', (_what, metadata, spec, refusal) => {
    expect(() => created(metadata, spec)).toThrow(refusal);
  });
});
