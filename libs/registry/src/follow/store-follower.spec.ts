import { FakeClock, type ApiError } from '@orch/apimachinery';
import { testWrite } from '@orch/testing';
import type { Change } from '../cache/change.js';
import { NEVER } from 'rxjs';
import { configMap, EVERYTHING, NAMESPACE, Replica, WatchLog, type ConfigMap } from './replicas.fixture.js';
import { SharedStore, type LaggingView } from './shared-store.fixture.js';

const write = testWrite(NAMESPACE);
const storageKey = (name: string): string => `configmaps\0${NAMESPACE}\0${name}`;
const refusal = (run: () => unknown): Promise<ApiError> =>
  (async () => run())().then(
    () => {
      throw new Error('was not refused');
    },
    (error: ApiError) => error,
  );

describe('a shared store', () => {
  let shared: SharedStore;
  let clock: FakeClock;
  let a: Replica;
  let b: Replica;
  const turns = async (): Promise<void> => {
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
  };

  /** Runs `happens` between the loads of two resources. */
  const betweenLoads = (view: LaggingView, happens: () => Promise<unknown>): void => {
    const load = view.loadAll.bind(view);
    jest.spyOn(view, 'loadAll').mockImplementation(async (prefix, visit) => {
      if (prefix.startsWith('secrets')) await happens();
      return load(prefix, visit);
    });
  };

  beforeEach(async () => {
    clock = new FakeClock();
    shared = await SharedStore.open(clock);
    a = await Replica.start(shared.view(), clock);
    b = await Replica.start(shared.view(), clock);
  });
  afterEach(async () => {
    a.registry.close();
    b.registry.close();
    await shared.close();
  });

  describe('reads', () => {
    it('see writes acknowledged by another server, after waiting for a consistent read', async () => {
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('x', { a: '1' }));
      expect(b.configMaps.get(NAMESPACE, 'x')).toBeUndefined();
      const read = b.get('x');
      await turns();
      b.view.release();
      expect(await read).toMatchObject({ data: { a: '1' } });
    });

    it('are refused when the store is unavailable', async () => {
      b.view.isReachable = false;
      expect(await refusal(() => b.registry.waitForConsistentRead())).toMatchObject({
        reason: 'ServiceUnavailable',
        details: { retryAfterSeconds: 2 },
      });
    });

    it('of any state call the store at most once a second', async () => {
      const confirm = jest.spyOn(b.view, 'confirm');
      await b.registry.waitForRecentRead();
      await a.configMaps.writer.create(write, configMap('x'));
      clock.advance(1_000);
      expect(b.registry.waitForRecentRead()).toBeUndefined();
      expect(confirm).toHaveBeenCalledTimes(1);
      clock.advance(1);
      await b.registry.waitForRecentRead();
      expect(b.configMaps.get(NAMESPACE, 'x')).toBeDefined();
      expect(confirm).toHaveBeenCalledTimes(2);
    });

    it('of any state are refused a second after the last response of the store', async () => {
      await b.registry.waitForConsistentRead();
      b.view.isReachable = false;
      expect(b.registry.waitForRecentRead()).toBeUndefined();
      clock.advance(1_001);
      expect(await refusal(() => b.registry.waitForRecentRead())).toMatchObject({ reason: 'ServiceUnavailable' });
    });

    it('of any state measure the second from the call, and wait until the cache has caught up', async () => {
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('x'));
      const caughtUp = b.registry.waitForRecentRead();
      await turns();
      clock.advance(1_001);
      b.view.release();
      await caughtUp;
      expect(b.registry.waitForRecentRead()).toBeInstanceOf(Promise);
    });

    it('are refused when the store does not respond', async () => {
      jest.spyOn(b.view, 'confirm').mockReturnValue(new Promise(() => undefined));
      const refused = refusal(() => b.registry.waitForConsistentRead());
      clock.advance(5_000);
      expect(await refused).toMatchObject({ reason: 'ServiceUnavailable' });
    });

    it('are refused when this server does not catch up', async () => {
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('x'));
      const refused = refusal(() => b.registry.waitForConsistentRead());
      await turns();
      clock.advance(5_000);
      expect(await refused).toMatchObject({ reason: 'ServiceUnavailable' });
    });

    it('do not wait for an event of a revision without one', async () => {
      b.view.hold();
      await shared.skip();
      const fresh = b.registry.waitForConsistentRead();
      await turns();
      b.view.release();
      await turns();
      clock.advance(10);
      await fresh;
      expect(b.registry.revision).toBe(shared.store.revision);
    });

    it('do not wait on a store that is not shared', async () => {
      const registry = (await Replica.start(shared.store)).registry;
      expect(registry.isShared).toBe(false);
      expect(registry.waitForConsistentRead()).toBeUndefined();
      registry.close();
    });
  });

  describe('at start', () => {
    it('each resource is loaded at its own revision, without duplicate or missing events', async () => {
      const view = shared.view(() => 3);
      view.hold();
      await a.configMaps.writer.create(write, configMap('before'));
      const starting = Replica.start(view, clock);
      for (let n = 0; n < 10; n++) {
        await a.configMaps.writer.create(write, configMap(`c${n}`));
        await a.registry.resource('', 'v1', 'secrets')!.writer.create(write, configMap(`s${n}`) as never);
      }
      await turns();
      view.release();
      await turns();
      clock.advance(10);
      const late = await starting;
      expect(late.registry.isFollowing).toBe(true);
      await late.registry.waitForConsistentRead();
      const { entries } = await late.configMaps.list({ limit: 0 }, EVERYTHING);
      expect(entries.map((entry) => entry.name).sort()).toEqual(
        ['before', ...Array.from({ length: 10 }, (_, n) => `c${n}`)].sort(),
      );
      expect([...late.registry.readAll({ group: '', resource: 'secrets' })]).toHaveLength(10);
      late.registry.close();
    });

    const isThere = (replica: Replica): boolean => replica.configMaps.get(NAMESPACE, 'between') !== undefined;

    it('reads wait until all resources have reached the highest load revision', async () => {
      const view = shared.view();
      view.hold();
      betweenLoads(view, () => a.configMaps.writer.create(write, configMap('between')));
      let late: Replica | undefined;
      const starting = Replica.start(view, clock).then((replica) => (late = replica));
      while (view.loads < 3) await turns();
      await turns();
      expect(late).toBeUndefined();
      view.release();
      expect(isThere(await starting)).toBe(true);
      late!.registry.close();
    });

    it('events between two loads are read from history', async () => {
      const view = shared.view();
      betweenLoads(view, async () => {
        await a.configMaps.writer.create(write, configMap('between'));
        while (view.revision < a.view.revision) await turns();
      });
      const late = await Replica.start(view, clock);
      expect(isThere(late)).toBe(true);
      late.registry.close();
    });
  });

  describe('a watch', () => {
    it('resumes at another server', async () => {
      const made = await a.configMaps.writer.create(write, configMap('x'));
      const at = (JSON.parse(made.bytes.toString()) as ConfigMap).metadata.resourceVersion!;
      await a.configMaps.writer.create(write, configMap('y'));
      const log = b.watch({ resourceVersion: at });
      await log.until(() => log.events.length === 1);
      expect(log.texts).toEqual([`ADDED y ${Number(at) + 1}`]);
    });

    it('from a revision that this server has not reached gets only later changes', async () => {
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('x'));
      const log = b.watch({ resourceVersion: String(a.registry.revision) });
      await a.configMaps.writer.create(write, configMap('y'));
      b.view.release();
      await log.until(() => log.events.length === 1);
      expect(log.texts).toEqual([`ADDED y ${a.registry.revision}`]);
    });
  });

  describe('after the history was lost or compacted', () => {
    const changes: Change[] = [];
    beforeEach(async () => {
      changes.length = 0;
      for (const name of ['gone', 'kept', 'changed']) await a.configMaps.writer.create(write, configMap(name));
      await b.registry.waitForConsistentRead();
      b.registry.changesOf({ group: '', resource: 'configmaps' }).subscribe((change) => changes.push(change));
    });
    const ghost = (name: string): void =>
      b.view.ghost(storageKey(name), (revision) =>
        JSON.stringify({ kind: 'ConfigMap', metadata: { name, namespace: NAMESPACE, resourceVersion: `${revision}` } }),
      );

    it('everything is reloaded, and the changes are emitted in key order', async () => {
      b.view.hold();
      await a.configMaps.writer.delete(write, 'gone', {});
      await a.configMaps.writer.update(write, 'changed', configMap('changed', { a: '1' }));
      await a.configMaps.writer.create(write, configMap('added'));
      b.view.abortResponse('Compacted');
      b.view.release();
      await b.registry.waitForConsistentRead();
      expect(changes.map(({ type, entry, previous }) => [type, entry.name, previous?.name])).toEqual([
        ['ADDED', 'added', undefined],
        ['MODIFIED', 'changed', 'changed'],
        ['DELETED', 'gone', 'gone'],
      ]);
      expect(b.configMaps.get(NAMESPACE, 'gone')).toBeUndefined();
      expect(b.configMaps.get(NAMESPACE, 'changed')!.parse()).toMatchObject({ data: { a: '1' } });
      expect(b.steps).toEqual(['began', 'done']);
    });

    it('lost changes are removed, and clients that saw them get Expired', async () => {
      ghost('ghost');
      ghost('kept');
      const lost = String(b.registry.revision);
      const watched = b.watch({ resourceVersion: lost });
      expect(b.configMaps.get(NAMESPACE, 'ghost')).toBeDefined();
      await shared.failOver(b.view);
      await watched.until(() => watched.ended !== undefined);
      expect(watched.ended!.error).toMatchObject({ reason: 'Expired', code: 410 });
      await b.registry.waitForConsistentRead();
      expect(b.configMaps.get(NAMESPACE, 'ghost')).toBeUndefined();
      expect(changes.slice(-2).map(({ type, entry }) => [type, entry.name])).toEqual([
        ['DELETED', 'ghost'],
        ['MODIFIED', 'kept'],
      ]);
      // Also at the server that did not see them.
      for (const replica of [a, b]) {
        const initial = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };
        for (const parameters of [{}, initial]) {
          const again = replica.watch({ ...parameters, resourceVersion: lost });
          await again.until(() => again.ended !== undefined);
          expect(again.ended!.error).toMatchObject({ reason: 'Expired' });
          expect(again.events).toEqual([]);
        }
        await replica.registry.waitForConsistentRead();
        const exact = { limit: 0, resourceVersion: lost, resourceVersionMatch: 'Exact' };
        for (const parameters of [exact, { limit: 0, resourceVersion: lost }])
          expect(await refusal(() => replica.configMaps.list(parameters, EVERYTHING))).toMatchObject({ code: 410 });
        expect(await refusal(() => replica.configMaps.reach(Number(lost)))).toMatchObject({ code: 410 });
        expect(replica.configMaps.isReached(Number(lost))).toBe(false);
      }
    });

    it('consistent reads wait, and watches are refused, until everything is reloaded', async () => {
      b.view.isReachable = false;
      b.view.abortResponse('Lost');
      await turns();
      expect(b.registry.isFollowing).toBe(false);
      expect(await refusal(() => b.watch())).toMatchObject({ reason: 'ServiceUnavailable' });
      expect(await refusal(() => b.registry.waitForRecentRead())).toMatchObject({ reason: 'ServiceUnavailable' });
      expect(b.steps).toEqual(['began', 'failed']);
      b.view.isReachable = true;
      const recent = b.registry.waitForRecentRead();
      expect(recent).toBeInstanceOf(Promise);
      clock.advance(250);
      await recent;
      await turns();
      expect(b.registry.isFollowing).toBe(true);
      expect(b.steps).toEqual(['began', 'failed', 'done']);
    });

    it('events of changes that were already loaded are not emitted again', async () => {
      const emitted: string[] = [];
      b.registry
        .changesOf({ group: '', resource: 'secrets' })
        .subscribe(({ type, entry }) => emitted.push(`${type} ${entry.name}`));
      betweenLoads(b.view, () =>
        a.registry.resource('', 'v1', 'secrets')!.writer.create(write, configMap('s') as never),
      );
      b.view.abortResponse('Lost');
      await b.registry.waitForConsistentRead();
      expect(emitted).toEqual(['ADDED s']);
    });

    it('a watch from an earlier revision gets missed changes from history', async () => {
      const before = b.registry.revision;
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('slept'));
      b.view.abortResponse('Compacted');
      b.view.release();
      await b.registry.waitForConsistentRead();
      const log = b.watch({ resourceVersion: String(before) });
      await log.until(() => log.events.length === 1);
      expect(log.texts).toEqual([`ADDED slept ${before + 1}`]);
    });

    it('a watch started afterwards misses nothing', async () => {
      b.view.abortResponse('Compacted');
      await b.registry.waitForRecentRead();
      const log = b.watch({ resourceVersion: String(b.registry.revision) });
      await a.configMaps.writer.create(write, configMap('new'));
      await log.until(() => log.events.length === 1);
      expect(log.texts).toEqual([`ADDED new ${a.registry.revision}`]);
    });
  });

  describe('writes', () => {
    it('are retried after a conflicting write of another server', async () => {
      await a.configMaps.writer.create(write, configMap('x', { n: '0' }));
      await b.registry.waitForConsistentRead();
      const add = (replica: Replica, field: string) =>
        replica.configMaps.writer.patch(write, 'x', (current) => ({
          value: { ...current, data: { ...(current['data'] as object), [field]: '1' } },
          duplicateFields: [],
        }));
      await Promise.all([add(a, 'a'), add(b, 'b')]);
      expect((await a.get('x'))!.data).toEqual({ n: '0', a: '1', b: '1' });
    });

    it('C-252 with a resourceVersion replaced by another server are refused', async () => {
      const made = await a.configMaps.writer.create(write, configMap('x'));
      const { resourceVersion } = (JSON.parse(made.bytes.toString()) as ConfigMap).metadata;
      await b.registry.waitForConsistentRead();
      b.view.hold();
      await a.configMaps.writer.update(write, 'x', configMap('x', { a: '1' }));
      const refused = refusal(() =>
        b.configMaps.writer.update(write, 'x', configMap('x', { a: '2' }, { resourceVersion })),
      );
      await turns();
      b.view.release();
      expect(await refused).toMatchObject({ reason: 'Conflict' });
    });

    const whileGone = async (run: () => Promise<unknown>): Promise<unknown> => {
      await a.configMaps.writer.create(write, configMap('x', { old: '1' }));
      await b.registry.waitForConsistentRead();
      b.view.hold();
      await a.configMaps.writer.delete(write, 'x', {});
      const done = run().catch((error: ApiError) => error);
      await turns();
      b.view.release();
      return done;
    };
    /** A kind with create on PUT. */
    const eventsOf = ({ registry }: Replica) => registry.resource('', 'v1', 'events')!.writer;
    const event = (name: string, message = '') => ({
      value: { metadata: { name }, involvedObject: { namespace: NAMESPACE }, message },
      duplicateFields: [],
    });
    const patchX = () => b.configMaps.writer.patch(write, 'x', (current) => ({ value: current, duplicateFields: [] }));

    it('a patch of an object deleted by another server fails with NotFound', async () => {
      const touch = () =>
        b.configMaps.writer.patch(write, 'x', (current) => ({ value: { ...current, data: {} }, duplicateFields: [] }));
      expect(await whileGone(touch)).toMatchObject({ reason: 'NotFound' });
      expect(await refusal(patchX)).toMatchObject({ reason: 'NotFound' });
    });

    it('a delete of an object deleted by another server fails with NotFound', async () => {
      expect(await whileGone(() => b.configMaps.writer.delete(write, 'x', {}))).toMatchObject({ reason: 'NotFound' });
    });

    it('C-021 a PUT of an object deleted by another server fails with NotFound', async () => {
      const put = () => b.configMaps.writer.update(write, 'x', configMap('x', { new: '1' }));
      expect(await whileGone(put)).toMatchObject({ reason: 'NotFound' });
      expect(await a.get('x')).toBeUndefined();
    });

    it('A-029 a PUT of an object deleted by another server creates it if the kind allows that', async () => {
      await eventsOf(a).create(write, event('e'));
      await b.registry.waitForConsistentRead();
      b.view.hold();
      await eventsOf(a).delete(write, 'e', {});
      const put = eventsOf(b).update(write, 'e', event('e', 'new'));
      await turns();
      b.view.release();
      expect(await put).toMatchObject({ created: true });
    });

    it('C-109 an apply of an object deleted by another server creates it', async () => {
      const body = {
        value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { new: '1' } },
        duplicateFields: [],
      };
      expect(await whileGone(() => b.configMaps.writer.apply(write, 'x', '', body, false))).toMatchObject({
        created: true,
      });
      expect((await a.get('x'))!.data).toEqual({ new: '1' });
    });

    it('a delete with a uid does not delete an object of that name created by another server', async () => {
      const made = await a.configMaps.writer.create(write, configMap('x'));
      const { uid } = (JSON.parse(made.bytes.toString()) as ConfigMap).metadata;
      await b.registry.waitForConsistentRead();
      b.view.hold();
      await a.configMaps.writer.delete(write, 'x', {});
      await a.configMaps.writer.create(write, configMap('x', { second: '1' }));
      const refused = refusal(() => b.configMaps.writer.delete(write, 'x', { uid: uid! }));
      await turns();
      b.view.release();
      expect(await refused).toMatchObject({ reason: 'Conflict' });
      expect((await a.get('x'))!.data).toEqual({ second: '1' });
    });

    it('A-017 one of two concurrent creates of a name fails with AlreadyExists', async () => {
      const outcomes = await Promise.allSettled(
        [a, b].map((replica) => replica.configMaps.writer.create(write, configMap('x'))),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const refused = outcomes.find((outcome) => outcome.status === 'rejected')!;
      expect(refused.reason).toMatchObject({ reason: 'AlreadyExists' });
    });

    it('A-029 of two concurrent PUTs of a new name one creates and the other updates', async () => {
      const outcomes = await Promise.all(
        [a, b].map((replica, n) => eventsOf(replica).update(write, 'e', event('e', String(n)))),
      );
      expect(outcomes.filter(({ created }) => created)).toHaveLength(1);
    });

    it('fail with ServiceUnavailable when this server does not catch up with a conflicting write', async () => {
      await a.configMaps.writer.create(write, configMap('x'));
      await b.registry.waitForConsistentRead();
      b.view.hold();
      await a.configMaps.writer.update(write, 'x', configMap('x', { a: '1' }));
      const refused = refusal(() => b.configMaps.writer.update(write, 'x', configMap('x', { a: '2' })));
      await turns();
      clock.advance(5_000);
      expect(await refused).toMatchObject({ reason: 'ServiceUnavailable' });
      b.view.release();
    });
  });

  describe('a resource in a secondary store', () => {
    it('has the resourceVersions of its store, which consistent reads wait for', async () => {
      const other = await SharedStore.open(clock);
      const overrides = () => new Map([['secrets', other.view()]]);
      const one = await Replica.start(shared.view(), clock, { overrides: overrides() });
      const twoPlaces = overrides();
      const two = await Replica.start(shared.view(), clock, { overrides: twoPlaces });
      const secrets = { group: '', version: 'v1', resource: 'secrets' };
      const view = twoPlaces.get('secrets')!;
      view.hold();
      await one.registry.resource('', 'v1', 'secrets')!.writer.create(write, configMap('s') as never);
      await one.configMaps.writer.create(write, configMap('c'));
      expect(other.store.revision).toBe(1);
      await two.registry.waitForConsistentRead();
      expect(two.registry.read(secrets, NAMESPACE, 's')).toBeUndefined();
      const fresh = two.registry.waitForConsistentRead(secrets);
      await turns();
      view.release();
      await fresh;
      expect(two.registry.read(secrets, NAMESPACE, 's')).toMatchObject({ metadata: { resourceVersion: '1' } });
      expect(two.registry.resource('', 'v1', 'secrets')!.revision).toBe(1);
      for (const { registry } of [one, two]) registry.close();
      await other.close();
    });

    it('that decides about requests is waited for by every request', async () => {
      const other = await SharedStore.open(clock);
      const view = other.view();
      const writer = await Replica.start(other.view(), clock);
      const { registry } = await Replica.start(shared.view(), clock, {
        overrides: new Map([['secrets', view]]),
        deciding: new Set(['secrets']),
      });
      const secrets = { group: '', version: 'v1', resource: 'secrets' };
      for (const [name, ask] of [
        ['a', () => registry.waitForConsistentRead({ ...secrets, resource: 'configmaps' })],
        ['b', () => registry.waitForConsistentRead()],
        ['c', () => registry.waitForRecentRead()],
      ] as const) {
        clock.advance(1_001);
        view.hold();
        await writer.registry.resource('', 'v1', 'secrets')!.writer.create(write, configMap(name) as never);
        let isAnswered = false;
        const asked = (async () => ask())().then(() => (isAnswered = true));
        await turns();
        expect(isAnswered).toBe(false);
        view.release();
        await asked;
        expect(registry.read(secrets, NAMESPACE, name)).toBeDefined();
      }
      registry.close();
      writer.registry.close();
      await other.close();
    });

    it('maps RBAC changes, which have revisions of the main store, to its own revisions', async () => {
      const other = await SharedStore.open(clock);
      const one = await Replica.start(shared.view(), clock, { overrides: new Map([['secrets', other.view()]]) });
      const secrets = one.registry.resource('', 'v1', 'secrets')!;
      await secrets.writer.create(write, configMap('before') as never);
      const before = secrets.revision;
      await secrets.writer.create(write, configMap('last') as never);
      for (let n = 0; n < 5; n++) await one.configMaps.writer.create(write, configMap(`role${n}`));
      const unchangedSince = one.registry.revision;
      const source = { current: { includes: () => true }, unchangedSince, changes: NEVER };
      const watch = (from: number): WatchLog => {
        const log = new WatchLog();
        const parameters = { allowWatchBookmarks: false, resourceVersion: String(from) };
        secrets.watch(parameters, EVERYTHING, log, source).start();
        return log;
      };
      const tooOld = watch(before);
      await tooOld.until(() => tooOld.ended !== undefined);
      expect(tooOld.ended!.error).toMatchObject({ reason: 'Expired' });
      const goesOn = watch(secrets.revision);
      await secrets.writer.create(write, configMap('after') as never);
      await goesOn.until(() => goesOn.ended !== undefined || goesOn.events.length === 1);
      expect(goesOn.texts).toEqual(['ADDED after 3']);
      one.registry.close();
      await other.close();
    });

    it('must be a stored resource', async () => {
      await expect(
        Replica.start(shared.view(), clock, { overrides: new Map([['tables', shared.view()]]) }),
      ).rejects.toThrow('no resource is stored as tables');
    });
  });
});
