import type { Storage } from '@orch/storage';
import type { StartState } from '../bootstrap/start-state.js';
import type { HealthCheck } from './health-checks.js';
import type { HealthEndpoints } from './health-handler.js';

/** Answers at all: the event loop turns. */
const ping: HealthCheck = { name: 'ping', check: () => undefined };

/**
 * Which checks stand behind which endpoint: `livez` asks whether a restart would help, `readyz` whether to send requests here.
 */
export function healthEndpoints(state: StartState, storage: Storage): HealthEndpoints {
  const store = storageCheck(storage);
  const live = [ping, store];
  const started = [...live, state.startCheck];
  return { livez: live, healthz: started, readyz: [...started, state.shutdownCheck] };
}

/** Whether the store answers. */
export const storageCheck = (storage: Storage): HealthCheck => ({
  name: 'storage',
  check: async () => void (await storage.get(PROBE_KEY)),
});

/** A key nobody writes: reading it shows that the store answers. */
const PROBE_KEY = '/health-probe';
