import { isReady, type Node } from '../shared/node.js';
import type { Pod } from '../shared/pod.js';

export interface CollectionOptions {
  /** Terminated pods that are kept. 0 or less: all. */
  readonly keptTerminated: number;
  readonly outOfServiceTaint: string;
}

/** Pods to delete, and those that wait for their node. */
export interface Collection {
  /** Too many terminated ones, ones on nodes that are out of service, unscheduled ones that are being deleted. Each once. */
  readonly deletes: readonly Pod[];
  /** Pods by the name of a node that the cache lacks. */
  readonly orphans: ReadonlyMap<string, readonly Pod[]>;
}

/** Decides about all pods, in steps. */
export function* planCollection(
  pods: readonly Pod[],
  nodeOf: (name: string) => Node | undefined,
  { keptTerminated, outOfServiceTaint }: CollectionOptions,
): Generator<undefined, Collection> {
  const terminated: Pod[] = [];
  const deletes = new Set<Pod>();
  const orphans = new Map<string, Pod[]>();
  for (const pod of pods) {
    yield;
    if (isTerminated(pod)) terminated.push(pod);
    if (isStranded(pod)) deletes.add(pod);
    const { nodeName = '' } = pod.spec ?? {};
    if (nodeName === '') continue;
    const node = nodeOf(nodeName);
    if (!node) addTo(orphans, nodeName, pod);
    else if (pod.metadata.deletionTimestamp !== undefined && isOutOfService(node, outOfServiceTaint)) deletes.add(pod);
  }
  const surplus = keptTerminated > 0 ? Math.max(0, terminated.length - keptTerminated) : 0;
  if (surplus > 0) for (const pod of terminated.sort(evictedThenOldest).slice(0, surplus)) deletes.add(pod);
  return { deletes: [...deletes], orphans };
}

function addTo(orphans: Map<string, Pod[]>, nodeName: string, pod: Pod): void {
  const known = orphans.get(nodeName);
  if (known) known.push(pod);
  else orphans.set(nodeName, [pod]);
}

/** Whether a pod is being deleted that no node will finish. */
export const isStranded = ({ metadata, spec }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined && (spec?.nodeName ?? '') === '';

/** Whether its containers have ended: it needs no mark before the delete. */
export const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

const ALIVE: ReadonlySet<string | undefined> = new Set(['Pending', 'Running', 'Unknown']);

const isTerminated = ({ status }: Pod): boolean => !ALIVE.has(status?.phase);

const isOutOfService = (node: Node, taint: string): boolean =>
  !isReady(node) && (node.spec?.taints ?? []).some(({ key }) => key === taint);

const isEvicted = ({ status }: Pod): boolean => status?.phase === 'Failed' && status.reason === 'Evicted';

/** Evicted pods first, since they tell the owners of others least; then by age, then by name. */
function evictedThenOldest(one: Pod, other: Pod): number {
  return (
    Number(isEvicted(other)) - Number(isEvicted(one)) ||
    compare(one.metadata.creationTimestamp, other.metadata.creationTimestamp) ||
    compare(one.metadata.name, other.metadata.name)
  );
}

/** Timestamps of the API sort as text. */
const compare = (one = '', other = ''): number => (one < other ? -1 : Number(one > other));
