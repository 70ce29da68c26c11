import { type ApiObject, at, listAt, textAt } from '../../api/object';
import type { Resource } from '../../api/resource';
import type { Action, ActionsOf } from './action';
import { decide, evict, patch } from './requests';

const scale: ActionsOf = (object) => [
  {
    text: 'Scale…',
    explanation: 'The controller starts or stops pods until there are as many.',
    verb: 'patch',
    subresource: 'scale',
    question: { label: 'Replicas', current: Number(at(object, 'spec', 'replicas') ?? 1) },
    run: (client, address, replicas) => patch(client, address, { spec: { replicas } }, 'scale'),
  },
];

const restart: ActionsOf = () => [
  {
    text: 'Restart…',
    explanation: 'All pods are replaced, as the update strategy says.',
    verb: 'patch',
    run: (client, address) => {
      const annotations = { 'dashboard/restarted-at': new Date().toISOString() };
      return patch(client, address, { spec: { template: { metadata: { annotations } } } });
    },
  },
];

const suspend: ActionsOf = (object) => {
  const isSuspended = at(object, 'spec', 'suspend') === true;
  return [
    {
      text: isSuspended ? 'Resume…' : 'Suspend…',
      explanation: isSuspended ? 'It goes on from here.' : 'Nothing new is started until it is resumed.',
      verb: 'patch',
      run: (client, address) => patch(client, address, { spec: { suspend: !isSuspended } }),
    },
  ];
};

const cordon: ActionsOf = (object) => {
  const isCordoned = at(object, 'spec', 'unschedulable') === true;
  return [
    {
      text: isCordoned ? 'Uncordon…' : 'Cordon…',
      explanation: isCordoned
        ? 'New pods may be assigned to it again.'
        : 'No new pods are assigned to it; those on it stay.',
      verb: 'patch',
      run: (client, address) => patch(client, address, { spec: { unschedulable: isCordoned ? null : true } }),
    },
  ];
};

const eviction: ActionsOf = () => [
  {
    text: 'Evict…',
    explanation: 'The pod is deleted unless a disruption budget forbids it.',
    isDangerous: true,
    verb: 'create',
    subresource: 'eviction',
    run: evict,
  },
];

const approval: ActionsOf = (object) => {
  const isDecided = listAt(object, 'status', 'conditions').some((condition) =>
    ['Approved', 'Denied'].includes(textAt(condition, 'type')),
  );
  if (isDecided) return [];
  const signer = textAt(object, 'spec', 'signerName');
  const user = textAt(object, 'spec', 'username');
  return [
    {
      text: 'Approve…',
      explanation: `The signer ${signer} issues the certificate that ${user} asked for. This cannot be taken back.`,
      verb: 'update',
      subresource: 'approval',
      run: (client, address) => decide(client, address, 'Approved'),
    },
    {
      text: 'Deny…',
      explanation: `No certificate is issued to ${user} for this request. This cannot be taken back.`,
      isDangerous: true,
      verb: 'update',
      subresource: 'approval',
      run: (client, address) => decide(client, address, 'Denied'),
    },
  ];
};

const finalizers: ActionsOf = ({ metadata }) => {
  if (metadata.deletionTimestamp === undefined || (metadata.finalizers ?? []).length === 0) return [];
  return [
    {
      text: 'Remove finalizers…',
      explanation: `The object disappears at once, without what ${metadata.finalizers?.join(', ')} would have done: things outside may be left behind. Do this only when the controller that owns the finalizer is gone for good.`,
      isDangerous: true,
      verb: 'patch',
      run: (client, address) => patch(client, address, { metadata: { finalizers: null } }),
    },
  ];
};

const BY_RESOURCE: ReadonlyMap<string, readonly ActionsOf[]> = new Map(
  Object.entries<readonly ActionsOf[]>({
    certificatesigningrequests: [approval],
    cronjobs: [suspend],
    daemonsets: [restart],
    deployments: [scale, restart],
    jobs: [suspend],
    nodes: [cordon],
    pods: [eviction],
    replicasets: [scale],
    replicationcontrollers: [scale],
    statefulsets: [scale, restart],
  }),
);

/** What can be done with the object now, by a user with the rights. */
export function actionsOf(resource: Resource, object: ApiObject): Action[] {
  return [...(BY_RESOURCE.get(resource.resource) ?? []), finalizers].flatMap((actions) => actions(object));
}
