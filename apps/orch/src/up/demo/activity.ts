import { formatMicroTime, formatTime } from '@orch/apimachinery';
import { builtinResources, type HasMetadata } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import { LIVE_OPERATOR, NODE_NAMES } from './cluster.js';
import type { DemoEvent, DemoReference } from './demo-object.js';
import { EVENTS } from './events.js';

/** One thing that happens: the object is read, patched and, with an event, reported. */
export interface Change {
  readonly of: DemoReference;
  /** Of the subresource `status`. Default: of the object. */
  readonly isStatus?: boolean;
  /** The merge patch for the object as it is now. */
  readonly patch: (now: HasMetadata & Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

interface Step {
  readonly changes: readonly Change[];
  readonly events: readonly DemoEvent[];
}

type Activity = (round: number, nowMs: number) => Step;

const { configMaps, cronJobs, deployments, leases, pods } = builtinResources;

const renew =
  (vocabulary: Vocabulary): Activity =>
  (_, nowMs) => {
    const patch = () => ({ spec: { renewTime: formatMicroTime(nowMs) } });
    const namespace = vocabulary.namespaces.nodeLease;
    const ofNodes = NODE_NAMES.map((name) => ({ of: { resource: leases, namespace, name }, patch }));
    const ofOperator = { of: { resource: leases, namespace: 'analytics', name: LIVE_OPERATOR }, patch };
    return { changes: [...ofNodes, ofOperator], events: [] };
  };

/** A pod of `web` fails its probe in every other round, and its Deployment counts it. */
const probe: Activity = (round, nowMs) => {
  const isReady = round % 2 === 1;
  const ready = isReady ? 3 : 2;
  const counts = { readyReplicas: ready, availableReplicas: ready };
  const conditionsOf = (names: readonly string[], now: unknown): unknown[] =>
    listIn(now, 'conditions').map((entry) =>
      names.includes(entry['type'] as string)
        ? { ...entry, status: isReady ? 'True' : 'False', lastTransitionTime: formatTime(nowMs) }
        : entry,
    );
  const ofWeb = (resource: DemoReference['resource'], name: string): DemoReference => ({
    resource,
    namespace: 'shop',
    name,
  });
  return {
    changes: [
      {
        of: EVENTS.unhealthy.about,
        isStatus: true,
        patch: (now) => ({
          status: {
            conditions: conditionsOf(['Ready', 'ContainersReady'], now),
            containerStatuses: listIn(now, 'containerStatuses').map((entry) => ({ ...entry, ready: isReady })),
          },
        }),
      },
      {
        of: ofWeb(builtinResources.replicaSets, 'web-6c8d9f7b54'),
        isStatus: true,
        patch: () => ({ status: counts }),
      },
      {
        of: ofWeb(deployments, 'web'),
        isStatus: true,
        patch: () => ({ status: { ...counts, unavailableReplicas: 3 - ready } }),
      },
    ],
    events: isReady ? [] : [EVENTS.unhealthy],
  };
};

const restart: Activity = () => ({
  changes: [
    {
      of: EVENTS.backOff.about,
      isStatus: true,
      patch: (now) => ({
        status: {
          containerStatuses: listIn(now, 'containerStatuses').map((entry) => ({
            ...entry,
            restartCount: Number(entry['restartCount'] ?? 0) + 1,
          })),
        },
      }),
    },
  ],
  events: [EVENTS.backOff],
});

/** A rollout of a feature, from 5 to 100 percent and again. */
const rollOut: Activity = (round) => ({
  changes: [
    {
      of: { resource: configMaps, namespace: 'shop', name: 'feature-flags' },
      patch: () => ({ data: { rollout: String((round % 20) * 5 + 5) } }),
    },
  ],
  events: [],
});

const schedule: Activity = (_, nowMs) => ({
  changes: [
    {
      of: { resource: cronJobs, namespace: 'analytics', name: 'report' },
      isStatus: true,
      patch: () => ({ status: { lastScheduleTime: formatTime(nowMs) } }),
    },
  ],
  events: [EVENTS.report],
});

const fail =
  (event: DemoEvent): Activity =>
  () => ({ changes: [], events: [event] });

/** A pod of the ledger is touched by its operator. */
const annotate: Activity = (_, nowMs) => ({
  changes: [
    {
      of: { resource: pods, namespace: 'payments', name: 'ledger-0' },
      patch: () => ({ metadata: { annotations: { 'example.com/checked-at': formatTime(nowMs) } } }),
    },
  ],
  events: [],
});

/** Entries of a list in the status; none when there is no such list. */
function listIn(object: unknown, field: string): Readonly<Record<string, unknown>>[] {
  const found = (object as { status?: Record<string, unknown> }).status?.[field];
  return Array.isArray(found) ? (found as Record<string, unknown>[]) : [];
}

/**
 * What happens in step `n`, `n` = 0, 1, ...: always the same, only the times differ. No step creates anything except events, which are counted, so
 * that the number of objects is bounded. Leases are renewed once a round, which must be more often than nodes may be silent.
 */
export function stepAt(vocabulary: Vocabulary, n: number, nowMs: number): Step {
  const activities: readonly Activity[] = [
    renew(vocabulary),
    probe,
    restart,
    rollOut,
    fail(EVENTS.unschedulable),
    schedule,
    fail(EVENTS.backup),
    annotate,
    fail(EVENTS.pulling),
  ];
  const activity = activities[n % activities.length]!;
  return activity(Math.floor(n / activities.length), nowMs);
}
