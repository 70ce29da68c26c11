import { FakeClock } from '@orch/apimachinery';
import { StartState } from './start-state.js';
import { healthReport } from './health-checks.js';
import { healthEndpoints } from './health-endpoints.js';

it('C-294 a server that loads its objects anew is not ready, and needs no restart', async () => {
  const state = new StartState();
  state.markStarted();
  const endpoints = healthEndpoints(state, [], new FakeClock(), { isFollowing: false });
  const question = { verbose: true, exclude: [] };
  expect((await healthReport('readyz', endpoints.readyz, question)).failed).toEqual(['caches']);
  expect((await healthReport('livez', endpoints.livez, question)).failed).toEqual([]);
});
