import type { ControllerRuntime } from '../controller/controller-runtime.js';

/** Why the process is not ready; undefined: its caches are synced and shared work queues are reachable, also while it waits for the Lease. */
export function readiness({
  phase,
  sharedQueues,
}: Pick<ControllerRuntime, 'phase' | 'sharedQueues'>): string | undefined {
  if (phase !== 'ready') return `controllers: ${phase}`;
  if (sharedQueues?.isConnected === false) return 'work queue: Redis is unreachable';
  return undefined;
}
