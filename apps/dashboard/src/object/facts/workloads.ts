import { type ApiObject, at, listAt, textAt } from '../../api/object';
import { formatAge, formatSpan } from '../../ui/age';
import { type Fact, stated } from './fact';
import { selectorFacts } from './selectors';

const images = (podSpec: unknown): string =>
  [...listAt(podSpec, 'initContainers'), ...listAt(podSpec, 'containers')]
    .map((container) => textAt(container, 'image'))
    .join(', ');

/** Deployment, ReplicaSet, StatefulSet and ReplicationController. */
export function replicaFacts(object: ApiObject): Fact[] {
  const desired = Number(at(object, 'spec', 'replicas') ?? 1);
  const ready = Number(at(object, 'status', 'readyReplicas') ?? 0);
  const updated = textAt(object, 'status', 'updatedReplicas');
  return stated([
    { label: 'Ready', value: `${ready} of ${desired}`, tone: ready >= desired ? 'good' : 'warn' },
    { label: 'Updated', value: updated === '' ? '' : `${updated} of ${desired}` },
    {
      label: 'Strategy',
      value: textAt(object, 'spec', 'strategy', 'type') || textAt(object, 'spec', 'updateStrategy', 'type'),
    },
    { label: 'Paused', value: at(object, 'spec', 'paused') === true ? 'yes' : '', tone: 'warn' },
    ...selectorFacts(object),
    { label: 'Images', value: images(at(object, 'spec', 'template', 'spec')) },
  ]);
}

export function daemonSetFacts(object: ApiObject): Fact[] {
  const desired = Number(at(object, 'status', 'desiredNumberScheduled') ?? 0);
  const ready = Number(at(object, 'status', 'numberReady') ?? 0);
  return stated([
    { label: 'Ready', value: `${ready} of ${desired} nodes`, tone: ready >= desired ? 'good' : 'warn' },
    ...selectorFacts(object),
    { label: 'Images', value: images(at(object, 'spec', 'template', 'spec')) },
  ]);
}

export function jobFacts(object: ApiObject): Fact[] {
  const began = textAt(object, 'status', 'startTime');
  const ended = textAt(object, 'status', 'completionTime');
  const failed = textAt(object, 'status', 'failed');
  return stated([
    {
      label: 'Succeeded',
      value: `${textAt(object, 'status', 'succeeded') || '0'} of ${textAt(object, 'spec', 'completions') || '1'}`,
    },
    { label: 'Failed', value: failed === '0' ? '' : failed, tone: 'bad' },
    { label: 'Suspended', value: at(object, 'spec', 'suspend') === true ? 'yes' : '', tone: 'warn' },
    ...selectorFacts(object),
    { label: 'Duration', value: began === '' || ended === '' ? '' : formatSpan(Date.parse(ended) - Date.parse(began)) },
    { label: 'Images', value: images(at(object, 'spec', 'template', 'spec')) },
  ]);
}

export function cronJobFacts(object: ApiObject): Fact[] {
  const last = textAt(object, 'status', 'lastScheduleTime');
  return stated([
    { label: 'Schedule', value: `${textAt(object, 'spec', 'schedule')} ${textAt(object, 'spec', 'timeZone')}`.trim() },
    {
      label: 'Suspended',
      value: at(object, 'spec', 'suspend') === true ? 'yes' : 'no',
      tone: at(object, 'spec', 'suspend') === true ? 'warn' : '',
    },
    { label: 'Last run', value: last === '' ? 'never' : `${formatAge(last)} ago` },
    { label: 'Images', value: images(at(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec')) },
  ]);
}

export function podFacts(object: ApiObject): Fact[] {
  const node = textAt(object, 'spec', 'nodeName');
  const account = textAt(object, 'spec', 'serviceAccountName');
  const restarts = listAt(object, 'status', 'containerStatuses').reduce<number>(
    (sum, container) => sum + Number(at(container, 'restartCount') ?? 0),
    0,
  );
  const phase = textAt(object, 'status', 'phase');
  return stated([
    { label: 'Phase', value: phase, tone: phase === 'Failed' ? 'bad' : phase === 'Pending' ? 'warn' : 'good' },
    { label: 'Node', value: node, link: { resource: 'nodes', namespace: '', name: node } },
    { label: 'Address', value: textAt(object, 'status', 'podIP') },
    { label: 'Service account', value: account, link: { resource: 'serviceaccounts', name: account } },
    { label: 'Quality of service', value: textAt(object, 'status', 'qosClass') },
    { label: 'Priority', value: textAt(object, 'spec', 'priorityClassName') },
    { label: 'Restarts', value: restarts === 0 ? '' : String(restarts), tone: 'warn' },
    { label: 'Images', value: images(at(object, 'spec')) },
  ]);
}
