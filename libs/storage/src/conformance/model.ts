import fc from 'fast-check';

import { StorageError } from '../storage-error.js';
import type { Revision, Storage } from '../storage.js';
import type { ConformanceStore, OpenStore } from './conformance-store.js';
import { all, listed, numbered, plain, plainStored } from './observations.js';

type PlainStored = ReturnType<typeof plainStored>;
type PlainEvent = ReturnType<typeof plain>;

/** One step; `stale`: use a wrong revision, `other`: key of a create's precondition. */
type Step = WriteStep | OtherStep;
interface WriteStep {
  readonly do: 'create' | 'replace' | 'delete';
  readonly key: string;
  readonly stale: boolean;
  readonly other: string | undefined;
}
type OtherStep =
  | { readonly do: 'deleteRange'; readonly prefix: string }
  | { readonly do: 'check' }
  | { readonly do: 'reopen' }
  | { readonly do: 'pass'; readonly windows: number };

/** Reference model of a store. */
class Model {
  readonly state = new Map<string, PlainStored>();
  readonly log: PlainEvent[] = [];

  get revision(): Revision {
    return this.log.length;
  }

  put(key: string): PlainStored {
    const stored = { key, value: `v${this.revision + 1}`, revision: this.revision + 1 };
    this.log.push({ type: 'put', ...stored, previous: this.state.get(key) });
    this.state.set(key, stored);
    return stored;
  }

  remove(key: string, value: string): PlainStored {
    const stored = { key, value, revision: this.revision + 1 };
    this.log.push({ type: 'delete', ...stored, previous: this.state.get(key) });
    this.state.delete(key);
    return stored;
  }

  sorted(prefix = ''): PlainStored[] {
    const items = [...this.state.values()].filter((item) => item.key.startsWith(prefix));
    return items.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }
}

const key = fc.constantFrom('a', 'a/1', 'a/2', 'b', 'é', '😀', '__proto__');
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constantFrom('create' as const, 'replace' as const, 'delete' as const),
        key,
        stale: fc.boolean(),
        other: fc.option(key, { nil: undefined }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('deleteRange' as const), prefix: fc.constantFrom('', 'a', 'a/', 'é') }),
    },
    { weight: 2, arbitrary: fc.constantFrom({ do: 'check' as const }, { do: 'reopen' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), windows: fc.constantFrom(0.4, 2) }) },
  ),
  { maxLength: 40 },
);

/** Compares random steps with the model; each write starts without waiting for the previous one. */
export function model(open: OpenStore, runs: number): void {
  it(`${runs} random histories with restarts match the model`, async () => {
    const property = fc.asyncProperty(steps, async (history) => {
      const store = await open();
      try {
        await follow(store, history);
      } finally {
        await store.dispose();
      }
    });
    await fc.assert(property, { numRuns: runs, seed: 20_240_101 });
  });
}

async function follow(store: ConformanceStore, history: readonly Step[]): Promise<void> {
  const modelled = new Model();
  let seen: PlainEvent[] = [];
  let running: Promise<void>[] = [];
  const subscribe = () => store.storage.watch('', seen.length).subscribe((event) => seen.push(plain(event)));
  let subscription = subscribe();
  const settle = async () => {
    await Promise.all(running);
    running = [];
    expect(seen).toEqual(modelled.log);
    expect(store.storage.revision).toBe(modelled.revision);
  };
  for (const step of history) {
    if (step.do === 'check') {
      await settle();
      await check(store.storage, modelled);
    } else if (step.do === 'reopen') {
      await settle();
      subscription.unsubscribe();
      await store.reopen();
      subscription = subscribe();
    } else if (step.do === 'pass') store.clock.advance(store.historyWindowMs * step.windows);
    else if (step.do === 'deleteRange') {
      await settle();
      const targets = modelled.sorted(step.prefix);
      for (const item of targets) modelled.remove(item.key, item.value);
      expect(await store.storage.deleteRange(step.prefix)).toBe(targets.length);
    } else running.push(write(store.storage, modelled, step));
  }
  await settle();
  await check(store.storage, modelled);
  subscription.unsubscribe();
  seen = [];
}

/** Starts a write and applies it to the model immediately; resolves when the answer of the store matches the model. */
function write(storage: Storage, modelled: Model, { do: what, key: at, stale, other }: WriteStep): Promise<void> {
  const currentRevision = modelled.state.get(at)?.revision;
  const expected = stale ? (currentRevision ?? 0) + 1_000 : (currentRevision ?? 1);
  if (what === 'create') {
    const current = other === undefined ? undefined : modelled.state.get(other)?.revision;
    const revision = stale ? (current ?? 0) + 1_000 : (current ?? 1);
    const call = storage.create(at, numbered('v#'), ...(other === undefined ? [] : [{ key: other, revision }]));
    if (currentRevision !== undefined)
      return expect(call).rejects.toMatchObject({ code: 'KeyExists', revision: currentRevision });
    if (other !== undefined && revision !== current) {
      const seenAt = current ?? modelled.revision;
      return expect(call).rejects.toMatchObject({ code: 'PreconditionFailed', key: other, revision: seenAt });
    }
    return same(call.then(plainStored), modelled.put(at));
  }
  const call =
    what === 'replace' ? storage.replace(at, expected, numbered('v#')) : storage.delete(at, expected, numbered('v#'));
  if (currentRevision === undefined) return expect(call).rejects.toMatchObject({ code: 'KeyNotFound' });
  if (stale) return expect(call).rejects.toMatchObject({ code: 'Conflict', revision: currentRevision });
  return same(
    call.then(plainStored),
    what === 'replace' ? modelled.put(at) : modelled.remove(at, `v${modelled.revision + 1}`),
  );
}

const same = async (answer: Promise<PlainStored>, want: PlainStored): Promise<void> =>
  expect(await answer).toEqual(want);

async function check(storage: Storage, modelled: Model): Promise<void> {
  expect(await listed(storage)).toEqual({ revision: modelled.revision, items: modelled.sorted() });
  for (const at of ['a', 'a/1', 'é', '__proto__']) {
    const found = await storage.get(at);
    expect(found && plainStored(found)).toEqual(modelled.state.get(at));
  }
  await checkHistory(storage, modelled);
}

async function checkHistory(storage: Storage, modelled: Model): Promise<void> {
  const oldest = storage.oldestRevision;
  try {
    expect((await all(storage.history('', oldest, modelled.revision))).map(plain)).toEqual(modelled.log.slice(oldest));
  } catch (err) {
    // History was trimmed during the read: retry from its new start.
    if (!(err instanceof StorageError) || err.code !== 'Compacted' || storage.oldestRevision === oldest) throw err;
    return checkHistory(storage, modelled);
  }
  if (oldest > 0)
    await expect(all(storage.history('', oldest - 1, oldest))).rejects.toMatchObject({ code: 'Compacted' });
}
