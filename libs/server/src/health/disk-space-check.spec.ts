import type { Storage } from '@orch/storage';
import { FakeClock } from '@orch/apimachinery';
import { StartState } from './start-state.js';
import { healthEndpoints } from './health-endpoints.js';
import { healthReport } from './health-checks.js';

it('a server whose disk is full is not ready but live, and is ready again when there is space', async () => {
  const disk: { diskFull: string | undefined } = { diskFull: 'the disk is full: free or add space' };
  const storage = Object.assign(disk, { get: () => Promise.resolve(undefined) }) as unknown as Storage;
  const state = new StartState();
  state.markStarted();
  const endpoints = healthEndpoints(state, [{ name: 'main', storage }], new FakeClock(), { isFollowing: true });
  const query = { verbose: true, exclude: [] };
  const reasons: unknown[] = [];
  const ready = () => healthReport('readyz', endpoints.readyz, query, (_name, error) => reasons.push(error));
  expect((await ready()).failed).toEqual(['disk-space']);
  expect(reasons).toEqual([expect.objectContaining({ message: 'the disk is full: free or add space' })]);
  expect((await healthReport('livez', endpoints.livez, query)).healthy).toBe(true);
  disk.diskFull = undefined;
  expect((await ready()).healthy).toBe(true);
});
