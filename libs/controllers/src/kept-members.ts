import { groupResource, type GroupVersionResource, type SelectedMembers } from '@orch/apimachinery';
import { builtinResources, resolveResource, type HasMetadata } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import type { Pod as CoveredPod } from './disruption/budget.js';
import type { Pod as PodOfEphemeralVolumes } from './persistent-volume-binder/ephemeral-claims.js';
import type { Pod as PodWithClaims } from './pvc-protection/volume-objects.js';
import type { Pod as PodOfNode } from './shared/pod.js';
import type { Pod as PodOfService } from './shared/service-endpoints/pod.js';
import type { Service } from './shared/service-endpoints/service.js';
import type { Job } from './ttl-after-finished/job.js';

/** Selects every member of a type but those of `metadata`: one that a controller reads and that is missing here is an error of the compiler. */
type Every<T> = { readonly [Name in Exclude<keyof T, keyof HasMetadata>]-?: Selected<NonNullable<T[Name]>> };
type Selected<V> = V extends readonly (infer Item)[] ? true | Every<Item> : V extends object ? true | Every<V> : true;

const METADATA = {
  name: true,
  namespace: true,
  uid: true,
  resourceVersion: true,
  generation: true,
  creationTimestamp: true,
  deletionTimestamp: true,
  labels: true,
  ownerReferences: true,
  finalizers: true,
};

const OBJECT = { apiVersion: true, kind: true, metadata: METADATA };

const CONTAINER = {
  restartPolicy: true,
  ports: { name: true, containerPort: true, protocol: true },
} as const;

const POD = {
  ...OBJECT,
  spec: {
    nodeName: true,
    hostname: true,
    subdomain: true,
    tolerations: true,
    containers: CONTAINER,
    initContainers: CONTAINER,
    volumes: { name: true, persistentVolumeClaim: { claimName: true }, ephemeral: true },
  },
  status: { phase: true, reason: true, podIP: true, podIPs: { ip: true }, conditions: true },
} as const satisfies SelectedMembers &
  Every<PodOfNode> &
  Every<PodOfService> &
  Every<PodOfEphemeralVolumes> &
  Every<PodWithClaims> &
  Every<CoveredPod>;

const SERVICE = {
  ...OBJECT,
  metadata: { ...METADATA, annotations: true },
  spec: {
    type: true,
    clusterIP: true,
    ipFamilies: true,
    ports: { name: true, port: true, protocol: true, appProtocol: true, targetPort: true },
    selector: true,
    publishNotReadyAddresses: true,
    trafficDistribution: true,
  },
} as const satisfies SelectedMembers & Every<Service>;

const JOB = {
  ...OBJECT,
  spec: { ttlSecondsAfterFinished: true },
  status: { conditions: { type: true, status: true, lastTransitionTime: true } },
} as const satisfies SelectedMembers & Every<Job>;

/**
 * What the caches of controllers keep of objects that users make in number and that may be large, where no controller writes a cached object back: what controllers
 * read. Others are kept whole.
 */
export function keptMembers(
  vocabulary: Vocabulary,
): (resource: Pick<GroupVersionResource, 'group' | 'resource'>) => SelectedMembers | undefined {
  const members = new Map(
    (
      [
        [builtinResources.pods, POD],
        [builtinResources.services, SERVICE],
        [builtinResources.jobs, JOB],
        [builtinResources.serviceAccounts, OBJECT],
      ] as const
    ).map(([resource, of]): [string, SelectedMembers] => [groupResource(resolveResource(resource, vocabulary)), of]),
  );
  return (resource) => members.get(groupResource(resource));
}
