import { FakeClock } from '@orch/apimachinery';
import type { SharedStorage, SharedStorageStatus, Storage } from '@orch/storage';
import { StartState } from './start-state.js';
import { healthReport } from './health-checks.js';
import { healthEndpoints } from './health-endpoints.js';
import { storageCheck } from './storage-check.js';

const clock = new FakeClock();
const well: SharedStorageStatus = {
  connected: true,
  newestRevision: 12,
  behindMs: 0,
  logLength: 7,
  reconnects: 1,
  rebuilds: 2,
  unsafeSettings: [],
};
const embedded = (get: () => Promise<undefined> = () => Promise.resolve(undefined)) => ({ get }) as unknown as Storage;
const shared = (status: Partial<SharedStorageStatus> = {}, confirm = () => Promise.resolve(12)) =>
  ({ revision: 12, confirm, status: () => ({ ...well, ...status }) }) as unknown as SharedStorage;
const report = async (...storages: Storage[]) => {
  const reasons: string[] = [];
  const stores = storages.map((storage, i) => ({ name: i === 0 ? 'main' : '/events', storage }));
  const result = healthReport('readyz', [storageCheck(stores, clock)], { verbose: true, exclude: [] }, (_name, error) =>
    reasons.push((error as Error).message),
  );
  return { result, reasons };
};
const text = async (...storages: Storage[]) => (await (await report(...storages)).result).text.split('\n')[0];
const reason = async (...storages: Storage[]) => {
  const { result, reasons } = await report(...storages);
  expect((await result).text).toContain('[-]storage failed: reason withheld');
  return reasons[0];
};

describe('storage check', () => {
  it('C-294 is one line without details on the embedded store', async () =>
    expect(await text(embedded())).toBe('[+]storage ok'));
  it('shows how far this server is behind each shared store', async () =>
    expect(await text(shared({ newestRevision: 15, behindMs: 39.2 }), shared())).toBe(
      '[+]storage ok: main: 3 revisions behind for 40 ms, 7 changes of history, 1 reconnect, 2 rebuilds; /events: 0 revisions behind, 7 changes of history, 1 reconnect, 2 rebuilds',
    ));
  it('shows the average duration of calls', async () => {
    const calls = new Map([['commit', { sum: 0.003, total: 2 }]]);
    const check = storageCheck([{ name: 'main', storage: shared(), telemetry: { calls } }], clock);
    expect(await check.check()).toMatch(/, 2 rebuilds, commit 1\.5 ms$/);
  });
  it('fails when a store is disconnected', async () =>
    expect(await reason(shared(), shared({ connected: false }))).toMatch(
      /^store \/events: not connected, 0 revisions/,
    ));
  it('fails when the settings of a store are no longer safe', async () =>
    expect(await reason(shared({ unsafeSettings: ['maxmemory-policy is allkeys-lru'] }))).toBe(
      'store main: its settings are not safe: maxmemory-policy is allkeys-lru',
    ));
  it('fails when this server is more than five seconds behind', async () => {
    expect(await text(shared({ behindMs: 5_000 }))).toContain('[+]storage ok');
    expect(await reason(shared({ behindMs: 5_001 }))).toMatch(/^store main: this server is behind: .* for 5001 ms/);
  });
  it('fails when a call of the store fails', async () =>
    expect(await reason(shared({}, () => Promise.reject(new Error('gone'))))).toBe('store main: gone'));
  const silent = () => new Promise<never>(() => undefined);
  it.each([
    ['embedded', embedded(silent)],
    ['shared', shared({}, silent)],
  ])('does not wait for a store that does not answer (%s)', async (_name, storage) => {
    const { result, reasons } = await report(storage);
    clock.advance(2_000);
    expect((await result).healthy).toBe(false);
    expect(reasons).toEqual(['store main: no answer within 2000 ms']);
    expect(clock.pending).toBe(0);
  });
});

describe('livez', () => {
  const names = (storage: Storage) =>
    healthEndpoints(new StartState(), [{ name: 'main', storage }], clock, { isFollowing: true }).livez.map(
      ({ name }) => name,
    );
  it('C-294 reads from the embedded store', () => expect(names(embedded())).toEqual(['ping', 'storage']));
  it('livez does not check an external store', () => expect(names(shared())).toEqual(['ping']));
});
