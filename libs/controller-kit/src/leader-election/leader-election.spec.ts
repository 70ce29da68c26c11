import { ApiError, FakeClock, type Clock } from '@orch/apimachinery';
import type { CallOptions } from '@orch/client';
import fc from 'fast-check';
import { RecordingLogger } from '../testing/recording-logger.js';
import { LeaderElection, type LeaseStore } from './leader-election.js';
import { LeadershipLostError } from './leadership-lost.js';
import type { Lease } from './lease.js';

const REF = { group: 'coordination', resource: 'leases', name: 'l' };

/** Faults of a candidate's requests. `createLost`: only the response to a create is lost. `late`: the server executes it 3 s later, after the timeout. */
type Network = 'good' | 'refused' | 'requestLost' | 'answerLost' | 'createLost' | 'late';

/** One lease on one server; each candidate has its own network to it. */
class LeaseServer {
  lease: Lease | undefined;
  private version = 0;
  /** Called before each write. */
  onWrite: () => void = () => undefined;

  constructor(readonly time: FakeClock) {}

  write(lease: Lease): Lease {
    this.onWrite();
    this.lease = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(++this.version) } };
    return this.lease;
  }

  reachedBy(network: () => Network): LeaseStore {
    const call = <R>(options: CallOptions | undefined, work: () => R, isCreate = false): Promise<R> => {
      const wanted = network();
      const state = wanted !== 'createLost' ? wanted : isCreate ? 'answerLost' : 'good';
      if (state === 'refused') return Promise.reject(new Error('refused'));
      if (state === 'good') return Promise.resolve().then(work);
      if (state === 'answerLost') this.quietly(work);
      if (state === 'late') this.time.setTimer(() => this.quietly(work), 3_000);
      return new Promise((_resolve, reject) => {
        const onAbort = (): void => reject(options!.signal!.reason as Error);
        options?.signal?.addEventListener('abort', onAbort);
        this.time.setTimer(() => {
          options?.signal?.removeEventListener('abort', onAbort);
          reject(new Error('deadline'));
        }, options?.timeoutMs ?? 1_000);
      });
    };
    return {
      find: (_key, options) => call(options, () => this.lease),
      create: (lease, options) =>
        call(
          options,
          () => {
            if (this.lease) throw ApiError.alreadyExists(REF);
            return this.write(lease);
          },
          true,
        ),
      replace: (lease, options) =>
        call(options, () => {
          if (this.lease?.metadata.resourceVersion !== lease.metadata.resourceVersion) throw ApiError.conflict(REF);
          return this.write(lease);
        }),
    };
  }

  private quietly(work: () => unknown): void {
    try {
      work();
    } catch (err) {
      // The candidate that sent it gets no response to a lost race.
      if (!(err instanceof ApiError)) throw err;
    }
  }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function pass(time: FakeClock, ms: number, stepMs = 500): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    time.advance(Math.min(stepMs, left));
    await settle();
  }
}

class Candidate {
  network: Network = 'good';
  acting = false;
  terms = 0;
  /** How long it takes to stop its work after the abort. */
  slowMs = 0;
  readonly stop = new AbortController();
  readonly logger = new RecordingLogger();
  readonly ended: Promise<unknown>;

  constructor(
    server: LeaseServer,
    identity: string,
    public clockSkewMs = 0,
  ) {
    const { time } = server;
    const clock: Clock = {
      now: () => time.now() + this.clockSkewMs,
      monotonicNow: () => time.now(),
      setTimer: (run, delayMs) => time.setTimer(run, delayMs),
    };
    const election = new LeaderElection({
      leases: server.reachedBy(() => this.network),
      namespace: 'ns',
      name: 'l',
      identity,
      clock,
      random: () => 0,
      logger: this.logger,
    });
    const onLead = (signal: AbortSignal): Promise<void> => {
      this.acting = !signal.aborted;
      this.terms++;
      return new Promise((resolve) => {
        const end = (): void => {
          this.acting = false;
          if (this.slowMs === 0) resolve();
          else time.setTimer(resolve, this.slowMs);
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      });
    };
    this.ended = election.run(onLead, this.stop.signal).catch((err: unknown) => err);
  }
}

describe('LeaderElection', () => {
  let server: LeaseServer;
  let all: Candidate[];
  const candidate = (identity: string, skewMs = 0): Candidate => {
    const made = new Candidate(server, identity, skewMs);
    all.push(made);
    return made;
  };
  beforeEach(() => {
    server = new LeaseServer(new FakeClock());
    all = [];
  });
  afterEach(async () => {
    for (const one of all) one.stop.abort(new Error('over'));
    await pass(server.time, 40_000);
    await Promise.all(all.map((one) => one.ended));
    expect(server.time.pending).toBe(0);
  });

  it('the first candidate creates the lease with the fields of client-go', async () => {
    const a = candidate('a');
    await settle();
    expect(a.acting).toBe(true);
    expect(server.lease).toMatchObject({
      metadata: { namespace: 'ns', name: 'l' },
      spec: {
        holderIdentity: 'a',
        leaseDurationSeconds: 15,
        acquireTime: '2024-01-01T00:00:00.000000Z',
        renewTime: '2024-01-01T00:00:00.000000Z',
        leaseTransitions: 0,
      },
    });
  });

  it('renews every 2 s and keeps the time of acquisition', async () => {
    candidate('a');
    await settle();
    await pass(server.time, 4_000);
    expect(server.lease!.spec).toMatchObject({
      acquireTime: '2024-01-01T00:00:00.000000Z',
      renewTime: '2024-01-01T00:00:04.000000Z',
      leaseTransitions: 0,
    });
  });

  it('a second candidate waits while the first renews, for any clock skew', async () => {
    const a = candidate('a');
    await settle();
    const b = candidate('b', 3_600_000);
    const c = candidate('c', -3_600_000);
    await pass(server.time, 60_000);
    expect([a.acting, b.acting, c.acting]).toEqual([true, false, false]);
  });

  it('a graceful stop releases the lease, and the second candidate acquires it at its next attempt', async () => {
    const a = candidate('a');
    await settle();
    const b = candidate('b');
    await settle();
    a.stop.abort(new Error('over'));
    expect(await a.ended).toBeUndefined();
    expect(server.lease!.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
    await pass(server.time, 2_000);
    expect(b.acting).toBe(true);
    expect(server.lease!.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  });

  it('a stop during a pending request releases the lease it may have acquired', async () => {
    const a = candidate('a');
    a.network = 'createLost';
    await settle();
    expect(server.lease!.spec!.holderIdentity).toBe('a');
    a.network = 'good';
    a.stop.abort(new Error('over'));
    expect(await a.ended).toBeUndefined();
    expect(a.terms).toBe(0);
    expect(server.lease!.spec!.holderIdentity).toBe('');
  });

  it('the lease is kept until the last work of a stopped leader has ended', async () => {
    const a = candidate('a');
    a.slowMs = 30_000;
    await settle();
    const b = candidate('b');
    a.stop.abort(new Error('over'));
    await pass(server.time, 29_000);
    expect(server.lease!.spec!.holderIdentity).toBe('a');
    expect(b.terms).toBe(0);
    await pass(server.time, 4_000);
    expect(b.acting).toBe(true);
  });

  for (const network of ['refused', 'requestLost'] as const) {
    it(`a leader whose requests are ${network} stops after 10 s, another leads after 15`, async () => {
      const a = candidate('a');
      await settle();
      const b = candidate('b');
      await settle();
      a.network = network;
      await pass(server.time, 9_500);
      expect(a.acting).toBe(true);
      await pass(server.time, 500);
      expect(a.acting).toBe(false);
      expect(await a.ended).toBeInstanceOf(LeadershipLostError);
      await pass(server.time, 5_000);
      expect(b.acting).toBe(false);
      await pass(server.time, 2_000);
      expect(b.acting).toBe(true);
    });
  }

  it('a clock that is set back during a renewal does not prolong leadership', async () => {
    const a = candidate('a');
    await settle();
    server.onWrite = () => {
      a.clockSkewMs -= 3_600_000;
      a.network = 'refused';
    };
    await pass(server.time, 11_500);
    expect(a.acting).toBe(true);
    await pass(server.time, 1_000);
    expect(a.acting).toBe(false);
    expect(await a.ended).toBeInstanceOf(LeadershipLostError);
  });

  it('a clock that is set forward while a renewal fails does not end the lease of another', async () => {
    const a = candidate('a');
    await settle();
    const b = candidate('b');
    await pass(server.time, 5_000); // the second has seen the last renewal
    a.network = 'refused';
    b.clockSkewMs = 3_600_000;
    await pass(server.time, 4_000);
    expect([a.acting, b.acting]).toEqual([true, false]);
    expect(server.lease!.spec!.holderIdentity).toBe('a');
  });

  it('a leader stops when another candidate holds the lease', async () => {
    const a = candidate('a');
    await settle();
    server.write({ ...server.lease!, spec: { ...server.lease!.spec, holderIdentity: 'thief' } });
    await pass(server.time, 4_000);
    expect(a.acting).toBe(false);
    expect(await a.ended).toBeInstanceOf(LeadershipLostError);
  });

  it('a write by another client that keeps the holder costs only one attempt', async () => {
    const a = candidate('a');
    await settle();
    server.write({ ...server.lease!, metadata: { ...server.lease!.metadata, labels: { by: 'hand' } } });
    await pass(server.time, 60_000);
    expect(a.acting).toBe(true);
    expect(server.lease!.metadata.labels).toEqual({ by: 'hand' });
  });

  it('rejects with the error of onLead after the lease is released', async () => {
    const election = new LeaderElection({
      leases: server.reachedBy(() => 'good'),
      namespace: 'ns',
      name: 'l',
      identity: 'a',
      clock: server.time,
      random: () => 0,
      logger: new RecordingLogger(),
    });
    const run = election.run(() => Promise.reject(new Error('broken')), new AbortController().signal);
    await expect(run).rejects.toThrow('broken');
    expect(server.lease!.spec!.holderIdentity).toBe('');
  });

  it('rejects inconsistent durations', () => {
    const options = {
      leases: server.reachedBy(() => 'good'),
      namespace: 'ns',
      name: 'l',
      identity: 'a',
      clock: server.time,
      random: () => 0,
      logger: new RecordingLogger(),
    };
    expect(() => new LeaderElection({ ...options, leaseSeconds: 10 })).toThrow(RangeError);
    expect(() => new LeaderElection({ ...options, retrySeconds: 9 })).toThrow(RangeError);
    expect(() => new LeaderElection({ ...options, leaseSeconds: 15.5 })).toThrow(RangeError);
  });

  it('competing candidates never lead at the same time, for any network faults and clock skew', async () => {
    const network = fc.constantFrom<Network>('good', 'good', 'refused', 'requestLost', 'answerLost', 'late');
    const step = fc.record({
      who: fc.nat(2),
      network,
      ms: fc.integer({ min: 100, max: 12_000 }),
      restart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        const world = new LeaseServer(new FakeClock());
        let serial = 0;
        const start = (skewMs: number): Candidate => new Candidate(world, `c${serial++}`, skewMs);
        const running = [start(0), start(-50_000), start(7_000_000)];
        const ended: Candidate[] = [];
        const check = (): void => {
          const acting = [...running, ...ended].filter((one) => one.acting).length;
          if (acting > 1) throw new Error(`${acting} act at the same time`);
        };
        for (const { who, network: state, ms, restart } of steps) {
          running[who]!.network = state;
          if (restart) {
            running[who]!.stop.abort(new Error('over'));
            ended.push(running[who]!);
            running[who] = start(who * 1_000);
          }
          for (let left = ms; left > 0; left -= 250) {
            world.time.advance(250);
            check();
            await settle();
            check();
          }
        }
        // With good networks, a leader is elected in the end.
        const fresh = start(0);
        running.push(fresh);
        for (const one of running) one.network = 'good';
        await pass(world.time, 60_000);
        expect(running.filter((one) => one.acting)).toHaveLength(1);
        for (const one of running) one.stop.abort(new Error('over'));
        await pass(world.time, 60_000, 2_000);
      }),
      { numRuns: 60 },
    );
  });
});
