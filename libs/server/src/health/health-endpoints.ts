import type { Clock } from '@orch/apimachinery';
import { isShared } from '@orch/storage';
import type { StartState } from './start-state.js';
import { cachesCheck } from './caches-check.js';
import { diskSpaceCheck } from './disk-space-check.js';
import type { HealthCheck, HealthEndpoints } from './health-checks.js';
import { type CheckedStore, storageCheck } from './storage-check.js';

/** Answers at all: the event loop turns. */
const ping: HealthCheck = { name: 'ping', check: () => undefined };

/**
 * Which checks stand behind which endpoint: `livez` asks whether a restart would help, `readyz` whether to send requests here.
 * A store that others serve does not come back by a restart of ours.
 */
export function healthEndpoints(
  state: StartState,
  stores: readonly CheckedStore[],
  clock: Clock,
  registry: { readonly isFollowing: boolean },
): HealthEndpoints {
  const store = storageCheck(stores, clock);
  const isOurs = stores.every(({ storage }) => !isShared(storage));
  const started = [ping, store, state.startCheck];
  const ready = [...started, cachesCheck(registry), diskSpaceCheck(stores), state.shutdownCheck];
  return { livez: isOurs ? [ping, store] : [ping], healthz: started, readyz: ready };
}
