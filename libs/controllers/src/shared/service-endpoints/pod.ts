import { builtinResources, type HasMetadata, type InformerChange, type ResourceLike } from '@orch/client';
import { sameLabels } from '../same-labels.js';

/** A pod, with the fields that endpoints depend on. */
export interface Pod extends HasMetadata {
  readonly spec?: {
    readonly nodeName?: string;
    readonly hostname?: string;
    readonly subdomain?: string;
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly podIP?: string;
    readonly podIPs?: readonly { readonly ip?: string }[];
    readonly conditions?: readonly PodCondition[];
  };
}

export interface Container {
  /** `Always` on an init container makes it run with the others. */
  readonly restartPolicy?: string;
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number; readonly protocol?: string }[];
}

export interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
}

export const pods: ResourceLike<Pod> = builtinResources.pods;

export const readyCondition = ({ status }: Pod): PodCondition | undefined =>
  status?.conditions?.find(({ type }) => type === 'Ready');

export const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === 'True';

export const isTerminating = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;

/** Whether all of its containers have ended for good. */
const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

const hasAddress = ({ status = {} }: Pod): boolean => Boolean(status.podIP) || (status.podIPs ?? []).length > 0;

/** Whether a pod is an endpoint, ready or not. */
export const isEndpoint = (pod: Pod): boolean => !hasEnded(pod) && hasAddress(pod);

/** Host name of a pod in the DNS of a service, if its subdomain is the service. */
export const hostnameIn = (
  { spec = {} }: Pod,
  service: { readonly metadata: { readonly name?: string } },
): string | undefined => (spec.hostname && spec.subdomain === service.metadata.name ? spec.hostname : undefined);

/** Reference to a pod in endpoints. */
export const referenceTo = ({ metadata: { namespace, name, uid } }: Pod) => ({
  kind: 'Pod',
  ...(namespace === undefined ? {} : { namespace }),
  ...(name === undefined ? {} : { name }),
  ...(uid === undefined ? {} : { uid }),
});

/** Predicate: changes of a pod that may change endpoints. Most changes of its status do not. */
export const changesEndpoints = (change: InformerChange<Pod>): boolean =>
  change.type !== 'updated' ||
  factsOf(change.old) !== factsOf(change.object) ||
  !sameLabels(change.old.metadata, change.object.metadata);

const factsOf = (pod: Pod): string => {
  const { spec = {}, status = {} } = pod;
  return JSON.stringify([
    [spec.hostname, spec.subdomain, spec.nodeName],
    [isTerminating(pod), hasEnded(pod), isReady(pod)],
    [status.podIP, status.podIPs?.map(({ ip }) => ip)],
  ]);
};
