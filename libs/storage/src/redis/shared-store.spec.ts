import fc from 'fast-check';
import { startRedis, type TestRedis } from '@orch/testing';

import { listed, numbered, plain, plainStored, type Watched, watched } from '../conformance/observations.js';
import { StorageError } from '../storage-error.js';
import type { Stored } from '../storage.js';
import { RedisStorage } from './redis-storage.js';
import { Cleanups, logOf, untilRevision } from './stores.fixture.js';

type PlainEvent = ReturnType<typeof plain>;
type PlainStored = ReturnType<typeof plainStored>;

const PROCESSES = 3;
let redis: TestRedis;
let stores = 0;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

/** Several processes on one store, each with a watch over everything from its beginning. */
interface Shared {
  readonly processes: readonly RedisStorage[];
  readonly watches: readonly Watched[];
}

const withShared = async (test: (shared: Shared) => Promise<void>): Promise<void> => {
  const cleanups = new Cleanups();
  const keyPrefix = `store-${++stores}`;
  const open = async () =>
    cleanups.add(await RedisStorage.open({ urls: [redis.url], keyPrefix }), (storage) => storage.close());
  try {
    const processes = await Promise.all(Array.from({ length: PROCESSES }, open));
    // One watch does not read `previous`, so its process may deliver own writes ahead of the stream.
    const watches = processes.map((storage, n) => watched(storage.watch('', 0, { previous: n > 0 })));
    await test({ processes, watches });
  } finally {
    await cleanups.run();
  }
};

/** The state after the changes up to a revision. */
function stateAt(log: readonly PlainEvent[], revision: number): PlainStored[] {
  const state = new Map<string, PlainStored>();
  for (const { type, key, value, revision: at } of log) {
    if (at > revision) break;
    if (type === 'put') state.set(key, { key, value, revision: at });
    else state.delete(key);
  }
  return [...state.values()].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
}

/** The log, once every process has it; all must have delivered the same events and have the same state. */
async function agreed({ processes, watches }: Shared): Promise<readonly PlainEvent[]> {
  const newest = await processes[0]!.confirm();
  for (const storage of processes) expect(await storage.confirm()).toBe(newest);
  const states = await Promise.all(processes.map((storage) => listed(storage)));
  const log = await logOf(processes[0]!);
  expect(log.map(({ revision }) => revision)).toEqual(log.map((_event, i) => i + 1));
  expect(log).toHaveLength(newest);
  for (const [n, watch] of watches.entries()) {
    if (newest > 0) await untilRevision(watch, newest);
    const delivered = n === 0 ? watch.events.map(withoutPrevious) : watch.events.map(plain);
    expect(delivered).toEqual(n === 0 ? log.map(withoutPrevious) : log);
  }
  for (const state of states) expect(state).toEqual({ revision: newest, items: stateAt(log, newest) });
  for (const [i, event] of log.entries())
    expect(event.previous).toEqual(stateAt(log, i).find(({ key }) => key === event.key));
  return log;
}

const withoutPrevious = ({ type, key, value, revision }: { [K in keyof PlainEvent]?: unknown }) => ({
  type,
  key,
  value: String(value),
  revision,
});

const step = fc.record({
  process: fc.nat(PROCESSES - 1),
  do: fc.constantFrom('create' as const, 'replace' as const, 'delete' as const, 'deleteRange' as const),
  key: fc.constantFrom('a', 'a/1', 'a/2', 'b', 'é', '__proto__'),
  /** Whether to wait for the earlier calls first. */
  waits: fc.boolean(),
});

describe('several processes on one store', () => {
  it('have one history that explains every answer to concurrent random writes', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), (steps) =>
      withShared(async (shared) => {
        const answers: { event: PlainEvent | { removed: number } | StorageError; key: string; asked: number }[] = [];
        const known = new Map<string, number>();
        let begun: Promise<void>[] = [];
        const note = (key: string, asked: number, call: Promise<Stored | number>, type: 'put' | 'delete') => {
          const record = (done: Stored | number) => {
            if (typeof done === 'number') return answers.push({ event: { removed: done }, key, asked });
            known.set(key, done.revision);
            return answers.push({ event: { type, ...plainStored(done), previous: undefined }, key, asked });
          };
          begun.push(
            call.then(record, (event: StorageError) => answers.push({ event, key, asked })).then(() => undefined),
          );
        };
        for (const { process, do: what, key, waits } of steps) {
          if (waits) await Promise.all(begun.splice(0));
          const storage = shared.processes[process]!;
          const at = known.get(key) ?? 1;
          const asked = storage.revision;
          if (what === 'create') note(key, asked, storage.create(key, numbered('v#')), 'put');
          else if (what === 'replace') note(key, asked, storage.replace(key, at, numbered('w#')), 'put');
          else if (what === 'delete') note(key, asked, storage.delete(key, at, numbered('x#')), 'delete');
          else note(key, asked, storage.deleteRange(key), 'delete');
        }
        await Promise.all(begun);
        begun = [];

        const log = await agreed(shared);
        let removed = 0;
        const written = new Set<number>();
        for (const { event, key, asked } of answers) {
          if (event instanceof StorageError) expectRefusalIn(log, event, key, asked);
          else if ('removed' in event) removed += event.removed;
          else {
            expect(log[event.revision - 1]).toEqual({
              ...event,
              previous: log[event.revision - 1]!.previous,
            });
            written.add(event.revision);
          }
        }
        // Every other event was caused by a range delete.
        expect(log.length - written.size).toBe(removed);
      }),
    );
    await fc.assert(property, { numRuns: 25 });
  });

  /** The answer was correct at some revision after the call. */
  function expectRefusalIn(log: readonly PlainEvent[], { code, revision }: StorageError, key: string, asked: number) {
    const later = log.filter((event) => event.key === key && event.revision > asked);
    if (code === 'KeyNotFound') {
      const existed = stateAt(log, asked).some((item) => item.key === key);
      return expect(!existed || later.some(({ type }) => type === 'delete')).toBe(true);
    }
    expect(['KeyExists', 'Conflict']).toContain(code);
    expect(log[revision! - 1]).toMatchObject({ key, type: 'put' });
    const replaced = log.find((event) => event.key === key && event.revision > revision!);
    return expect(replaced === undefined || replaced.revision > asked).toBe(true);
  }

  it('have one winner of each race', () =>
    withShared(async (shared) => {
      const { processes } = shared;
      const created = await Promise.allSettled(processes.map((storage) => storage.create('race', numbered('v#'))));
      expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      let at = 1;
      for (let round = 0; round < 20; round++) {
        const calls = processes.flatMap((storage) => [
          storage.replace('race', at, numbered('v#')),
          storage.replace('race', at, numbered('v#')),
        ]);
        const outcomes = await Promise.allSettled(calls);
        const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
        expect(won).toHaveLength(1);
        at = won[0]!.value.revision;
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'Conflict', revision: at });
      }
      expect(await agreed(shared)).toHaveLength(21);
    }));

  it('confirm at least every acknowledged revision, and then read it', () =>
    withShared(async ({ processes }) => {
      for (let n = 0; n < 60; n++) {
        const [writer, reader] = [processes[n % 3]!, processes[(n + 1) % 3]!];
        const { revision, value } = await writer.create(`k/${n}`, numbered('v#'));
        expect(await reader.confirm()).toBeGreaterThanOrEqual(revision);
        expect(await reader.get(`k/${n}`)).toEqual({ key: `k/${n}`, value, revision });
        expect(reader.revision).toBeGreaterThanOrEqual(revision);
      }
    }));

  it('remove a range while others write into it', () =>
    withShared(async (shared) => {
      const [remover, ...writers] = shared.processes as [RedisStorage, ...RedisStorage[]];
      await Promise.all(Array.from({ length: 250 }, (_none, n) => remover.create(`r/${n}`, numbered('v#'))));
      const writing = writers.flatMap((storage, w) =>
        Array.from({ length: 60 }, (_none, n) => storage.create(`r/new/${w}/${n}`, numbered('v#'))),
      );
      const removed = await remover.deleteRange('r/');
      expect(removed).toBeGreaterThanOrEqual(250);
      await Promise.all(writing);
      const rest = await remover.deleteRange('r/');
      expect(removed + rest).toBe(250 + 120);
      expect((await agreed(shared)).filter(({ type }) => type === 'delete')).toHaveLength(250 + 120);
    }));

  it('load a consistent snapshot while others write', () =>
    withShared(async (shared) => {
      const [loader, ...writers] = shared.processes as [RedisStorage, ...RedisStorage[]];
      // More than a page of keys, so that writes happen between pages.
      await Promise.all(Array.from({ length: 1_200 }, (_none, n) => loader.create(`k/${n}`, numbered('v#'))));
      let isOver = false;
      const write = async (storage: RedisStorage, w: number) => {
        for (let n = 0; !isOver; n++) {
          const made = await storage.create(`k/${n % 7}/${w}/${n}`, numbered('v#'));
          if (n % 3 > 0) await storage.delete(made.key, made.revision, numbered('x#'));
          const old = await storage.get(`k/${(n * 31) % 1_200}`);
          if (old) await storage.replace(old.key, old.revision, numbered('w#')).catch(() => undefined);
        }
      };
      const writing = writers.map(write);
      const loads: { revision: number; items: PlainStored[] }[] = [];
      for (let n = 0; n < 8; n++) {
        const items: PlainStored[] = [];
        const revision = await loader.loadAll('k/', (stored) => items.push(plainStored(stored)));
        loads.push({ revision, items }, await listed(loader, 'k/'));
      }
      isOver = true;
      await Promise.all(writing);
      const log = await logOf(loader);
      expect(new Set(loads.map(({ revision }) => revision)).size).toBeGreaterThan(1);
      for (const { revision, items } of loads) expect(items).toEqual(stateAt(log, revision));
    }));
});
