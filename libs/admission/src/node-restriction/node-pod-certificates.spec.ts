import { ReleaseGates, type ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { objectReader } from '../attributes.fixture.js';
import { nodeRestriction } from './node-restriction.js';

const vocabulary = vocabularies.kubernetes;
const pod = (name: string, nodeName: string) => ({
  metadata: { name, uid: `uid-${name}` },
  spec: { nodeName, serviceAccountName: 'robot' },
});
const OBJECTS: Readonly<Record<string, object>> = {
  'nodes//n1': { metadata: { name: 'n1', uid: 'uid-n1' } },
  'pods/t1/mine': pod('mine', 'n1'),
  'pods/t1/other': pod('other', 'n2'),
  'serviceaccounts/t1/robot': { metadata: { name: 'robot', uid: 'uid-robot' } },
};
const plugin = nodeRestriction({
  vocabulary,
  features: new ReleaseGates(),
  reader: objectReader(
    ({ resource }, namespace, name) => OBJECTS[`${resource}/${namespace}/${name}`] as ApiObject | undefined,
  ),
});
const SPEC = {
  signerName: 'example.com/s',
  podName: 'mine',
  podUID: 'uid-mine',
  serviceAccountName: 'robot',
  serviceAccountUID: 'uid-robot',
  nodeName: 'n1',
  nodeUID: 'uid-n1',
};

const write = (changes: object, attributes: Partial<AdmissionAttributes> = {}) =>
  plugin.mutate!({
    operation: 'CREATE',
    definition: {
      gvr: { group: vocabulary.groups.certificates, version: 'v1', resource: 'podcertificaterequests' },
    } as ResourceDefinition,
    subresource: '',
    namespace: 't1',
    name: 'r',
    object: { metadata: { name: 'r' }, spec: { ...SPEC, ...changes } } as unknown as ApiObject,
    oldObject: undefined,
    user: { username: 'system:node:n1', groups: ['system:nodes'] },
    ...attributes,
  } as unknown as AdmissionAttributes);

describe('requests of a node for certificates of pods', () => {
  it('are admitted for a pod on it', () => {
    expect(write({})).toMatchObject({ spec: SPEC });
  });

  it.each<[what: string, changes: object, refusal: string]>([
    ['of another node', { nodeName: 'n2' }, 'with spec.nodeName set to itself'],
    ['of an older node', { nodeUID: 'x' }, 'spec.nodeUID is not the UID of node "n1"'],
    ['without a pod', { podName: 'absent' }, 'pod "absent" not found'],
    ['for an older pod', { podUID: 'x' }, 'spec.podUID is not the UID of pod "mine"'],
    ['for a pod on another node', { podName: 'other', podUID: 'uid-other' }, 'pod "other" is not on node "n1"'],
    ['as another service account', { serviceAccountName: 'x' }, 'pod "mine" has another service account'],
    ['as an older service account', { serviceAccountUID: 'x' }, 'is not the UID of service account "robot"'],
  ])('are refused %s', (_what, changes, refusal) =>
    expect(() => write(changes)).toThrow(
      expect.objectContaining({ code: 403, message: expect.stringContaining(refusal) as string }) as Error,
    ),
  );

  it.each<Partial<AdmissionAttributes>>([{ operation: 'UPDATE' }, { operation: 'UPDATE', subresource: 'status' }])(
    'cannot be written otherwise: %j',
    (attributes) => expect(() => write({}, attributes)).toThrow('can only create PodCertificateRequests'),
  );
});
