import { ApiError } from '@orch/apimachinery';
import { keyOf, type ResourceClient } from '@orch/client';
import type { Node } from '../shared/node.js';
import { changedTaints, type TaintChange } from './taints.js';

const MAX_TRIES = 5;

/**
 * Changes taints of a node; nothing is written when they are right. A node that was changed since it was read is read again.
 * @returns the node as it is then; undefined when it is gone.
 * @throws ApiError, TransportError as the client.
 */
export async function writeTaints(
  client: ResourceClient<Node>,
  node: Node,
  change: TaintChange,
  nowMs: number,
  signal: AbortSignal,
): Promise<Node | undefined> {
  const key = keyOf(node);
  let current: Node | undefined = node;
  for (let left = MAX_TRIES; current; left--) {
    const taints = changedTaints(current, change, nowMs);
    if (!taints) return current;
    const { uid, resourceVersion } = current.metadata;
    const body = { metadata: { uid, resourceVersion }, spec: { taints: taints.length === 0 ? null : taints } };
    try {
      return await client.patch(key, 'merge', body, { signal });
    } catch (err) {
      if (!(err instanceof ApiError)) throw err;
      if (err.reason === 'NotFound') return undefined;
      if (err.reason !== 'Conflict' || left <= 1) throw err;
    }
    current = await client.find(key, { signal });
  }
  return undefined;
}
