import { type ApiObject, at, listAt, textAt } from '../api/object';
import type { Resource } from '../api/resource';
import { finalizerOwner } from './finalizer-owners';
import { isUsedUp } from './quantity';
import { groupNames } from '../api/media-types';
import { expiriesOf } from '../certificate/expiry';

/** Why an object is not in its desired state. */
export interface Problem {
  readonly text: string;
  /** RFC 3339; '' when the server does not say. */
  readonly since: string;
}

type Rule = (object: ApiObject) => readonly (Problem | undefined)[];

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(': ');

const condition = (object: ApiObject, type: string, status: string): unknown =>
  listAt(object, 'status', 'conditions').find(
    (entry) => textAt(entry, 'type') === type && textAt(entry, 'status') === status,
  );

/** A problem when the condition has the status; its text is that of the condition. */
function failing(object: ApiObject, type: string, status = 'False'): Problem | undefined {
  const found = condition(object, type, status);
  if (found === undefined) return undefined;
  const text = joined(`${type} is ${status}`, textAt(found, 'reason'), textAt(found, 'message'));
  return { text, since: textAt(found, 'lastTransitionTime') };
}

const created = ({ metadata }: ApiObject): string => metadata.creationTimestamp ?? '';

function deletion(object: ApiObject): readonly Problem[] {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined) return [];
  const since = deletionTimestamp;
  if (finalizers.length === 0 && listAt(object, 'spec', 'finalizers').length === 0) {
    return [
      {
        text: 'It is being deleted: its grace period has not ended, or what runs it has not confirmed the end.',
        since,
      },
    ];
  }
  const waits = finalizers.map((finalizer) => ({
    text: `Deletion waits for the finalizer ${finalizer}: ${finalizerOwner(finalizer)}.`,
    since,
  }));
  return listAt(object, 'spec', 'finalizers').length === 0 ? waits : [...waits, ...namespaceContent(object, since)];
}

function namespaceContent(object: ApiObject, since: string): Problem[] {
  const blocking = listAt(object, 'status', 'conditions').filter(
    (entry) => textAt(entry, 'status') === 'True' && textAt(entry, 'message') !== '',
  );
  if (blocking.length === 0) return [{ text: 'Deletion waits for the objects in the namespace.', since }];
  return blocking.map((entry) => ({ text: textAt(entry, 'message'), since }));
}

const pod: Rule = (object) => {
  const phase = textAt(object, 'status', 'phase');
  const waiting = listAt(object, 'status', 'containerStatuses').flatMap((container): Problem[] => {
    const state = at(container, 'state', 'waiting');
    if (state === undefined) return [];
    return [
      {
        text: joined(`Container ${textAt(container, 'name')} waits`, textAt(state, 'reason'), textAt(state, 'message')),
        since: created(object),
      },
    ];
  });
  const isUnassigned = phase === 'Pending' && textAt(object, 'spec', 'nodeName') === '';
  const unscheduled = failing(object, 'PodScheduled');
  return [
    unscheduled ?? (isUnassigned ? { text: 'No scheduler has assigned a node.', since: created(object) } : undefined),
    phase === 'Failed'
      ? {
          text: joined('It failed', textAt(object, 'status', 'reason'), textAt(object, 'status', 'message')),
          since: created(object),
        }
      : undefined,
    ...waiting,
  ];
};

const deployment: Rule = (object) => [
  failing(object, 'Available'),
  failing(object, 'Progressing'),
  failing(object, 'ReplicaFailure', 'True'),
];

const signingRequest: Rule = (object) => {
  const failed = failing(object, 'Failed', 'True');
  const approved = condition(object, 'Approved', 'True');
  if (failed !== undefined) return [failed];
  if (approved === undefined) {
    const isDenied = condition(object, 'Denied', 'True') !== undefined;
    return isDenied
      ? []
      : [
          {
            text: `It waits for approval: ${textAt(object, 'spec', 'username')} asks for a certificate.`,
            since: created(object),
          },
        ];
  }
  if (textAt(object, 'status', 'certificate') !== '') return [];
  return [
    {
      text: `It is approved, but the signer ${textAt(object, 'spec', 'signerName')} has not issued the certificate.`,
      since: textAt(approved, 'lastTransitionTime'),
    },
  ];
};

const claim: Rule = (object) => {
  const phase = textAt(object, 'status', 'phase');
  if (phase === 'Lost')
    return [{ text: `Its volume ${textAt(object, 'spec', 'volumeName')} is gone.`, since: created(object) }];
  if (phase !== 'Pending') return [];
  const storageClass = textAt(object, 'spec', 'storageClassName');
  const text =
    storageClass === ''
      ? 'No volume matches it, and it names no storage class.'
      : `No volume of the class ${storageClass} is bound to it yet.`;
  return [{ text, since: created(object) }];
};

const quota: Rule = (object) =>
  Object.entries((at(object, 'status', 'hard') ?? {}) as Record<string, unknown>).map(([name, hard]) => {
    const used = textAt(object, 'status', 'used', name);
    return isUsedUp(used, String(hard))
      ? {
          text: `${name}: ${used} of ${String(hard)} are used, nothing more can be created that needs some.`,
          since: '',
        }
      : undefined;
  });

const replicaSet: Rule = (object) => [failing(object, 'ReplicaFailure', 'True')];

const autoscaler: Rule = (object) => [failing(object, 'AbleToScale'), failing(object, 'ScalingActive')];

/** Nothing but their certificates is judged. */
const byCertificates: Rule = () => [];

const BY_RESOURCE: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    apiservices: (object) => [failing(object, 'Available')],
    certificatesigningrequests: signingRequest,
    clustertrustbundles: byCertificates,
    customresourcedefinitions: (object) => [
      failing(object, 'NamesAccepted'),
      failing(object, 'Established'),
      failing(object, 'NonStructuralSchema', 'True'),
    ],
    deployments: deployment,
    horizontalpodautoscalers: autoscaler,
    jobs: (object) => [failing(object, 'Failed', 'True')],
    mutatingwebhookconfigurations: byCertificates,
    nodes: (object) => [failing(object, 'Ready'), failing(object, 'Ready', 'Unknown')],
    persistentvolumeclaims: claim,
    persistentvolumes: (object) => [
      textAt(object, 'status', 'phase') === 'Failed'
        ? { text: joined('It failed', textAt(object, 'status', 'message')), since: created(object) }
        : undefined,
    ],
    pods: pod,
    replicasets: replicaSet,
    replicationcontrollers: replicaSet,
    resourcequotas: quota,
    validatingwebhookconfigurations: byCertificates,
  }),
);

/** For kinds that are not known here: conditions that usually say whether all is well. */
const custom: Rule = (object) => [failing(object, 'Ready'), failing(object, 'Available')];

/** Kinds of which more than the metadata is needed to see problems. */
export const isJudgedByContent = ({ resource, group }: Pick<Resource, 'resource' | 'group'>): boolean =>
  resource === 'namespaces' || (BY_RESOURCE.get(resource) !== undefined && group !== groupNames().metrics);

/** Everything that keeps the object from its desired state; nothing when all is well. @param now in ms since 1970. */
export function diagnose(resource: Pick<Resource, 'resource'>, object: ApiObject, now = Date.now()): Problem[] {
  const rule = BY_RESOURCE.get(resource.resource) ?? custom;
  const problems = [...deletion(object), ...rule(object), ...expired(resource, object, now)];
  return problems.filter((problem): problem is Problem => problem !== undefined);
}

function expired(resource: Pick<Resource, 'resource'>, object: ApiObject, now: number): Problem[] {
  return expiriesOf(resource, object)
    .filter(({ notAfter }) => notAfter < now)
    .map(({ label, subject, notAfter }) => ({
      text: `The certificate ${subject} (${label}) has expired.`,
      since: new Date(notAfter).toISOString(),
    }));
}
