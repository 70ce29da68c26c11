import { formatTime } from '@orch/apimachinery';
import { builtinResources } from '@orch/client';
import type { DemoObject, DemoReference } from './demo-object.js';
import { deployment, type DeploymentEntry } from './deployment.js';
import { pod, podLabels, podSpec, type PodEntry, type PodTemplate } from './pods.js';

const DEPLOYMENTS: readonly DeploymentEntry[] = [
  {
    namespace: 'shop',
    app: 'web',
    image: 'registry.example.com/shop/web:4.2.0',
    hash: '6c8d9f7b54',
    pods: [
      { suffix: 'x2x9p', node: 'node-a', state: 'running' },
      { suffix: 'k7m4d', node: 'node-b', state: 'running', restarts: 1 },
      { suffix: 'q9rzt', node: 'node-b', state: 'running' },
    ],
  },
  {
    namespace: 'shop',
    app: 'cart',
    image: 'registry.example.com/shop/cart:2.1.3',
    hash: '7f5b8c6d4f',
    pods: [
      { suffix: 'h5j2w', node: 'node-a', state: 'running' },
      { suffix: 'v8n6c', node: 'node-b', state: 'crashing', restarts: 12 },
    ],
  },
  {
    namespace: 'shop',
    app: 'search',
    image: 'registry.example.com/shop/search:1.0.0-rc9',
    hash: '5d4c7b9f68',
    pods: [{ suffix: 'b4t7g', node: 'node-a', state: 'imageMissing' }],
  },
  {
    namespace: 'payments',
    app: 'api',
    image: 'registry.example.com/payments/api:8.0.1',
    hash: '84f6d5c7b9',
    pods: [
      { suffix: 'm2c8x', node: 'node-a', state: 'running' },
      { suffix: 'z6w4r', node: 'node-b', state: 'running' },
    ],
  },
  {
    namespace: 'analytics',
    app: 'trainer',
    image: 'registry.example.com/analytics/trainer:0.9.2',
    hash: '66b7d8f9c5',
    pods: [{ suffix: 'p3s5k', state: 'unschedulable' }],
  },
];

const LEDGER: PodTemplate = {
  namespace: 'payments',
  app: 'ledger',
  image: 'registry.example.com/payments/ledger:3.3.0',
};
const LEDGER_PODS: readonly PodEntry[] = [
  { suffix: '0', node: 'node-a', state: 'running', claim: 'data-ledger-0' },
  { suffix: '1', node: 'node-b', state: 'running', claim: 'data-ledger-1' },
];
const COLLECTOR: PodTemplate = {
  namespace: 'analytics',
  app: 'collector',
  image: 'registry.example.com/collector:1.12',
};
const COLLECTOR_PODS: readonly PodEntry[] = [
  { suffix: 'd8v3n', node: 'node-a', state: 'running' },
  { suffix: 'j4q7b', node: 'node-b', state: 'running' },
];
const REPORT: PodTemplate = {
  namespace: 'analytics',
  app: 'report',
  image: 'registry.example.com/analytics/report:2.4',
};
const JOBS: readonly { readonly name: string; readonly pod: PodEntry }[] = [
  { name: 'report-29401620', pod: { suffix: 'c5k8z', node: 'node-b', state: 'succeeded' } },
  { name: 'report-29403060', pod: { suffix: 'w7d2h', node: 'node-a', state: 'failed' } },
  { name: 'report-29404500', pod: { suffix: 'f9x6m', node: 'node-b', state: 'running' } },
];

/** Workloads with what belongs to them. @param createdMs the time in their status. */
export function workloads(createdMs: number): DemoObject[] {
  return [
    ...DEPLOYMENTS.flatMap((entry) => deployment(entry, createdMs)),
    ...statefulSet(createdMs),
    ...daemonSet(createdMs),
    ...cronJob(createdMs),
  ];
}

const templateOf = (template: PodTemplate, more: object = {}): object => ({
  metadata: { labels: podLabels(template) },
  spec: { ...podSpec(template), ...more },
});

function statefulSet(createdMs: number): DemoObject[] {
  const { namespace, app } = LEDGER;
  const reference: DemoReference = { resource: builtinResources.statefulSets, namespace, name: app };
  const replicas = LEDGER_PODS.length;
  const selector = { matchLabels: podLabels(LEDGER) };
  return [
    {
      ...reference,
      content: { spec: { replicas, serviceName: app, selector, template: templateOf(LEDGER) } },
      status: {
        observedGeneration: 1,
        ...{ replicas, readyReplicas: replicas, availableReplicas: replicas },
        ...{ currentReplicas: replicas, updatedReplicas: replicas },
      },
    },
    ...LEDGER_PODS.map((entry) => pod(LEDGER, app, entry, reference, createdMs)),
  ];
}

function daemonSet(createdMs: number): DemoObject[] {
  const { namespace, app } = COLLECTOR;
  const reference: DemoReference = { resource: builtinResources.daemonSets, namespace, name: app };
  const count = COLLECTOR_PODS.length;
  return [
    {
      ...reference,
      content: { spec: { selector: { matchLabels: podLabels(COLLECTOR) }, template: templateOf(COLLECTOR) } },
      status: {
        observedGeneration: 1,
        ...{ desiredNumberScheduled: count, currentNumberScheduled: count, numberMisscheduled: 0 },
        ...{ updatedNumberScheduled: count, numberReady: count, numberAvailable: count },
      },
    },
    ...COLLECTOR_PODS.map((entry) => pod(COLLECTOR, app, entry, reference, createdMs)),
  ];
}

function cronJob(createdMs: number): DemoObject[] {
  const { namespace, app } = REPORT;
  const reference: DemoReference = { resource: builtinResources.cronJobs, namespace, name: app };
  const template = templateOf(REPORT, { restartPolicy: 'Never' });
  return [
    {
      ...reference,
      content: { spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template } } } },
      status: { lastScheduleTime: formatTime(createdMs) },
    },
    ...JOBS.flatMap((entry) => {
      const job: DemoReference = { resource: builtinResources.jobs, namespace, name: entry.name };
      return [
        { ...job, owner: reference, content: { spec: { template } }, status: jobStatus(entry.pod, createdMs) },
        pod(REPORT, entry.name, entry.pod, job, createdMs),
      ];
    }),
  ];
}

function jobStatus({ state }: PodEntry, createdMs: number): Record<string, unknown> {
  const time = formatTime(createdMs);
  const condition = (type: string, more: object = {}): object => ({
    ...{ type, status: 'True', lastProbeTime: time, lastTransitionTime: time },
    ...more,
  });
  const why = { reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' };
  if (state === 'running') return { startTime: time, active: 1, ready: 1 };
  if (state === 'succeeded') {
    const conditions = [condition('SuccessCriteriaMet'), condition('Complete')];
    return { startTime: time, completionTime: time, succeeded: 1, conditions };
  }
  return { startTime: time, failed: 1, conditions: [condition('FailureTarget', why), condition('Failed', why)] };
}
