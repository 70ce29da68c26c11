import { formatTime } from '@orch/apimachinery';
import { builtinResources } from '@orch/client';
import type { DemoObject, DemoReference } from './demo-object.js';
import { pod, podLabels, podSpec, type PodEntry, type PodTemplate } from './pods.js';

/** A Deployment as the tables of the demo declare it. */
export interface DeploymentEntry extends PodTemplate {
  /** Of its ReplicaSet. */
  readonly hash: string;
  readonly pods: readonly PodEntry[];
}

/** The Deployment, its ReplicaSet and its pods, with the status that their controllers would write. */
export function deployment(entry: DeploymentEntry, createdMs: number): DemoObject[] {
  const { namespace, app, hash } = entry;
  const labels = podLabels(entry);
  const template = { metadata: { labels }, spec: podSpec(entry) };
  const ready = entry.pods.filter(({ state }) => state === 'running').length;
  const wanted = entry.pods.length;
  const content = { spec: { replicas: wanted, selector: { matchLabels: labels }, template } };
  const counts = { observedGeneration: 1, replicas: wanted, readyReplicas: ready, availableReplicas: ready };
  const reference: DemoReference = { resource: builtinResources.deployments, namespace, name: app };
  const set: DemoReference = { resource: builtinResources.replicaSets, namespace, name: `${app}-${hash}` };
  return [
    {
      ...reference,
      labels,
      content,
      status: {
        ...counts,
        updatedReplicas: wanted,
        unavailableReplicas: wanted - ready,
        conditions: deploymentConditions(set.name, ready, wanted, formatTime(createdMs)),
      },
    },
    { ...set, labels, owner: reference, content, status: { ...counts, fullyLabeledReplicas: wanted } },
    ...entry.pods.map((one) => pod(entry, set.name, one, set, createdMs)),
  ];
}

function deploymentConditions(set: string, ready: number, wanted: number, time: string): object[] {
  const times = { lastUpdateTime: time, lastTransitionTime: time };
  const isAvailable = ready * 4 >= wanted * 3;
  return [
    {
      type: 'Available',
      status: isAvailable ? 'True' : 'False',
      reason: isAvailable ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
      message: `Deployment ${isAvailable ? 'has' : 'does not have'} minimum availability.`,
      ...times,
    },
    {
      type: 'Progressing',
      status: ready > 0 ? 'True' : 'False',
      reason: ready > 0 ? 'NewReplicaSetAvailable' : 'ProgressDeadlineExceeded',
      message: `ReplicaSet "${set}" ${ready > 0 ? 'has successfully progressed' : 'has timed out progressing'}.`,
      ...times,
    },
  ];
}
