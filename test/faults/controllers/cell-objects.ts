import { vocabularies } from '@orch/vocabulary';
import type { Followed, Thing } from './thing.js';

/** The control plane runs in the `orch` vocabulary. */
export const vocabulary = vocabularies.orch;
const { groups } = vocabulary;

/** Pods and claims of a cell, and volumes for them: any of its volumes fits any of its claims. */
export const PAIR = [0, 1] as const;
const ACCOUNT = 'robot';
const WEB = { app: 'web' };
const container = { name: 'c', image: 'i' };

/** Names of the objects of a cell that are in no namespace; the name of its namespace is that of the cell. */
export const volumeOf = (cell: string, n: number): string => `${cell}-volume-${n}`;
export const partOf = (cell: string): string => `${cell}-part`;
export const gatheredOf = (cell: string): string => `${cell}-gathered`;

/** Endpoints of pods without a node are left out of slices. */
export const NODE: Thing = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } };

type Made = readonly [Followed, Thing];

/** What a client creates in and around the namespace of a cell. @param request PKCS#10, as the API takes it. */
export function objectsOf(cell: string, request: string): readonly Made[] {
  const own = (name: string, more: object = {}) => ({ namespace: cell, name, ...more });
  return [
    ['serviceAccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: own(ACCOUNT) }],
    ['quotas', quota(own('quota'))],
    ['services', service(own('web'))],
    ['budgets', budget(own('web'))],
    ['configMaps', configMap(own('owner'))],
    ['configMaps', configMap(own('orphaning'))],
    ...PAIR.map((n): Made => ['volumes', volume(cell, volumeOf(cell, n))]),
    ...PAIR.map((n): Made => ['claims', claim(cell, own(`data-${n}`))]),
    ...PAIR.map((n): Made => ['pods', pod(own(`web-${n}`, { labels: WEB }), `data-${n}`)]),
    ['roles', part(cell)],
    ['roles', gathered(cell)],
    ['requests', signingRequest(cell, request)],
  ];
}

/** A ConfigMap that goes with its owner. */
export const dependentOf = (owner: Thing, name: string): Thing =>
  configMap({
    namespace: owner.metadata.namespace!,
    name,
    ownerReferences: [
      {
        ...{ apiVersion: 'v1', kind: 'ConfigMap', name: owner.metadata.name!, uid: owner.metadata.uid! },
        blockOwnerDeletion: true,
      },
    ],
  });

/** The state that a node reports of a pod. */
export const reported = (pod_: Thing, ip: string, isReady: boolean): Thing => ({
  ...pod_,
  status: {
    ...pod_.status,
    ...{ phase: 'Running', podIP: ip, podIPs: [{ ip }] },
    conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
  },
});

/** As a person approves it. */
export const approved = (request: Thing): Thing => ({
  ...request,
  status: {
    ...request.status,
    conditions: [
      { type: 'Approved', status: 'True', reason: 'Test', message: 'by a test' } as { type: string; status: string },
    ],
  },
});

const configMap = (metadata: Thing['metadata']): Thing => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata });

/** Its account must be there: without it the Secret is deleted. */
export const tokenSecret = (namespace: string): Thing => ({
  ...{ apiVersion: 'v1', kind: 'Secret', type: vocabulary.secretTypes.serviceAccountToken },
  metadata: { namespace, name: 'token', annotations: { [vocabulary.annotations.serviceAccountName]: ACCOUNT } },
});

const quota = (metadata: Thing['metadata']): Thing => ({
  ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata },
  spec: { hard: { configmaps: '100', pods: '100' } },
});

const service = (metadata: Thing['metadata']): Thing => ({
  ...{ apiVersion: 'v1', kind: 'Service', metadata },
  spec: { selector: WEB, ports: [{ port: 80 }] },
});

const budget = (metadata: Thing['metadata']): Thing => ({
  ...{ apiVersion: `${groups.policy}/v1`, kind: 'PodDisruptionBudget', metadata },
  spec: { minAvailable: 1, selector: { matchLabels: WEB } },
});

const ofClass = (cell: string) => ({ storageClassName: `class-of-${cell}`, accessModes: ['ReadWriteOnce'] });

const volume = (cell: string, name: string): Thing => ({
  ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name } },
  spec: { ...ofClass(cell), capacity: { storage: '1Gi' }, hostPath: { path: '/any' } },
});

const claim = (cell: string, metadata: Thing['metadata']): Thing => ({
  ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata },
  spec: { ...ofClass(cell), resources: { requests: { storage: '1Gi' } } },
});

const pod = (metadata: Thing['metadata'], claimName: string): Thing => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata },
  spec: {
    nodeName: NODE.metadata.name!,
    containers: [container],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName } } as object],
  },
});

const LABEL = 'faults.example.com/cell';
const rule = { apiGroups: ['example.com'], resources: ['things'] };

const part = (cell: string): Thing => ({
  ...{ apiVersion: `${groups.rbac}/v1`, kind: 'ClusterRole' },
  metadata: { name: partOf(cell), labels: { [LABEL]: cell } },
  rules: [{ ...rule, verbs: ['get'] }],
});

const gathered = (cell: string): Thing =>
  ({
    ...{ apiVersion: `${groups.rbac}/v1`, kind: 'ClusterRole', metadata: { name: gatheredOf(cell) } },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [LABEL]: cell } }] },
  }) as Thing;

const signingRequest = (cell: string, request: string): Thing => ({
  ...{ apiVersion: `${groups.certificates}/v1`, kind: 'CertificateSigningRequest', metadata: { name: cell } },
  spec: {
    ...{ request, signerName: vocabulary.signers.apiServerClient },
    usages: ['digital signature', 'key encipherment', 'client auth'],
  },
});
