import { FakeClock, encodeContinueToken, type ApiError, type ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import type { ObjectSelection } from './watch/object-filter.js';
import type { ResourceStore } from './store/resource-store.js';
import type { Bookmark, WatchEvent } from './watch/watch-event.js';
import type { WatchParameters } from './store/watch-plan.js';
import type { WatchSink } from './watch/watch-sink.js';

const everything = (namespace: string): ObjectSelection => ({
  namespace,
  name: undefined,
  labels: undefined,
  fields: undefined,
});
const configMap = (name: string, data: Record<string, string> = {}, metadata: object = {}) => ({
  value: { metadata: { name, ...metadata }, data },
  duplicateFields: [],
});
const parse = (bytes: Buffer): ApiObject & { data?: Record<string, string> } =>
  JSON.parse(bytes.toString()) as ApiObject & { data?: Record<string, string> };
const refusal = async (run: Promise<unknown>): Promise<ApiError> =>
  run.then(
    () => {
      throw new Error('was not refused');
    },
    (error: ApiError) => error,
  );

/** Collects what a watch sends and lets a test wait for a number of events. */
class TestSink implements WatchSink {
  readonly events: (WatchEvent | Bookmark)[] = [];
  ended: { error: ApiError | undefined } | undefined;
  full = false;
  private waiting: { count: number; wake: () => void }[] = [];
  readonly encoding = {
    key: `test ${Math.random()}`,
    encode: (events: readonly (WatchEvent | Bookmark)[]) => {
      this.encoded.push([...events]);
      return Buffer.from(String(this.encoded.length - 1));
    },
  };
  private readonly encoded: (WatchEvent | Bookmark)[][] = [];

  write(piece: Buffer): boolean {
    this.events.push(...this.encoded[Number(piece.toString())]!);
    this.wake();
    return !this.full;
  }

  end(error?: ApiError): void {
    this.ended = { error };
    this.wake();
  }

  until(count: number): Promise<void> {
    if (this.events.length >= count || this.ended) return Promise.resolve();
    return new Promise((wake) => this.waiting.push({ count, wake }));
  }

  private wake(): void {
    const due = this.waiting.filter((w) => this.ended || this.events.length >= w.count);
    this.waiting = this.waiting.filter((w) => !due.includes(w));
    for (const { wake } of due) wake();
  }
}

describe('registry', () => {
  let test: TestRegistry;
  let store: ResourceStore;
  const clock = new FakeClock();
  const watch = (
    parameters: Partial<WatchParameters> = {},
    selection = everything('t1'),
    sink = new TestSink(),
  ): TestSink => {
    store.watch({ allowWatchBookmarks: false, ...parameters }, selection, sink).start();
    return sink;
  };
  const create = (name: string, data: Record<string, string> = {}, metadata: object = {}) =>
    store.writer.create(testWrite('t1'), configMap(name, data, metadata)).then((r) => parse(r.bytes));

  beforeEach(async () => {
    test = await startTestRegistry({ clock, historyWindowMs: 300_000 });
    store = test.store('configmaps');
  });
  afterEach(() => test.close());

  describe('writes', () => {
    it('A-055 A-225 answers a create with the committed bytes, the resourceVersion inside', async () => {
      const made = await create('x', { a: '1' });
      expect(made).toMatchObject({
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { name: 'x', namespace: 't1' },
        data: { a: '1' },
      });
      expect(Number(made.metadata.resourceVersion)).toBe(store.revision);
      expect(store.get('t1', 'x')!.parse()).toEqual(made);
    });

    it('A-017 refuses a second object of the same name', async () => {
      await create('x');
      expect(await refusal(create('x'))).toMatchObject({ reason: 'AlreadyExists' });
    });

    it('C-042 creates no revision for an update that changes nothing', async () => {
      const made = await create('x', { a: '1' });
      const before = store.revision;
      const again = await store.writer.update(testWrite('t1'), 'x', configMap('x', { a: '1' }));
      expect(parse(again.bytes).metadata.resourceVersion).toBe(made.metadata.resourceVersion);
      expect(store.revision).toBe(before);
    });

    it('C-252 refuses an update made from an older version', async () => {
      const made = await create('x');
      await store.writer.update(testWrite('t1'), 'x', configMap('x', { a: '1' }));
      const stale = configMap('x', { a: '2' }, { resourceVersion: made.metadata.resourceVersion });
      expect(await refusal(store.writer.update(testWrite('t1'), 'x', stale))).toMatchObject({ reason: 'Conflict' });
    });

    it('C-255 never loses one of many patches of one object', async () => {
      await create('x');
      const fields = Array.from({ length: 50 }, (_, n) => `f${n}`);
      await Promise.all(
        fields.map((field) =>
          store.writer.patch(testWrite('t1'), 'x', (current) => ({
            value: { ...current, data: { ...(current['data'] as object), [field]: '1' } },
            duplicateFields: [],
          })),
        ),
      );
      expect(Object.keys(parse(store.get('t1', 'x')!.bytes).data!)).toHaveLength(50);
    });

    it('A-107 A-110 A-111 keeps an object with finalizers until the last is removed', async () => {
      await create('x', {}, { finalizers: ['x.io/a', 'x.io/b'] });
      const { gone } = await store.writer.delete(testWrite('t1'), 'x', {});
      expect(gone).toBe(false);
      expect(store.get('t1', 'x')!.parse().metadata.deletionTimestamp).toBeDefined();
      await store.writer.update(testWrite('t1'), 'x', configMap('x', {}, { finalizers: ['x.io/a'] }));
      expect(store.get('t1', 'x')).toBeDefined();
      await store.writer.update(testWrite('t1'), 'x', configMap('x'));
      expect(store.get('t1', 'x')).toBeUndefined();
    });

    it('C-042 creates no revision for the same event written back through the other group', async () => {
      const core = test.registry.resource('', 'v1', 'events')!;
      const newer = [...test.registry.resources].find(
        ({ definition: { conversion, stored } }) => conversion && stored.kind === 'Event',
      )!;
      const involvedObject = { kind: 'Pod', name: 'p', namespace: 't1' };
      const event = { metadata: { name: 'e' }, involvedObject, message: 'm', source: { component: 'c' } };
      await core.writer.create(testWrite('t1'), { value: event, duplicateFields: [] });
      const before = core.revision;
      const value = newer.object(newer.get('t1', 'e')!);
      await newer.writer.update(testWrite('t1'), 'e', { value, duplicateFields: [] });
      expect(core.revision).toBe(before);
    });

    it('A-029 accepts two concurrent PUTs of a new object: one creates, the other updates', async () => {
      const limits = test.store('limitranges');
      const put = (n: string) =>
        limits.writer.update(testWrite('t1'), 'x', {
          value: { metadata: { name: 'x', labels: { n } } },
          duplicateFields: [],
        });
      const results = await Promise.all([put('1'), put('2')]);
      expect(results.map(({ created }) => created)).toEqual([true, false]);
      expect(parse(limits.get('t1', 'x')!.bytes).metadata.labels).toEqual({ n: '2' });
    });

    it('C-227 deletes nothing when a precondition does not hold', async () => {
      await create('x');
      expect(await refusal(store.writer.delete(testWrite('t1'), 'x', { uid: 'other' }))).toMatchObject({
        reason: 'Conflict',
      });
      expect(store.get('t1', 'x')).toBeDefined();
    });

    it('A-121 A-122 stores nothing on a dry run, and answers as if it had', async () => {
      const before = store.revision;
      const made = await store.writer.create(testWrite('t1', { dryRun: true }), configMap('x', { a: '1' }));
      expect(parse(made.bytes)).toMatchObject({ metadata: { name: 'x' }, data: { a: '1' } });
      expect(store.get('t1', 'x')).toBeUndefined();
      expect(store.revision).toBe(before);
    });

    it('C-017 generates names from generateName', async () => {
      const made = await store.writer.create(testWrite('t1'), {
        value: { metadata: { generateName: 'p-' } },
        duplicateFields: [],
      });
      expect(parse(made.bytes).metadata.name).toMatch(/^p-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    });
  });

  describe('watches', () => {
    it('A-216 A-052 sends the current objects, then every change in order', async () => {
      await create('a');
      await create('b');
      const sink = watch();
      await sink.until(2);
      await create('c');
      await store.writer.delete(testWrite('t1'), 'a', {});
      await sink.until(4);
      expect(sink.events.map((e) => e.type)).toEqual(['ADDED', 'ADDED', 'ADDED', 'DELETED']);
    });

    it('A-057 A-218 sends only changes after the requested resourceVersion', async () => {
      const made = await create('a');
      await create('b');
      const sink = watch({ resourceVersion: made.metadata.resourceVersion });
      await sink.until(1);
      expect(sink.events.map((e) => e.type !== 'BOOKMARK' && e.entry.parse().metadata.name)).toEqual(['b']);
    });

    it('A-059 reads changes that are no longer in memory from the log', async () => {
      await test.close();
      test = await startTestRegistry({ clock, watchCacheBytes: 1 });
      store = test.store('configmaps');
      const made = await create('a');
      for (let n = 0; n < 20; n++) await create(`b${n}`);
      const sink = watch({ resourceVersion: made.metadata.resourceVersion });
      await sink.until(20);
      await create('live');
      await sink.until(21);
      expect(sink.events).toHaveLength(21);
      expect(sink.ended).toBeUndefined();
    });

    it('C-037 shows an object that starts or stops matching as ADDED or DELETED', async () => {
      const { parseLabelSelector } = jest.requireActual<typeof import('@orch/apimachinery')>('@orch/apimachinery');
      const sink = watch(
        { resourceVersion: String(store.revision || '') },
        { ...everything('t1'), labels: parseLabelSelector('a=1') },
      );
      await create('x', {}, { labels: { a: '1' } });
      await store.writer.update(testWrite('t1'), 'x', configMap('x', {}, { labels: { a: '2' } }));
      await store.writer.update(testWrite('t1'), 'x', configMap('x', {}, { labels: { a: '1' } }));
      await sink.until(3);
      expect(sink.events.map((e) => e.type)).toEqual(['ADDED', 'DELETED', 'ADDED']);
    });

    it('C-032 sends a slow watcher every event once, in order, when it resumes', async () => {
      const sink = new TestSink();
      sink.full = true;
      const watcher = store.watch({ allowWatchBookmarks: false }, everything('t1'), sink);
      watcher.start();
      for (let n = 0; n < 30; n++) await create(`x${n}`);
      sink.full = false;
      watcher.drained();
      await sink.until(30);
      const revisions = sink.events.map((e) => e.revision);
      expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
      expect(revisions).toHaveLength(30);
    });

    it('C-030 C-031 ends a stalled watcher with Expired while others continue', async () => {
      const stuck = new TestSink();
      stuck.full = true;
      watch({}, everything('t1'), stuck);
      const healthy = watch();
      await create('first');
      await healthy.until(1);
      await Promise.all(Array.from({ length: 1_100 }, (_, n) => create(`x${n}`)));
      await healthy.until(1_101);
      clock.advance(10_000);
      expect(stuck.ended?.error).toMatchObject({ reason: 'Expired', code: 410 });
      expect(healthy.ended).toBeUndefined();
      const counts = [...test.registry.watchCounts()].find(
        ({ group, resource }) => group === '' && resource === 'configmaps',
      );
      expect(counts).toMatchObject({ terminated: 1, received: 1_101, dispatched: 1_101 });
      await create('later');
      await healthy.until(1_102);
    });

    it('A-059 A-060 expires versions older than the history window, except of an unchanged resource', async () => {
      const old = await create('a');
      const last = await create('b');
      clock.advance(301_000);
      for (let n = 0; n < 3; n++) {
        await test.store('secrets').writer.create(testWrite('t1'), configMap(`s${n}`));
        clock.advance(301_000);
      }
      // The store compacts its history on writes, which moves its oldest revision.
      await test.storage.create('x', { bytes: Buffer.from('x'), revisionAt: undefined });
      expect(test.storage.oldestRevision).toBeGreaterThan(Number(last.metadata.resourceVersion));
      const expired = watch({ resourceVersion: old.metadata.resourceVersion });
      await expired.until(1);
      expect(expired.events).toEqual([]);
      expect(expired.ended?.error).toMatchObject({
        reason: 'Expired',
        message: expect.stringMatching(/^too old resource version: \d+ \(\d+\)$/) as string,
      });
      const sink = watch({ resourceVersion: last.metadata.resourceVersion });
      await create('c');
      await sink.until(1);
      expect(sink.events.map((e) => e.type)).toEqual(['ADDED']);
    });

    it('C-044 closes the initial events of a streaming list with a marked bookmark', async () => {
      await create('a');
      const sink = watch({ sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: true });
      await sink.until(2);
      expect(sink.events[1]).toMatchObject({ type: 'BOOKMARK', initialEventsEnd: true, revision: store.revision });
    });

    it('C-044 sends no initial events that are older than the version of the client', async () => {
      const { metadata } = await create('a');
      const list = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: true };
      const present = watch({ ...list, resourceVersion: metadata.resourceVersion });
      await present.until(2);
      expect(present.events.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK']);
      const future = store.revision + 1;
      const early = watch({ ...list, resourceVersion: String(future) });
      await early.until(1);
      expect(early.events).toEqual([]);
      expect(early.ended!.error!.message).toContain(`unknown resource version: ${future} (${future - 1})`);
    });

    it('C-050 sends a bookmark about every minute to watchers that allow bookmarks', async () => {
      const asked = watch({ allowWatchBookmarks: true });
      const silent = watch();
      await test.store('secrets').writer.create(testWrite('t1'), configMap('other'));
      clock.advance(61_000);
      await asked.until(1);
      expect(asked.events).toMatchObject([{ type: 'BOOKMARK', revision: store.revision }]);
      expect(silent.events).toEqual([]);
    });

    it('A-220 C-031 from a version above the newest end with Expired immediately', async () => {
      const made = await create('x');
      const future = Number(made.metadata.resourceVersion) + 1;
      const early = watch({ resourceVersion: String(future) });
      await early.until(1);
      expect(early.ended!.error).toMatchObject({ code: 410, reason: 'Expired' });
      expect(early.ended!.error!.message).toContain(`unknown resource version: ${future} (${future - 1})`);
    });
  });

  describe('lists', () => {
    it('A-066..A-071 A-076 pages through one snapshot', async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await create(name);
      const first = await store.list({ limit: 2 }, everything('t1'));
      expect(first).toMatchObject({ remaining: 3 });
      await store.writer.delete(testWrite('t1'), 'd', {});
      await create('cc');
      const second = await store.list({ limit: 2, continue: first.continue }, everything('t1'));
      const third = await store.list({ limit: 2, continue: second.continue }, everything('t1'));
      const names = [first, second, third].flatMap((page) => page.entries.map((e) => e.parse().metadata.name));
      expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(new Set([first.revision, second.revision, third.revision]).size).toBe(1);
      expect(second.remaining).toBe(1);
      expect(third.continue).toBeUndefined();
    });

    it('a page with a limit has at most 8 MiB of objects, and the rest follows', async () => {
      const text = 'x'.repeat(1_000_000);
      for (let n = 0; n < 18; n++) await create(`m${String(n).padStart(2, '0')}`, { text });
      const sizes: number[] = [];
      const left: (number | undefined)[] = [];
      const names = new Set<string>();
      let token: string | undefined;
      do {
        const page = await store.list({ limit: 500, ...(token && { continue: token }) }, everything('t1'));
        for (const entry of page.entries) names.add(entry.name);
        sizes.push(page.entries.length);
        left.push(page.remaining);
        token = page.continue;
      } while (token !== undefined);
      expect([sizes, left, names.size]).toEqual([[8, 8, 2], [10, 2, undefined], 18]); // prettier-ignore
      expect((await store.list({ limit: 0 }, everything('t1'))).entries).toHaveLength(18);
    });

    it('A-208 returns the past state at an exact version', async () => {
      const made = await create('x', { a: '1' });
      await create('gone');
      const at = String(store.revision);
      await store.writer.update(testWrite('t1'), 'x', configMap('x', { a: '2' }));
      await store.writer.delete(testWrite('t1'), 'gone', {});
      await create('later');
      const page = await store.list({ limit: 0, resourceVersion: at, resourceVersionMatch: 'Exact' }, everything('t1'));
      expect(page.entries.map((e) => e.parse().metadata.name)).toEqual(['gone', 'x']);
      expect(page.entries[1]!.parse()).toEqual(made);
      expect(page.revision).toBe(Number(at));
    });

    it('A-214 A-215 C-129 refuses a future version that is not reached in time', async () => {
      const page = refusal(Promise.resolve(store.list({ limit: 0, resourceVersion: '999999' }, everything('t1'))));
      await Promise.resolve();
      clock.advance(3_000);
      expect(await page).toMatchObject({ reason: 'Timeout', details: { retryAfterSeconds: 1 } });
    });

    it('C-053 a continue token above the newest version is of a lost state', async () => {
      for (const name of ['a', 'b', 'c']) await create(name);
      const token = encodeContinueToken({
        revision: store.revision + 1,
        key: 't1\0a',
        resource: 'v1/configmaps/t1',
        issuedMs: clock.now(),
      });
      const lost = await refusal(Promise.resolve(store.list({ limit: 1, continue: token }, everything('t1'))));
      expect(lost).toMatchObject({ code: 410, reason: 'Expired', metadata: { resourceVersion: `${store.revision}` } });
      const rest = await store.list({ limit: 0, continue: lost.metadata!.continue }, everything('t1'));
      expect(rest.entries.map((e) => e.name)).toEqual(['b', 'c']);
    });

    it('A-073 A-074 C-053 B-331 a continue token expires with the history window, also without writes', async () => {
      for (const name of ['a', 'b', 'c']) await create(name);
      const first = await store.list({ limit: 1 }, everything('t1'));
      const next = () => Promise.resolve(store.list({ limit: 1, continue: first.continue }, everything('t1')));
      clock.advance(240_000);
      expect((await next()).entries.map((e) => e.name)).toEqual(['b']);
      clock.advance(60_001);
      const expired = await refusal(next());
      expect(expired).toMatchObject({ code: 410, reason: 'Expired' });
      expect(expired.message).toMatch(/^The provided continue parameter is too old/);
      const rest = await store.list({ limit: 0, continue: expired.metadata!.continue }, everything('t1'));
      expect(rest.entries.map((e) => e.name)).toEqual(['b', 'c']);
    });

    it('C-052 lists by namespace, then name, in byte order', async () => {
      for (const namespace of ['b', 'a', 'a-b']) await store.writer.create(testWrite(namespace), configMap('x'));
      const page = await store.list({ limit: 0 }, { ...everything('t1'), namespace: undefined });
      expect(page.entries.map((e) => e.parse().metadata.namespace)).toEqual(['a', 'a-b', 'b']);
    });
  });

  it('A-007 C-130 restores everything after a restart, and continues with larger versions', async () => {
    const made = await create('x', { a: '1' });
    test.registry.close();
    const { Registry } = jest.requireActual<typeof import('./registry.js')>('./registry.js');
    const { admitAll } = jest.requireActual<typeof import('./admission/admission.js')>('./admission/admission.js');
    const again = await Registry.start({
      storage: test.storage,
      definitions: [store.definition],
      admission: () => admitAll,
    });
    const reopened = again.resource('', 'v1', 'configmaps')!;
    expect(reopened.get('t1', 'x')!.parse()).toEqual(made);
    const next = parse((await reopened.writer.create(testWrite('t1'), configMap('y'))).bytes);
    expect(Number(next.metadata.resourceVersion)).toBeGreaterThan(Number(made.metadata.resourceVersion));
    again.close();
  });

  it('ends all watches and calls onStorageFailure when the store can no longer be followed', async () => {
    const { Registry } = jest.requireActual<typeof import('./registry.js')>('./registry.js');
    const { admitAll } = jest.requireActual<typeof import('./admission/admission.js')>('./admission/admission.js');
    const { Subject } = jest.requireActual<typeof import('rxjs')>('rxjs');
    const feed = new Subject<never>();
    jest.spyOn(test.storage, 'watch').mockReturnValue(feed);
    const onStorageFailure = jest.fn();
    const { definition } = store;
    const failing = await Registry.start({
      storage: test.storage,
      definitions: [definition],
      admission: () => admitAll,
      onStorageFailure,
    });
    const sink = new TestSink();
    failing.resource('', 'v1', 'configmaps')!.watch({ allowWatchBookmarks: false }, everything('t1'), sink).start();
    const broken = new Error('broken');
    feed.error(broken);
    expect(onStorageFailure).toHaveBeenCalledWith(broken);
    expect(sink.ended).toEqual({ error: undefined });
  });
});
