import { formatMicroTime, formatTime } from '@orch/apimachinery';
import { builtinResources } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import type { DemoObject } from './demo-object.js';
import { POD_ACCOUNT } from './pods.js';

/** Namespaces of workloads. */
const NAMESPACES = ['shop', 'payments', 'analytics'] as const;
/** A namespace that is deleted, and stays because of an object with a finalizer. */
export const TERMINATING_NAMESPACE = 'legacy-billing';
/** A controller outside of the control plane that renews its Lease, and one that no longer does. */
export const LIVE_OPERATOR = 'report-operator';
export const FAILING_OPERATOR = 'backup-operator';
/** Age of the last renewal of the Lease of the failing one. Unit: milliseconds. */
const SILENT_MS = 1_800_000;

const NODES = [
  { name: 'node-a', zone: 'zone-1' },
  { name: 'node-b', zone: 'zone-2' },
  { name: 'node-c', zone: 'zone-2', isCordoned: true },
] as const;

export const NODE_NAMES: readonly string[] = NODES.map(({ name }) => name);

/** Nodes with their Leases, which the activity renews. */
function nodes(vocabulary: Vocabulary, nowMs: number): DemoObject[] {
  const capacity = { cpu: '4', memory: '8Gi', pods: '110' };
  const times = { lastHeartbeatTime: formatTime(nowMs), lastTransitionTime: formatTime(nowMs) };
  const ready = { type: 'Ready', status: 'True', reason: 'AgentReady', message: 'the node agent is ready', ...times };
  return NODES.flatMap(({ name, zone, ...more }) => [
    {
      resource: builtinResources.nodes,
      name,
      labels: { [vocabulary.labels.hostname]: name, [vocabulary.labels.zone]: zone },
      content: { spec: 'isCordoned' in more ? { unschedulable: true } : {} },
      status: { capacity, allocatable: capacity, conditions: [ready] },
    },
    lease(vocabulary.namespaces.nodeLease, name, name, nowMs),
  ]);
}

const lease = (namespace: string, name: string, holderIdentity: string, renewedMs: number): DemoObject => ({
  resource: builtinResources.leases,
  namespace,
  name,
  content: { spec: { holderIdentity, leaseDurationSeconds: 40, renewTime: formatMicroTime(renewedMs) } },
});

const namespaceOf = (name: string): DemoObject => ({ resource: builtinResources.namespaces, name });

/** What everything else needs: namespaces, accounts, nodes; then Leases of operators, and what keeps a namespace. */
export function cluster(vocabulary: Vocabulary, nowMs: number): DemoObject[] {
  return [
    ...[...NAMESPACES, TERMINATING_NAMESPACE].map(namespaceOf),
    ...NAMESPACES.map((namespace) => ({ resource: builtinResources.serviceAccounts, namespace, name: POD_ACCOUNT })),
    ...nodes(vocabulary, nowMs),
    lease('analytics', LIVE_OPERATOR, `${LIVE_OPERATOR}-0`, nowMs),
    lease('analytics', FAILING_OPERATOR, `${FAILING_OPERATOR}-0`, nowMs - SILENT_MS),
    {
      resource: builtinResources.configMaps,
      namespace: TERMINATING_NAMESPACE,
      name: 'invoices-2019',
      finalizers: ['backup.example.com/archive'],
      content: { data: { state: 'waits for the archive' } },
    },
  ];
}
