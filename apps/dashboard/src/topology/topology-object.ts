import { type ApiObject, at, listAt, type OwnerReference, textAt } from '../api/object';
import type { Resource } from '../api/resource';
import { diagnose } from '../diagnosis/diagnose';
import type { Tone } from '../ui/tone';

/** What the topology keeps of an object. */
export interface TopologyObject {
  readonly resource: Resource;
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  /** The owner that controls it. */
  readonly owner: OwnerReference | undefined;
  readonly labels: Readonly<Record<string, string>>;
  /** In a few words: `Running`, `2/3 ready`. */
  readonly state: string;
  readonly tone: Tone;
  /** Why it is not in its desired state. */
  readonly problems: readonly string[];
  /** Of a Service: the labels of its pods; undefined when it selects none. */
  readonly selector: Readonly<Record<string, string>> | undefined;
  /** Of a pod; '' without one. */
  readonly node: string;
  /** Of a pod: names of the claims in its volumes. */
  readonly claims: readonly string[];
  /** Of a ReplicaSet: it wants no pods, as those of earlier revisions. */
  readonly isRetired: boolean;
}

/** A state, and whether it is as it should be. */
type State = readonly [text: string, isGood: boolean];

const number = (value: unknown, ...keys: readonly string[]): number => Number(at(value, ...keys) ?? 0);

const replicas = (object: ApiObject): State => {
  const desired = Number(at(object, 'spec', 'replicas') ?? 1);
  const ready = number(object, 'status', 'readyReplicas');
  return [`${ready}/${desired} ready`, ready >= desired];
};

const daemonSet = (object: ApiObject): State => {
  const desired = number(object, 'status', 'desiredNumberScheduled');
  const ready = number(object, 'status', 'numberReady');
  return [`${ready}/${desired} ready`, ready >= desired];
};

const job = (object: ApiObject): State => {
  const ended = listAt(object, 'status', 'conditions').find(
    (entry) => ['Complete', 'Failed'].includes(textAt(entry, 'type')) && textAt(entry, 'status') === 'True',
  );
  if (ended !== undefined) return [textAt(ended, 'type'), textAt(ended, 'type') === 'Complete'];
  if (at(object, 'spec', 'suspend') === true) return ['Suspended', false];
  return [`${number(object, 'status', 'active')} active`, true];
};

const cronJob = (object: ApiObject): State =>
  at(object, 'spec', 'suspend') === true ? ['Suspended', false] : [textAt(object, 'spec', 'schedule'), true];

const pod = (object: ApiObject): State => {
  const phase = textAt(object, 'status', 'phase') || 'Pending';
  if (object.metadata.deletionTimestamp !== undefined) return ['Terminating', false];
  const waiting = listAt(object, 'status', 'containerStatuses')
    .map((container) => textAt(container, 'state', 'waiting', 'reason'))
    .find((reason) => reason !== '');
  if (waiting !== undefined) return [waiting, false];
  const isUnready = listAt(object, 'status', 'conditions').some(
    (entry) => textAt(entry, 'type') === 'Ready' && textAt(entry, 'status') === 'False',
  );
  if (phase === 'Running' && isUnready) return ['Not ready', false];
  return [phase, phase === 'Running' || phase === 'Succeeded'];
};

const claim = (object: ApiObject): State => {
  const phase = textAt(object, 'status', 'phase');
  return [phase, phase === 'Bound'];
};

const STATES: Readonly<Record<string, (object: ApiObject) => State>> = {
  cronjobs: cronJob,
  daemonsets: daemonSet,
  deployments: replicas,
  jobs: job,
  persistentvolumeclaims: claim,
  pods: pod,
  replicasets: replicas,
  replicationcontrollers: replicas,
  services: (object) => [textAt(object, 'spec', 'type') || 'ClusterIP', true],
  statefulsets: replicas,
};

const claimsOf = (object: ApiObject): string[] =>
  listAt(object, 'spec', 'volumes').flatMap((volume) => {
    const named = textAt(volume, 'persistentVolumeClaim', 'claimName');
    // The claim of an ephemeral volume has the names of the pod and the volume.
    const own = at(volume, 'ephemeral') === undefined ? '' : `${object.metadata.name}-${textAt(volume, 'name')}`;
    return [named, own].filter((name) => name !== '');
  });

export function topologyObject(resource: Resource, object: ApiObject): TopologyObject {
  const { uid = '', name, namespace = '', labels = {}, ownerReferences = [] } = object.metadata;
  const [state, isGood] = STATES[resource.resource]?.(object) ?? ['', true];
  const problems = diagnose(resource, object).map(({ text }) => text);
  const isPod = resource.resource === 'pods';
  return {
    ...{ resource, uid, name, namespace, labels, state, problems },
    owner: ownerReferences.find(({ controller }) => controller === true),
    tone: state === 'Failed' ? 'bad' : isGood && problems.length === 0 ? 'good' : 'warn',
    selector:
      resource.resource === 'services'
        ? (at(object, 'spec', 'selector') as Readonly<Record<string, string>> | undefined)
        : undefined,
    node: isPod ? textAt(object, 'spec', 'nodeName') : '',
    claims: isPod ? claimsOf(object) : [],
    isRetired: resource.resource === 'replicasets' && at(object, 'spec', 'replicas') === 0,
  };
}
