import { ApiError, FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import type { LeaseStore } from '../leader-election/leader-election.js';
import type { Lease } from '../leader-election/lease.js';
import { FailedKeys } from '../reconcile/failed-keys.js';
import type { PublishedStatus, StatusSource } from './controller-status.js';
import { StatusLease } from './status-lease.js';

const REF = { group: 'coordination', resource: 'leases', name: 'manager-status' };
const KEY = 'example.com/controller-status';

/** A Lease on a server, and the processes that write to it. */
class Plane {
  readonly clock = new FakeClock();
  lease: Lease | undefined;
  writes = 0;
  /** Answers the next write instead of storing it. */
  refusal: ApiError | undefined;

  readonly leases: LeaseStore = {
    find: () => Promise.resolve(this.lease),
    create: (lease) => this.store(lease),
    replace: (lease) => this.store(lease),
  };

  start(identity: string, depth: () => number = () => 0, isActive = () => true) {
    const failedKeys = new FailedKeys(this.clock);
    const queueFigures = { depth, counts: { adds: 0, retries: 3 }, processingSeconds: [], onTaken: undefined };
    const controllers: StatusSource[] = [{ options: { name: 'binder' }, queueFigures, failedKeys }];
    const { leases, clock } = this;
    const stopping = new AbortController();
    const ended = new StatusLease({
      ...{ leases, clock, identity, controllers, isActive, key: KEY },
      ...{ namespace: 'system', name: REF.name, logger: silentLogger },
    }).run(stopping.signal);
    const stop = async (): Promise<void> => {
      stopping.abort(new Error('stop'));
      await ended;
    };
    return { failedKeys, ended, stop };
  }

  /** Passes time, as far as the looks of half a minute are concerned. */
  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 30) {
      this.clock.advance(30_000);
      for (let turn = 0; turn < 30; turn++) await Promise.resolve();
    }
  }

  get published(): PublishedStatus {
    return JSON.parse(this.lease?.metadata.annotations?.[KEY] ?? '{}') as PublishedStatus;
  }

  private store(lease: Lease): Promise<Lease> {
    this.writes++;
    const refusal = this.refusal;
    this.refusal = undefined;
    if (refusal) return Promise.reject(refusal);
    return Promise.resolve((this.lease = lease));
  }
}

describe('published status of controllers', () => {
  it('is in an annotation of a Lease that the process holds', async () => {
    const plane = new Plane();
    plane.start('one', () => 4);
    await plane.pass(30);
    expect(plane.lease).toMatchObject({
      metadata: { namespace: 'system', name: 'manager-status', labels: { [KEY]: 'true' } },
      spec: { holderIdentity: 'one', leaseDurationSeconds: 630 },
    });
    expect(plane.published).toEqual({
      one: {
        time: new Date(plane.clock.now()).toISOString(),
        controllers: [{ name: 'binder', depth: 4, retries: 3, failing: 0 }],
      },
    });
  });

  it('is written once in five minutes, and within half a minute when a key fails or succeeds again', async () => {
    const plane = new Plane();
    let depth = 1;
    const { failedKeys } = plane.start('one', () => depth++);
    await plane.pass(600);
    expect(plane.writes).toBe(2);
    failedKeys.add('a/x', new Error('the class is missing'));
    await plane.pass(30);
    expect(plane.published['one']?.controllers[0]).toMatchObject({
      failing: 1,
      last: { key: 'a/x', failures: 1, error: 'the class is missing' },
    });
    for (let n = 0; n < 5; n++) {
      failedKeys.add('a/x', new Error('the class is missing'));
      await plane.pass(30);
    }
    expect(plane.writes).toBe(3);
    failedKeys.remove(() => 'a/x');
    await plane.pass(30);
    expect(plane.writes).toBe(4);
    expect(plane.published['one']?.controllers[0]?.last).toBeUndefined();
  });

  it('has all processes that publish; one that ended is removed, one that died is after its time', async () => {
    const plane = new Plane();
    plane.lease = {
      metadata: {
        ...{ namespace: 'system', name: 'manager-status' },
        annotations: {
          other: 'kept',
          [KEY]: JSON.stringify({ dead: { time: new Date(plane.clock.now()).toISOString(), controllers: [] } }),
        },
      },
    };
    const one = plane.start('one');
    await plane.pass(30);
    const two = plane.start('two');
    await plane.pass(30);
    expect(Object.keys(plane.published)).toEqual(['two', 'one', 'dead']);
    await plane.pass(900);
    expect(Object.keys(plane.published).toSorted()).toEqual(['one', 'two']);
    await one.stop();
    expect(Object.keys(plane.published)).toEqual(['two']);
    await two.stop();
    expect(plane.published).toEqual({});
    expect(plane.lease?.metadata.annotations).toMatchObject({ other: 'kept' });
    expect(plane.lease?.spec?.holderIdentity).toBe('');
  });

  it('something else in the annotation is replaced', async () => {
    const entries = ['null', '7', '{"time":7}', '{"time":"later"}', '{"time":"2099-01-01T00:00:00Z"}'];
    for (const text of ['no JSON', '[]', 'null', '7', ...entries.map((entry) => `{"x":${entry}}`)]) {
      const plane = new Plane();
      const metadata = { namespace: 'system', name: 'manager-status', annotations: { [KEY]: text } };
      plane.lease = { metadata };
      plane.start('one');
      await plane.pass(30);
      expect(Object.keys(plane.published)).toEqual(['one']);
    }
  });

  it('a conflict is tried again, a refusal is not', async () => {
    const plane = new Plane();
    plane.start('one');
    plane.refusal = ApiError.conflict(REF);
    await plane.pass(60);
    expect([plane.writes, Object.keys(plane.published)]).toEqual([2, ['one']]);

    const refused = new Plane();
    refused.refusal = ApiError.forbidden(REF, 'no');
    const { ended } = refused.start('one');
    await refused.pass(600);
    await ended;
    expect([refused.writes, refused.lease]).toEqual([1, undefined]);
  });

  it('a process whose workers wait for leadership publishes nothing', async () => {
    const plane = new Plane();
    plane.start('one', undefined, () => false);
    await plane.pass(600);
    expect(plane.writes).toBe(0);
  });
});
