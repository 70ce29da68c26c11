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

describe('a store that several servers share', () => {
  let shared: SharedStore;
  let clock: FakeClock;
  let a: Replica;
  let b: Replica;
  const turns = async (): Promise<void> => {
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
  };

  /** What happens between the loads of two resources. */
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
    it('see what another server has acknowledged, once they were made fresh', async () => {
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('x', { a: '1' }));
      expect(b.configMaps.get(NAMESPACE, 'x')).toBeUndefined();
      const read = b.get('x');
      await turns();
      b.view.release();
      expect(await read).toMatchObject({ data: { a: '1' } });
    });

    it('are refused when the store cannot be asked', async () => {
      b.view.isReachable = false;
      expect(await refusal(() => b.registry.fresh())).toMatchObject({
        reason: 'ServiceUnavailable',
        details: { retryAfterSeconds: 2 },
      });
    });

    it('of any state ask the store at most once a second', async () => {
      const confirm = jest.spyOn(b.view, 'confirm');
      await b.registry.recent();
      await a.configMaps.writer.create(write, configMap('x'));
      clock.advance(1_000);
      expect(b.registry.recent()).toBeUndefined();
      expect(confirm).toHaveBeenCalledTimes(1);
      clock.advance(1);
      await b.registry.recent();
      expect(b.configMaps.get(NAMESPACE, 'x')).toBeDefined();
      expect(confirm).toHaveBeenCalledTimes(2);
    });

    it('of any state are refused from a second after the last answer of the store on', async () => {
      await b.registry.fresh();
      b.view.isReachable = false;
      expect(b.registry.recent()).toBeUndefined();
      clock.advance(1_001);
      expect(await refusal(() => b.registry.recent())).toMatchObject({ reason: 'ServiceUnavailable' });
    });

    it('of any state count the second from the question on, and wait until memory has caught up', async () => {
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('x'));
      const caughtUp = b.registry.recent();
      await turns();
      clock.advance(1_001);
      b.view.release();
      await caughtUp;
      expect(b.registry.recent()).toBeInstanceOf(Promise);
    });

    it('are refused when the store does not answer', async () => {
      jest.spyOn(b.view, 'confirm').mockReturnValue(new Promise(() => undefined));
      const refused = refusal(() => b.registry.fresh());
      clock.advance(5_000);
      expect(await refused).toMatchObject({ reason: 'ServiceUnavailable' });
    });

    it('are refused when this server does not catch up', async () => {
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('x'));
      const refused = refusal(() => b.registry.fresh());
      await turns();
      clock.advance(5_000);
      expect(await refused).toMatchObject({ reason: 'ServiceUnavailable' });
    });

    it('wait for no event where a revision brings none', async () => {
      b.view.hold();
      await shared.skip();
      const fresh = b.registry.fresh();
      await turns();
      b.view.release();
      await turns();
      clock.advance(10);
      await fresh;
      expect(b.registry.revision).toBe(shared.store.revision);
    });

    it('wait for nobody where nobody else writes', async () => {
      const registry = (await Replica.start(shared.store)).registry;
      expect(registry.isShared).toBe(false);
      expect(registry.fresh()).toBeUndefined();
      registry.close();
    });
  });

  describe('at start', () => {
    it('each resource is loaded at its own moment, and nothing comes twice or is left out', async () => {
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
      await late.registry.fresh();
      const { entries } = await late.configMaps.list({ limit: 0 }, EVERYTHING);
      expect(entries.map((entry) => entry.name).sort()).toEqual(
        ['before', ...Array.from({ length: 10 }, (_, n) => `c${n}`)].sort(),
      );
      expect([...late.registry.readAll({ group: '', resource: 'secrets' })]).toHaveLength(10);
      late.registry.close();
    });

    const isThere = (replica: Replica): boolean => replica.configMaps.get(NAMESPACE, 'between') !== undefined;

    it('reads wait until all resources have reached the last moment at which one was loaded', async () => {
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

    it('what the store told of between two loads is read from its history', async () => {
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
    it('goes on at another server from where it was', async () => {
      const made = await a.configMaps.writer.create(write, configMap('x'));
      const at = (JSON.parse(made.bytes.toString()) as ConfigMap).metadata.resourceVersion!;
      await a.configMaps.writer.create(write, configMap('y'));
      const log = b.watch({ resourceVersion: at });
      await log.until(() => log.events.length === 1);
      expect(log.texts).toEqual([`ADDED y ${Number(at) + 1}`]);
    });

    it('of a version that this server has yet to see brings only what came after it', async () => {
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('x'));
      const log = b.watch({ resourceVersion: String(a.registry.revision) });
      await a.configMaps.writer.create(write, configMap('y'));
      b.view.release();
      await log.until(() => log.events.length === 1);
      expect(log.texts).toEqual([`ADDED y ${a.registry.revision}`]);
    });
  });

  describe('after the store went on without what was seen here', () => {
    const changes: Change[] = [];
    beforeEach(async () => {
      changes.length = 0;
      for (const name of ['gone', 'kept', 'changed']) await a.configMaps.writer.create(write, configMap(name));
      await b.registry.fresh();
      b.registry.changesOf({ group: '', resource: 'configmaps' }).subscribe((change) => changes.push(change));
    });
    const ghost = (name: string): void =>
      b.view.ghost(storageKey(name), (revision) =>
        JSON.stringify({ kind: 'ConfigMap', metadata: { name, namespace: NAMESPACE, resourceVersion: `${revision}` } }),
      );

    it('everything is loaded anew, and what is different is told in the order of keys', async () => {
      b.view.hold();
      await a.configMaps.writer.delete(write, 'gone', {});
      await a.configMaps.writer.update(write, 'changed', configMap('changed', { a: '1' }));
      await a.configMaps.writer.create(write, configMap('added'));
      b.view.abortResponse('Compacted');
      b.view.release();
      await b.registry.fresh();
      expect(changes.map(({ type, entry, previous }) => [type, entry.name, previous?.name])).toEqual([
        ['ADDED', 'added', undefined],
        ['MODIFIED', 'changed', 'changed'],
        ['DELETED', 'gone', 'gone'],
      ]);
      expect(b.configMaps.get(NAMESPACE, 'gone')).toBeUndefined();
      expect(b.configMaps.get(NAMESPACE, 'changed')!.parse()).toMatchObject({ data: { a: '1' } });
      expect(b.steps).toEqual(['began', 'done']);
    });

    it('lost changes are gone, and who has seen them begins anew', async () => {
      ghost('ghost');
      ghost('kept');
      const lost = String(b.registry.revision);
      const watched = b.watch({ resourceVersion: lost });
      expect(b.configMaps.get(NAMESPACE, 'ghost')).toBeDefined();
      await shared.failOver(b.view);
      await watched.until(() => watched.ended !== undefined);
      expect(watched.ended!.error).toMatchObject({ reason: 'Expired', code: 410 });
      await b.registry.fresh();
      expect(b.configMaps.get(NAMESPACE, 'ghost')).toBeUndefined();
      expect(changes.slice(-2).map(({ type, entry }) => [type, entry.name])).toEqual([
        ['DELETED', 'ghost'],
        ['MODIFIED', 'kept'],
      ]);
      // Also at the server that never saw them.
      for (const replica of [a, b]) {
        const again = replica.watch({ resourceVersion: lost });
        await again.until(() => again.ended !== undefined);
        expect(again.ended!.error).toMatchObject({ reason: 'Expired' });
        await replica.registry.fresh();
        const exact = { limit: 0, resourceVersion: lost, resourceVersionMatch: 'Exact' };
        for (const parameters of [exact, { limit: 0, resourceVersion: lost }])
          expect(await refusal(() => replica.configMaps.list(parameters, EVERYTHING))).toMatchObject({ code: 410 });
        expect(await refusal(() => replica.configMaps.reach(Number(lost)))).toMatchObject({ code: 410 });
        expect(replica.configMaps.isReached(Number(lost))).toBe(false);
      }
    });

    it('nothing is answered as fresh, and no watch begins, until all is loaded', async () => {
      b.view.isReachable = false;
      b.view.abortResponse('Lost');
      await turns();
      expect(b.registry.isFollowing).toBe(false);
      expect(await refusal(() => b.watch())).toMatchObject({ reason: 'ServiceUnavailable' });
      expect(await refusal(() => b.registry.recent())).toMatchObject({ reason: 'ServiceUnavailable' });
      expect(b.steps).toEqual(['began', 'failed']);
      b.view.isReachable = true;
      const recent = b.registry.recent();
      expect(recent).toBeInstanceOf(Promise);
      clock.advance(250);
      await recent;
      await turns();
      expect(b.registry.isFollowing).toBe(true);
      expect(b.steps).toEqual(['began', 'failed', 'done']);
    });

    it('what was loaded already is not told again when its events come', async () => {
      const told: string[] = [];
      b.registry
        .changesOf({ group: '', resource: 'secrets' })
        .subscribe(({ type, entry }) => told.push(`${type} ${entry.name}`));
      betweenLoads(b.view, () =>
        a.registry.resource('', 'v1', 'secrets')!.writer.create(write, configMap('s') as never),
      );
      b.view.abortResponse('Lost');
      await b.registry.fresh();
      expect(told).toEqual(['ADDED s']);
    });

    it('a watch from before brings what was slept through, from the history', async () => {
      const before = b.registry.revision;
      b.view.hold();
      await a.configMaps.writer.create(write, configMap('slept'));
      b.view.abortResponse('Compacted');
      b.view.release();
      await b.registry.fresh();
      const log = b.watch({ resourceVersion: String(before) });
      await log.until(() => log.events.length === 1);
      expect(log.texts).toEqual([`ADDED slept ${before + 1}`]);
    });

    it('a watch that begins afterwards misses nothing', async () => {
      b.view.abortResponse('Compacted');
      await b.registry.recent();
      const log = b.watch({ resourceVersion: String(b.registry.revision) });
      await a.configMaps.writer.create(write, configMap('new'));
      await log.until(() => log.events.length === 1);
      expect(log.texts).toEqual([`ADDED new ${a.registry.revision}`]);
    });
  });

  describe('writes', () => {
    it('are retried after the change of another server that was first', async () => {
      await a.configMaps.writer.create(write, configMap('x', { n: '0' }));
      await b.registry.fresh();
      const add = (replica: Replica, field: string) =>
        replica.configMaps.writer.patch(write, 'x', (current) => ({
          value: { ...current, data: { ...(current['data'] as object), [field]: '1' } },
          duplicateFields: [],
        }));
      await Promise.all([add(a, 'a'), add(b, 'b')]);
      expect((await a.get('x'))!.data).toEqual({ n: '0', a: '1', b: '1' });
    });

    it('C-252 with a version that another server has replaced are refused', async () => {
      const made = await a.configMaps.writer.create(write, configMap('x'));
      const { resourceVersion } = (JSON.parse(made.bytes.toString()) as ConfigMap).metadata;
      await b.registry.fresh();
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
      await b.registry.fresh();
      b.view.hold();
      await a.configMaps.writer.delete(write, 'x', {});
      const done = run().catch((error: ApiError) => error);
      await turns();
      b.view.release();
      return done;
    };
    /** Of a kind that PUT creates. */
    const eventsOf = ({ registry }: Replica) => registry.resource('', 'v1', 'events')!.writer;
    const event = (name: string, message = '') => ({
      value: { metadata: { name }, involvedObject: { namespace: NAMESPACE }, message },
      duplicateFields: [],
    });
    const patchX = () => b.configMaps.writer.patch(write, 'x', (current) => ({ value: current, duplicateFields: [] }));

    it('to an object that another server deleted meanwhile: a patch finds nothing', async () => {
      const touch = () =>
        b.configMaps.writer.patch(write, 'x', (current) => ({ value: { ...current, data: {} }, duplicateFields: [] }));
      expect(await whileGone(touch)).toMatchObject({ reason: 'NotFound' });
      expect(await refusal(patchX)).toMatchObject({ reason: 'NotFound' });
    });

    it('to an object that another server deleted meanwhile: so does a delete', async () => {
      expect(await whileGone(() => b.configMaps.writer.delete(write, 'x', {}))).toMatchObject({ reason: 'NotFound' });
    });

    it('C-021 PUT to an object that another server deleted meanwhile is refused with NotFound', async () => {
      const put = () => b.configMaps.writer.update(write, 'x', configMap('x', { new: '1' }));
      expect(await whileGone(put)).toMatchObject({ reason: 'NotFound' });
      expect(await a.get('x')).toBeUndefined();
    });

    it('A-029 PUT to an object that another server deleted meanwhile creates it, where the kind allows that', async () => {
      await eventsOf(a).create(write, event('e'));
      await b.registry.fresh();
      b.view.hold();
      await eventsOf(a).delete(write, 'e', {});
      const put = eventsOf(b).update(write, 'e', event('e', 'new'));
      await turns();
      b.view.release();
      expect(await put).toMatchObject({ created: true });
    });

    it('C-109 to an object that another server deleted meanwhile: an apply creates', async () => {
      const body = {
        value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { new: '1' } },
        duplicateFields: [],
      };
      expect(await whileGone(() => b.configMaps.writer.apply(write, 'x', '', body, false))).toMatchObject({
        created: true,
      });
      expect((await a.get('x'))!.data).toEqual({ new: '1' });
    });

    it('a delete of one uid does not take the object that another server made of that name', async () => {
      const made = await a.configMaps.writer.create(write, configMap('x'));
      const { uid } = (JSON.parse(made.bytes.toString()) as ConfigMap).metadata;
      await b.registry.fresh();
      b.view.hold();
      await a.configMaps.writer.delete(write, 'x', {});
      await a.configMaps.writer.create(write, configMap('x', { second: '1' }));
      const refused = refusal(() => b.configMaps.writer.delete(write, 'x', { uid: uid! }));
      await turns();
      b.view.release();
      expect(await refused).toMatchObject({ reason: 'Conflict' });
      expect((await a.get('x'))!.data).toEqual({ second: '1' });
    });

    it('A-017 of two creators of one name at once one is told that it exists', async () => {
      const outcomes = await Promise.allSettled(
        [a, b].map((replica) => replica.configMaps.writer.create(write, configMap('x'))),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const refused = outcomes.find((outcome) => outcome.status === 'rejected')!;
      expect(refused.reason).toMatchObject({ reason: 'AlreadyExists' });
    });

    it('A-029 of two PUTs of one new name at once one creates and the other changes', async () => {
      const outcomes = await Promise.all(
        [a, b].map((replica, n) => eventsOf(replica).update(write, 'e', event('e', String(n)))),
      );
      expect(outcomes.filter(({ created }) => created)).toHaveLength(1);
    });

    it('are refused for the time being when this server does not catch up with what was first', async () => {
      await a.configMaps.writer.create(write, configMap('x'));
      await b.registry.fresh();
      b.view.hold();
      await a.configMaps.writer.update(write, 'x', configMap('x', { a: '1' }));
      const refused = refusal(() => b.configMaps.writer.update(write, 'x', configMap('x', { a: '2' })));
      await turns();
      clock.advance(5_000);
      expect(await refused).toMatchObject({ reason: 'ServiceUnavailable' });
      b.view.release();
    });
  });

  describe('a resource with a store of its own', () => {
    it('counts its own versions, and is asked for them', async () => {
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
      await two.registry.fresh();
      expect(two.registry.read(secrets, NAMESPACE, 's')).toBeUndefined();
      const fresh = two.registry.fresh(secrets);
      await turns();
      view.release();
      await fresh;
      expect(two.registry.read(secrets, NAMESPACE, 's')).toMatchObject({ metadata: { resourceVersion: '1' } });
      expect(two.registry.resource('', 'v1', 'secrets')!.revision).toBe(1);
      for (const { registry } of [one, two]) registry.close();
      await other.close();
    });

    it('is waited for by every request where it decides about them', async () => {
      const other = await SharedStore.open(clock);
      const view = other.view();
      const writer = await Replica.start(other.view(), clock);
      const { registry } = await Replica.start(shared.view(), clock, {
        overrides: new Map([['secrets', view]]),
        deciding: new Set(['secrets']),
      });
      const secrets = { group: '', version: 'v1', resource: 'secrets' };
      for (const [name, ask] of [
        ['a', () => registry.fresh({ ...secrets, resource: 'configmaps' })],
        ['b', () => registry.fresh()],
        ['c', () => registry.recent()],
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

    it('knows which of its versions are older than a change of rights, which has a version of the main store', async () => {
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

    it('must be one that is stored', async () => {
      await expect(
        Replica.start(shared.view(), clock, { overrides: new Map([['tables', shared.view()]]) }),
      ).rejects.toThrow('no resource is stored as tables');
    });
  });
});
