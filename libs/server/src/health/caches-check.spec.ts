import { FakeClock } from '@orch/apimachinery';
import { StartState } from './start-state.js';
import { healthReport } from './health-checks.js';
import { healthEndpoints } from './health-endpoints.js';

it('C-294 a server that reloads its objects is not ready, but live', async () => {
  const state = new StartState();
  state.markStarted();
  const endpoints = healthEndpoints(state, [], new FakeClock(), { isFollowing: false });
  const query = { verbose: true, exclude: [] };
  expect((await healthReport('readyz', endpoints.readyz, query)).failed).toEqual(['caches']);
  expect((await healthReport('livez', endpoints.livez, query)).failed).toEqual([]);
});
