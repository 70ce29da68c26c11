import { formatTime, parseTimeMs } from '@orch/apimachinery';
import { conditionOf, type Node, type NodeCondition } from '../shared/node.js';

/** What is known of a node's heartbeats. Times are those of this process: clocks of machines differ. */
export interface NodeHealth {
  /** When the last heartbeat was seen. */
  readonly seenMs: number;
  /** Its condition Ready as it was seen last. */
  readonly ready: NodeCondition | undefined;
  /** When its Lease was renewed last, by the clock of the node. */
  readonly renewedMs: number | undefined;
}

export interface HealthObservation {
  readonly health: NodeHealth;
  /** Status of the condition Ready as the node has it; Unknown when it has none. */
  readonly observed: string;
  /** That status after `conditions` are written; undefined when the node has not reported and may take its time. */
  readonly current: string | undefined;
  /** Conditions to write, since the node is silent. */
  readonly conditions: readonly NodeCondition[] | undefined;
}

/** How long a node may be silent. Unit: milliseconds. */
export interface GracePeriods {
  readonly monitorGraceMs: number;
  /** Of a node that has never reported. */
  readonly startupGraceMs: number;
}

/** Conditions that are not known of a silent node. NetworkUnavailable is not its own. */
const REPORTED = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/**
 * Looks at the heartbeats of a node: a new heartbeat in its condition Ready, or a renewed Lease.
 * @param renewTime of its Lease, if it has one.
 */
export function observeHealth(
  before: NodeHealth | undefined,
  node: Node,
  renewTime: string | undefined,
  nowMs: number,
  { monitorGraceMs, startupGraceMs }: GracePeriods,
): HealthObservation {
  const ready = conditionOf(node, 'Ready');
  const renewedMs = renewTime === undefined ? undefined : parseTimeMs(renewTime);
  const isRenewed = renewedMs !== undefined && !(before?.renewedMs !== undefined && renewedMs <= before.renewedMs);
  const createdMs = parseTimeMs(node.metadata.creationTimestamp ?? '') ?? nowMs;
  const seenMs = isRenewed || hasReported(before, ready) ? nowMs : (before?.seenMs ?? createdMs);
  const health = { seenMs, ready, renewedMs: isRenewed ? renewedMs : before?.renewedMs };
  const isSilent = nowMs > seenMs + (ready ? monitorGraceMs : startupGraceMs);
  const conditions = isSilent && ready?.status !== 'Unknown' ? unknownConditions(node, nowMs) : undefined;
  const observed = ready?.status ?? 'Unknown';
  return { health, observed, current: conditions ? 'Unknown' : ready?.status, conditions };
}

/** Whether the condition Ready came, went, or has another heartbeat. A node that is seen first with it has just reported. */
const hasReported = (before: NodeHealth | undefined, ready: NodeCondition | undefined): boolean =>
  before === undefined || before.ready === undefined || ready === undefined
    ? (before?.ready === undefined) !== (ready === undefined)
    : before.ready.lastHeartbeatTime !== ready.lastHeartbeatTime;

function unknownConditions(node: Node, nowMs: number): readonly NodeCondition[] {
  const lastTransitionTime = formatTime(nowMs);
  const before = node.status?.conditions ?? [];
  const changed = before.map((condition) =>
    !REPORTED.includes(condition.type) || condition.status === 'Unknown'
      ? condition
      : {
          ...condition,
          ...{ status: 'Unknown', reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' },
          lastTransitionTime,
        },
  );
  const missing = REPORTED.filter((type) => !conditionOf(node, type)).map((type) => ({
    ...{ type, status: 'Unknown', reason: 'NodeStatusNeverUpdated', message: 'Kubelet never posted node status.' },
    lastHeartbeatTime: node.metadata.creationTimestamp ?? null,
    lastTransitionTime,
  }));
  return [...changed, ...missing];
}
