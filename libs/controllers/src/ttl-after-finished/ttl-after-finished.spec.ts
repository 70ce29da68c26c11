import { FakeClock, formatTime } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { jobs, type Job, type JobCondition } from './job.js';
import { expiryTime } from './plan.js';
import { TtlAfterFinishedReconciler } from './reconciler.js';

const T0 = Date.UTC(2024, 0, 1);
const signal = new AbortController().signal;
const key = { namespace: 'n', name: 'j' };

const job = (ttlSecondsAfterFinished: number | undefined, conditions?: JobCondition[], more: object = {}): Job => ({
  metadata: { ...key, ...more },
  spec: ttlSecondsAfterFinished === undefined ? {} : { ttlSecondsAfterFinished },
  status: conditions ? { conditions } : {},
});
const condition = (type: string, status = 'True', atMs = T0): JobCondition => ({
  type,
  status,
  lastTransitionTime: formatTime(atMs),
});

describe('expiry of a Job', () => {
  const table: [name: string, job: Job, want: number | undefined][] = [
    ['completed', job(10, [condition('Complete')]), T0 + 10_000],
    ['failed', job(10, [condition('Failed')]), T0 + 10_000],
    ['at once', job(0, [condition('Complete')]), T0],
    ['the condition that is true counts', job(5, [condition('Failed', 'False', 0), condition('Complete')]), T0 + 5_000],
    ['conditions on the way to the end do not count', job(5, [condition('SuccessCriteriaMet')]), undefined],
    ['suspended', job(5, [condition('Suspended')]), undefined],
    ['without a time to live', job(undefined, [condition('Complete')]), undefined],
    ['not finished', job(10, []), undefined],
    ['without conditions', job(10), undefined],
    ['without a status', { metadata: key, spec: { ttlSecondsAfterFinished: 1 } }, undefined],
    ['being deleted', job(10, [condition('Complete')], { deletionTimestamp: formatTime(T0) }), undefined],
    ['a condition without a time', job(10, [{ type: 'Complete', status: 'True' }]), undefined],
  ];
  it.each(table)('%s', (_name, given, want) => expect(expiryTime(given)).toBe(want));
});

describe('reconciler', () => {
  let api: InMemoryApi;
  let clock: FakeClock;
  let seen: Job | undefined;
  let reconciler: TtlAfterFinishedReconciler;
  beforeEach(() => {
    api = new InMemoryApi();
    clock = new FakeClock(T0);
    seen = undefined;
    const lister = { ...api.lister(jobs), get: () => seen ?? api.find(jobs, key) };
    reconciler = new TtlAfterFinishedReconciler(lister, api.resource(jobs), clock);
  });

  it('waits until the Job expires, then deletes it', async () => {
    api.put(jobs, job(100, [condition('Complete')]));
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: 100_000 });
    clock.advance(99_999);
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: 1 });
    expect(api.find(jobs, key)).toBeDefined();
    clock.advance(1);
    expect(await reconciler.reconcile(key, signal)).toEqual({});
    expect(api.writes).toEqual(['delete jobs n/j']);
  });
  it('waits a day at a time', async () => {
    api.put(jobs, job(1_000_000, [condition('Complete')]));
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: 86_400_000 });
  });
  it('a Job that finished in the future waits for it too', async () => {
    api.put(jobs, job(1, [condition('Complete', 'True', T0 + 5_000)]));
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: 6_000 });
  });
  it('deletes in the foreground the very Job that it read last', async () => {
    const { metadata } = api.put(jobs, job(0, [condition('Complete')]));
    const client = api.resource(jobs);
    const asked: unknown[] = [];
    const noting = {
      ...client,
      deleteIfPresent: (...[of, { signal: _signal, ...options } = {}]: Parameters<typeof client.deleteIfPresent>) => {
        asked.push([of, options]);
        return Promise.resolve(true);
      },
    };
    await new TtlAfterFinishedReconciler(api.lister(jobs), noting, clock).reconcile(key, signal);
    expect(asked).toEqual([[key, { propagationPolicy: 'Foreground', preconditions: { uid: metadata.uid } }]]);
  });
  it('a time to live that was made longer meanwhile counts', async () => {
    seen = job(0, [condition('Complete')]);
    api.put(jobs, job(50, [condition('Complete')]));
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: 50_000 });
    expect(api.writes).toEqual([]);
  });
  it('another Job of the name that runs, and one that is gone, are left alone', async () => {
    seen = job(0, [condition('Complete')]);
    expect(await reconciler.reconcile(key, signal)).toEqual({});
    api.put(jobs, job(0, []));
    expect(await reconciler.reconcile(key, signal)).toEqual({});
    expect(api.writes).toEqual([]);
  });
});
