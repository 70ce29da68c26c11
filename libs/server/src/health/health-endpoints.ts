import type { Clock } from '@orch/apimachinery';
import { isShared } from '@orch/storage';
import type { StartState } from './start-state.js';
import { cachesCheck } from './caches-check.js';
import { diskSpaceCheck } from './disk-space-check.js';
import type { HealthCheck, HealthEndpoints } from './health-checks.js';
import { type CheckedStore, storageCheck } from './storage-check.js';

/** Succeeds when the event loop runs. */
const ping: HealthCheck = { name: 'ping', check: () => undefined };

/**
 * The checks of each endpoint: `livez` fails when a restart would help, `readyz` when clients should use another
 * server. An external store is not part of `livez`, because a restart of this server does not repair it.
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
