import { formatTime } from '@orch/apimachinery';
import { builtinResources } from '@orch/client';
import type { DemoObject, DemoReference } from './demo-object.js';

/** How a pod of the demo is. */
type PodState = 'running' | 'crashing' | 'imageMissing' | 'unschedulable' | 'succeeded' | 'failed';

/** A pod as the tables of the demo declare it. */
export interface PodEntry {
  /** The last part of its name. */
  readonly suffix: string;
  /** Default: none; then it has no node either. */
  readonly node?: string;
  readonly state: PodState;
  /** Default: 0. */
  readonly restarts?: number;
  /** A claim that it mounts. Default: none. */
  readonly claim?: string;
}

/** What the pods of a workload have in common. */
export interface PodTemplate {
  readonly namespace: string;
  readonly app: string;
  readonly image: string;
}

/** Service account of all pods; each namespace of workloads has one. */
export const POD_ACCOUNT = 'app';

const CONTAINER = 'main';

export const podLabels = ({ app }: PodTemplate): Record<string, string> => ({ app });

/** `spec` of the pods, without the node. */
export const podSpec = (template: PodTemplate): Record<string, unknown> => ({
  serviceAccountName: POD_ACCOUNT,
  automountServiceAccountToken: false,
  containers: [
    {
      name: CONTAINER,
      image: template.image,
      ports: [{ containerPort: 8080 }],
      resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
    },
  ],
});

/** @param createdMs shown as the start of its containers. */
export function pod(
  template: PodTemplate,
  prefix: string,
  entry: PodEntry,
  owner: DemoReference,
  createdMs: number,
): DemoObject {
  const isOnce = entry.state === 'succeeded' || entry.state === 'failed';
  return {
    resource: builtinResources.pods,
    namespace: template.namespace,
    name: `${prefix}-${entry.suffix}`,
    labels: podLabels(template),
    owner,
    content: {
      spec: {
        ...podSpec(template),
        ...(entry.node !== undefined && { nodeName: entry.node }),
        ...(entry.claim !== undefined && {
          volumes: [{ name: 'data', persistentVolumeClaim: { claimName: entry.claim } }],
        }),
        ...(isOnce && { restartPolicy: 'Never' }),
      },
    },
    status: podStatus(template.image, entry, formatTime(createdMs)),
  };
}

const condition = (type: string, isTrue: boolean, time: string, more: object = {}): object => ({
  type,
  status: isTrue ? 'True' : 'False',
  lastTransitionTime: time,
  ...more,
});

function podStatus(image: string, { state, restarts = 0 }: PodEntry, time: string): Record<string, unknown> {
  if (state === 'unschedulable') {
    const why = { reason: 'Unschedulable', message: '0/3 nodes are available: 3 Insufficient memory.' };
    return { phase: 'Pending', conditions: [condition('PodScheduled', false, time, why)] };
  }
  const isReady = state === 'running';
  const notReady = isReady ? {} : { reason: 'ContainersNotReady', message: `containers with unready status: [main]` };
  const base = { name: CONTAINER, image, imageID: state === 'imageMissing' ? '' : image, restartCount: restarts };
  return {
    phase: { succeeded: 'Succeeded', failed: 'Failed', imageMissing: 'Pending', running: '', crashing: '' }[state] || 'Running', // prettier-ignore
    startTime: time,
    conditions: [
      condition('PodScheduled', true, time),
      condition('Initialized', true, time),
      condition('ContainersReady', isReady, time, notReady),
      condition('Ready', isReady, time, notReady),
    ],
    containerStatuses: [{ ...base, ready: isReady, started: isReady, ...containerState(state, image, time) }],
  };
}

function containerState(state: PodState, image: string, time: string): object {
  const ended = (exitCode: number, reason: string): object => ({
    terminated: { exitCode, reason, startedAt: time, finishedAt: time },
  });
  switch (state) {
    case 'succeeded':
      return { state: ended(0, 'Completed') };
    case 'failed':
      return { state: ended(1, 'Error') };
    case 'crashing':
      return {
        state: {
          waiting: {
            reason: 'CrashLoopBackOff',
            message: 'back-off 5m0s restarting failed container: no configuration for the payment provider',
          },
        },
        lastState: ended(1, 'Error'),
      };
    case 'imageMissing':
      return { state: { waiting: { reason: 'ImagePullBackOff', message: `the image ${image} cannot be pulled` } } };
    default:
      return { state: { running: { startedAt: time } } };
  }
}
