import { builtinResources } from '@orch/client';
import { FAILING_OPERATOR } from './cluster.js';
import type { DemoEvent } from './demo-object.js';

const { cronJobs, deployments, persistentVolumeClaims, pods } = builtinResources;

/** What happened before anyone looked; the activity repeats some of them. */
export const EVENTS = {
  scaled: {
    about: { resource: deployments, namespace: 'shop', name: 'web' },
    type: 'Normal',
    reason: 'ScalingReplicaSet',
    message: 'Scaled up replica set web-6c8d9f7b54 to 3',
    component: 'deployment-controller',
  },
  backOff: {
    about: { resource: pods, namespace: 'shop', name: 'cart-7f5b8c6d4f-v8n6c' },
    type: 'Warning',
    reason: 'BackOff',
    message: 'Back-off restarting failed container main',
    component: 'node-agent',
  },
  unhealthy: {
    about: { resource: pods, namespace: 'shop', name: 'web-6c8d9f7b54-x2x9p' },
    type: 'Warning',
    reason: 'Unhealthy',
    message: 'Readiness probe failed: HTTP probe failed with status code 503',
    component: 'node-agent',
  },
  pulling: {
    about: { resource: pods, namespace: 'shop', name: 'search-5d4c7b9f68-b4t7g' },
    type: 'Warning',
    reason: 'Failed',
    message: 'The image registry.example.com/shop/search:1.0.0-rc9 cannot be pulled: not found',
    component: 'node-agent',
  },
  unschedulable: {
    about: { resource: pods, namespace: 'analytics', name: 'trainer-66b7d8f9c5-p3s5k' },
    type: 'Warning',
    reason: 'FailedScheduling',
    message: '0/3 nodes are available: 3 Insufficient memory.',
    component: 'scheduler',
  },
  backup: {
    about: { resource: persistentVolumeClaims, namespace: 'payments', name: 'data-ledger-0' },
    type: 'Warning',
    reason: 'BackupFailed',
    message: 'The bucket ledger-backups answers 403: the credentials have expired',
    component: FAILING_OPERATOR,
  },
  report: {
    about: { resource: cronJobs, namespace: 'analytics', name: 'report' },
    type: 'Normal',
    reason: 'SuccessfulCreate',
    message: 'Created job report-29404500',
    component: 'cronjob-controller',
  },
} as const satisfies Readonly<Record<string, DemoEvent>>;
