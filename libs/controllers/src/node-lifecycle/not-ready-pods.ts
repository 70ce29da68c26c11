import { ApiError, formatTime } from '@orch/apimachinery';
import { keyOf, type ResourceClient } from '@orch/client';
import type { EventRecorder } from '@orch/controller-kit';
import type { Pod } from '../shared/pod.js';

/** The pod with its condition Ready as False; undefined when it has no such condition or is not ready already. */
export function withoutReadiness(pod: Pod, nowMs: number): Pod | undefined {
  const { conditions = [] } = pod.status ?? {};
  const ready = conditions.find(({ type }) => type === 'Ready');
  if (!ready || ready.status === 'False') return undefined;
  const not = { ...ready, status: 'False', lastTransitionTime: formatTime(nowMs) };
  return { ...pod, status: { ...pod.status, conditions: conditions.map((one) => (one === ready ? not : one)) } };
}

/**
 * Marks a pod of a failed node as not ready, so that no service sends to it.
 * @throws ApiError Conflict when it was changed since it was read; others as the client.
 */
export async function markNotReady(
  pod: Pod,
  client: ResourceClient<Pod>,
  events: Pick<EventRecorder, 'record'>,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const marked = withoutReadiness(pod, nowMs);
  if (!marked) return;
  try {
    const { uid, resourceVersion } = pod.metadata;
    // A patch: the cache has not all of the pod.
    const body = { metadata: { uid, resourceVersion }, status: { conditions: marked.status?.conditions } };
    await client.subresource('status').patch(keyOf(pod), 'merge', body, { signal });
  } catch (err) {
    if (err instanceof ApiError && err.reason === 'NotFound') return;
    throw err;
  }
  events.record(pod, 'Warning', 'NodeNotReady', 'Node is not ready');
}
