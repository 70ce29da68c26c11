import { ApiError, FakeClock, FOREGROUND_FINALIZER, type OwnerReference } from '@orch/apimachinery';
import type { ResourceType } from '@orch/client';
import * as fc from 'fast-check';
import { observeEvent } from './collector.js';
import { ListedOwners } from './listed-owners.js';
import { names, ownedObject, type OwnedObject } from './owned-object.js';
import { OwnerLookup } from './owner-lookup.js';
import { OwnershipGraph } from './ownership-graph.js';
import { isBlocked, planDependent, type OwnerState } from './plan.js';
import { GarbageCollectorReconciler } from './reconciler.js';
import { RESOURCES, World } from './world.fixture.js';

const [A, B, C] = RESOURCES as [ResourceType, ResourceType, ResourceType];
const signal = new AbortController().signal;

/** The collector over a world. `choose(n)` says which of `n` things happens next. */
function collectorOf(world: World) {
  const woken = new Set<string>();
  const recorded: string[] = [];
  const graph = new OwnershipGraph((uid) => woken.add(uid));
  const clock = new FakeClock();
  const lookup = new OwnerLookup(world, () => graph.observations, clock);
  const reconciler = new GarbageCollectorReconciler(
    graph,
    world,
    lookup,
    new ListedOwners(world, () => graph.observations, clock),
    { resources: RESOURCES },
    { record: (object, _type, reason, message) => void recorded.push(`${object.metadata.name} ${reason} ${message}`) },
  );
  const hear = (resource: ResourceType): void => {
    const at = world.pending.findIndex((one) => one.resource === resource);
    const [{ event }] = world.pending.splice(at, 1) as [(typeof world.pending)[number]];
    observeEvent(graph, lookup, resource, event);
  };
  const settle = async (choose: (n: number) => number = () => 0): Promise<void> => {
    for (let steps = 0; ; steps++) {
      if (steps > 2_000) throw new Error('the collector does not become idle');
      const resources = [...new Set(world.pending.map((one) => one.resource))];
      const keys = [...woken];
      if (resources.length + keys.length === 0) return;
      const next = choose(resources.length + keys.length);
      if (next < resources.length) hear(resources[next]!);
      else {
        const uid = keys[next - resources.length]!;
        woken.delete(uid);
        const { requeueAfterMs } = await reconciler.reconcile({ namespace: '', name: uid }, signal);
        if (requeueAfterMs === 200 || requeueAfterMs === 1) woken.add(uid);
      }
    }
  };
  return { graph, clock, recorded, settle, reconciler };
}

const left = (world: World): string[] => [...world.objects.keys()].sort();
const ownersOf = (world: World, uid: string): string[] =>
  (world.objects.get(uid)?.object.metadata.ownerReferences ?? []).map((reference) => reference.uid);

describe('the collector', () => {
  it('C-140 collects what has lost all its owners, down to the last', async () => {
    const world = new World();
    const { settle } = collectorOf(world);
    world.add(A, 'n', 'root', []);
    world.add(B, 'n', 'child', [world.reference('root')]);
    world.add(A, 'n', 'grandchild', [world.reference('child')]);
    world.add(A, 'n', 'other', []);
    await settle();
    expect(world.writes).toEqual([]);
    world.remove('root', 'Background');
    await settle();
    expect(left(world)).toEqual(['other']);
    expect(world.writes).toEqual(['delete child Background', 'delete grandchild Background']);
  });

  it('C-140 one owner that stays keeps the object, and is its only one', async () => {
    const world = new World();
    const { settle } = collectorOf(world);
    world.add(A, 'n', 'a', []);
    world.add(A, 'n', 'b', []);
    world.add(B, 'n', 'x', [world.reference('a'), world.reference('b')]);
    await settle();
    world.remove('a', 'Background');
    await settle();
    expect(left(world)).toEqual(['b', 'x']);
    expect(ownersOf(world, 'x')).toEqual(['b']);
  });

  it('C-140 ignores an owner in another namespace, and records an event', async () => {
    const world = new World();
    const { settle, recorded } = collectorOf(world);
    world.add(A, 'n1', 'a', []);
    world.add(B, 'n2', 'x', [world.reference('a')]);
    world.add(B, 'n1', 'y', [world.reference('a')]);
    await settle();
    expect(left(world)).toEqual(['a', 'y']);
    expect(recorded).toEqual([
      'x OwnerRefInvalidNamespace ownerRef [x.example/v1/A, namespace: n2, name: a, uid: a] does not exist in namespace "n2"',
    ]);
  });

  it('C-140 a cluster-scoped owner may own in any namespace, a namespaced one nothing cluster-scoped', async () => {
    const world = new World();
    const { settle } = collectorOf(world);
    world.add(C, '', 'c', []);
    world.add(A, 'n', 'a', [world.reference('c')]);
    world.add(C, '', 'odd', [world.reference('a')]);
    await settle();
    world.remove('c', 'Background');
    await settle();
    expect(left(world)).toEqual(['odd']);
  });

  it('C-140 an owner deleted before the first lookup', async () => {
    const world = new World();
    const { settle } = collectorOf(world);
    world.add(A, 'n', 'x', [world.reference('never')]);
    await settle();
    expect(left(world)).toEqual([]);
  });

  it('C-140 an owner recreated under the same name is another owner', async () => {
    const world = new World();
    const { settle } = collectorOf(world);
    world.add(A, 'n', 'a', []);
    world.add(B, 'n', 'x', [world.reference('a')]);
    await settle();
    world.remove('a', 'Background');
    world.add(A, 'n', 'a', [], 'second');
    await settle();
    expect(left(world)).toEqual(['second']);
  });

  it('C-226 Foreground keeps the owner until its blocking dependents are deleted', async () => {
    const world = new World();
    const { settle } = collectorOf(world);
    world.add(A, 'n', 'a', []);
    world.add(B, 'n', 'x', [world.reference('a', true)]);
    world.add(A, 'n', 'y', [world.reference('x', true)]);
    await settle();
    world.remove('a', 'Foreground');
    await settle();
    expect(left(world)).toEqual([]);
    expect(world.writes).toEqual([
      'delete x Foreground',
      'delete y Background',
      'patch x finalizers',
      'patch a finalizers',
    ]);
  });

  it('C-226 Foreground does not wait for those that do not block', async () => {
    const world = new World();
    const { settle } = collectorOf(world);
    world.add(A, 'n', 'a', []);
    world.add(B, 'n', 'x', [world.reference('a', false)]);
    await settle();
    world.remove('a', 'Foreground');
    await settle();
    expect(world.writes[0]).toBe('patch a finalizers');
    expect(left(world)).toEqual([]);
  });

  it.each([
    [
      'of two',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
    ],
    [
      'of three',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
    ],
    ['of one', [['a', 'a']]],
  ])('C-226 Foreground of a circle %s ends', async (_name, edges) => {
    const world = new World();
    const { settle } = collectorOf(world);
    for (const [uid, owner] of edges as [string, string][]) {
      world.add(A, 'n', uid, [{ ...world.reference(owner, true) }]);
    }
    await settle();
    world.remove('a', 'Foreground');
    await settle();
    expect(left(world)).toEqual([]);
  });

  it('C-226 Orphan takes the reference off and leaves the dependents, also those the graph has not seen', async () => {
    const world = new World();
    const { settle, graph, reconciler } = collectorOf(world);
    world.add(A, 'n', 'a', []);
    world.add(A, 'n', 'b', []);
    world.add(B, 'n', 'x', [world.reference('a', true)]);
    await settle();
    world.add(B, 'n', 'late', [world.reference('a'), world.reference('b')]);
    world.remove('a', 'Orphan');
    const owner = world.objects.get('a')!;
    graph.observe('a', ownedObject(owner.resource, owner.object));
    await reconciler.reconcile({ namespace: '', name: 'a' }, signal);
    expect(left(world)).toEqual(['b', 'late', 'x']);
    await settle();
    expect(left(world)).toEqual(['b', 'late', 'x']);
    expect([ownersOf(world, 'x'), ownersOf(world, 'late')]).toEqual([[], ['b']]);
  });

  it('C-226 owners of a namespace that are orphaned at the same time share the lists of their dependents', async () => {
    const world = new World();
    const { graph, reconciler, settle } = collectorOf(world);
    const owners = Array.from({ length: 50 }, (_, n) => `o${n}`);
    for (const uid of owners) world.add(A, 'n', uid, []);
    for (const uid of owners) world.add(B, 'n', `of-${uid}`, [world.reference(uid)]);
    await settle();
    for (const uid of owners) {
      world.remove(uid, 'Orphan');
      const { resource, object } = world.objects.get(uid)!;
      graph.observe(uid, ownedObject(resource, object));
    }
    world.lists = 0;
    // As of 50 workers.
    await Promise.all(owners.map((name) => reconciler.reconcile({ namespace: '', name }, signal)));
    await settle();
    expect(left(world)).toEqual(owners.map((uid) => `of-${uid}`).toSorted());
    expect(owners.map((uid) => ownersOf(world, `of-${uid}`)).flat()).toEqual([]);
    // Of the first owner, and of all others: each lists the resources once.
    expect(world.lists).toBeLessThanOrEqual(2 * RESOURCES.length);
  });

  it('C-226 a pass that fails is repeated, and those that waited for it are woken', async () => {
    const world = new World();
    const { graph, reconciler, settle } = collectorOf(world);
    for (const uid of ['a', 'b']) world.add(A, 'n', uid, []);
    await settle();
    for (const uid of ['a', 'b']) {
      world.remove(uid, 'Orphan');
      const { resource, object } = world.objects.get(uid)!;
      graph.observe(uid, ownedObject(resource, object));
    }
    world.failNextList = new Error('broken');
    const [first, second] = await Promise.allSettled(
      ['a', 'b'].map((name) => reconciler.reconcile({ namespace: '', name }, signal)),
    );
    expect([first!.status, second!]).toEqual(['rejected', { status: 'fulfilled', value: { requeueAfterMs: 30_000 } }]);
    await settle();
    expect(left(world)).toEqual([]);
  });

  it('looks no owner up while the kind of one of them is not served', async () => {
    const world = new World();
    const { reconciler, settle } = collectorOf(world);
    const unserved = { apiVersion: 'v1', kind: 'Unserved', name: 'x', uid: 'x' };
    const absent = Array.from({ length: 10 }, (_, n) => ({ ...world.reference(`g${n}`) }));
    world.add(A, 'n', 'a', [...absent, unserved]);
    await settle();
    world.finds = 0;
    expect(await reconciler.reconcile({ namespace: '', name: 'a' }, signal)).toEqual({ requeueAfterMs: 30_000 });
    expect(world.finds).toBe(0);
  });

  it('looks up 100 owners in one reconcile, then lets others go first, and loses no answer', async () => {
    const world = new World();
    const { graph, reconciler } = collectorOf(world);
    world.add(A, 'n', 'real', []);
    const owners = Array.from({ length: 250 }, (_, n) => world.reference(`g${n}`));
    world.add(B, 'n', 'x', [...owners, world.reference('real')]);
    const { resource, object } = world.objects.get('x')!;
    graph.observe('x', ownedObject(resource, object));
    world.failNextList = new ApiError('MethodNotAllowed', 'no lists');
    const results: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) {
      world.finds = 0;
      const { requeueAfterMs } = await reconciler.reconcile({ namespace: '', name: 'x' }, signal);
      results.push([requeueAfterMs, world.finds]);
    }
    expect(results).toEqual([
      [1, 100],
      [1, 100],
      [undefined, 51],
    ]);
    expect(ownersOf(world, 'x')).toEqual(['real']);
  });

  describe('many owners of one kind', () => {
    const many = (world: World) => Array.from({ length: 250 }, (_, n) => world.reference(`g${n}`));
    const observe = (world: World, graph: OwnershipGraph, ...uids: string[]) => {
      for (const uid of uids) {
        const { resource, object } = world.objects.get(uid)!;
        graph.observe(uid, ownedObject(resource, object));
      }
    };

    it('are listed, once for all objects that were observed before', async () => {
      const world = new World();
      const { graph, reconciler } = collectorOf(world);
      world.add(A, 'n', 'real', []);
      for (const uid of ['x', 'y']) world.add(B, 'n', uid, [...many(world), world.reference('real')]);
      observe(world, graph, 'x', 'y');
      for (const name of ['x', 'y']) await reconciler.reconcile({ namespace: '', name }, signal);
      expect([world.lists, world.finds]).toEqual([1, 0]);
      expect([ownersOf(world, 'x'), ownersOf(world, 'y')]).toEqual([['real'], ['real']]);
    });

    it('are not kept in the graph: the object is looked at after each change of it, and every five minutes', async () => {
      const world = new World();
      const { graph, settle, reconciler } = collectorOf(world);
      for (let n = 0; n < 100; n++) world.add(A, 'n', `g${n}`, []);
      await settle();
      world.add(B, 'n', 'x', many(world).slice(0, 100));
      observe(world, graph, 'x');
      expect(graph.get('g1')!.dependents.size).toBe(0);
      expect(graph.size).toBe(101);
      expect(await reconciler.reconcile({ namespace: '', name: 'x' }, signal)).toEqual({ requeueAfterMs: 300_000 });
      for (let n = 0; n < 99; n++) world.remove(`g${n}`, 'Background');
      await settle();
      expect(ownersOf(world, 'x')).toEqual(['g99']);
    });

    it('are read again in each reconcile, also of kinds that are not served', async () => {
      const world = new World();
      const { graph, reconciler } = collectorOf(world);
      const unserved = Array.from({ length: 100 }, (_, n) => ({ apiVersion: 'v1', kind: 'Unserved', name: 'x', uid: `${n}` })); // prettier-ignore
      world.add(B, 'n', 'x', unserved);
      observe(world, graph, 'x');
      expect(graph.size).toBe(1);
      expect(await reconciler.reconcile({ namespace: '', name: 'x' }, signal)).toEqual({ requeueAfterMs: 300_000 });
      expect(ownersOf(world, 'x')).toHaveLength(100);
    });

    it('are listed again for an object that is newer than the list: its owner may be, too', async () => {
      const world = new World();
      const { graph, reconciler } = collectorOf(world);
      world.add(B, 'n', 'x', many(world));
      observe(world, graph, 'x');
      await reconciler.reconcile({ namespace: '', name: 'x' }, signal);
      world.add(A, 'n', 'new', []);
      world.add(B, 'n', 'y', [...many(world), world.reference('new')]);
      observe(world, graph, 'y');
      await reconciler.reconcile({ namespace: '', name: 'y' }, signal);
      expect([world.lists, left(world), ownersOf(world, 'y')]).toEqual([2, ['new', 'y'], ['new']]);
    });

    it('are listed again for an object that was observed after the list began, whatever its version: servers may count from the start again', async () => {
      const world = new World();
      const { graph, reconciler } = collectorOf(world);
      for (let n = 0; n < 10; n++) world.add(A, 'n', `old${n}`, []);
      world.add(B, 'n', 'x', many(world));
      observe(world, graph, 'x');
      await reconciler.reconcile({ namespace: '', name: 'x' }, signal);
      world.countRevisionsAgain();
      world.add(A, 'n', 'new', []);
      world.add(B, 'n', 'y', [...many(world), world.reference('new')]);
      observe(world, graph, 'y');
      await reconciler.reconcile({ namespace: '', name: 'y' }, signal);
      expect([world.lists, ownersOf(world, 'y')]).toEqual([2, ['new']]);
    });

    it('are listed again after five seconds, and where the list failed', async () => {
      const world = new World();
      const { graph, clock, reconciler } = collectorOf(world);
      for (const uid of ['x', 'y', 'z']) world.add(B, 'n', uid, many(world));
      observe(world, graph, 'x', 'y', 'z');
      world.failNextList = new Error('broken');
      await expect(reconciler.reconcile({ namespace: '', name: 'x' }, signal)).rejects.toThrow('broken');
      await reconciler.reconcile({ namespace: '', name: 'x' }, signal);
      clock.advance(4_999);
      await reconciler.reconcile({ namespace: '', name: 'y' }, signal);
      expect(world.lists).toBe(2);
      clock.advance(1);
      await reconciler.reconcile({ namespace: '', name: 'z' }, signal);
      expect([world.lists, left(world)]).toEqual([3, []]);
    });
  });

  it('an object changed since it was evaluated is evaluated again', async () => {
    const world = new World();
    const { settle, graph, reconciler } = collectorOf(world);
    world.add(A, 'n', 'a', []);
    world.add(B, 'n', 'x', [world.reference('a')]);
    await settle();
    world.remove('a', 'Background');
    world.pending.length = 0;
    graph.forget('a', A);
    const stale = world.objects.get('x')!.object.metadata;
    // The reference was removed, and the graph has not observed it.
    await world.metadata(B).patch({ namespace: 'n', name: 'x' }, 'merge', {
      metadata: { uid: 'x', resourceVersion: stale.resourceVersion, ownerReferences: null },
    });
    expect(await reconciler.reconcile({ namespace: '', name: 'x' }, signal)).toMatchObject({ requeueAfterMs: 200 });
    await settle();
    expect(left(world)).toEqual(['x']);
  });

  it('an object of another resource with the uid of an owner says nothing of the owner', async () => {
    for (const isFirst of [true, false]) {
      const world = new World();
      const { settle, graph } = collectorOf(world);
      const other = {
        ...ownedObject(B, { metadata: { name: 'a', namespace: 'n' } }),
        resource: { ...B, group: 'x.io' },
      };
      if (isFirst) graph.observe('a', other);
      world.add(A, 'n', 'a', []);
      world.add(B, 'n', 'x', [world.reference('a')]);
      await settle();
      graph.observe('a', other);
      graph.forget('a', other.resource);
      await settle();
      expect(left(world)).toEqual(['a', 'x']);
      world.remove('a', 'Background');
      await settle();
      expect(left(world)).toEqual([]);
    }
  });

  it('C-226 looks at each reference once for objects that all own each other', () => {
    const graph = new OwnershipGraph(() => undefined);
    const uids = Array.from({ length: 100 }, (_, i) => `u${i}`);
    for (const uid of uids) {
      const ownerReferences = uids.filter((other) => other !== uid).map((other) => ({ apiVersion: 'v1', kind: A.kind, name: other, uid: other, blockOwnerDeletion: true })); // prettier-ignore
      const metadata = { name: uid, namespace: 'n', ownerReferences, finalizers: [FOREGROUND_FINALIZER], deletionTimestamp: '2024-01-01T00:00:00Z' }; // prettier-ignore
      graph.observe(uid, { ...ownedObject(A, { metadata }), resource: { ...A, group: '' } });
    }
    const steps = isBlocked(graph.get('u0')!, (uid) => graph.get(uid));
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count++;
    expect(step.value).toBe(false);
    expect(count).toBeLessThan(30); // of 500 references, of 9,900
  });

  describe('owners that are not in the graph', () => {
    const DEPENDENTS = 40;
    const OWNERS = 15;

    /** Dependents of owners whose changes cause no event. Reconciles all, in turn; returns how many owners were read, and the shortest wait. */
    function setUp() {
      const world = new World();
      const { graph, reconciler, clock } = collectorOf(world);
      const owners = Array.from({ length: OWNERS }, (_, n) => `o${n}`);
      for (const uid of owners) world.add(A, 'n', uid, []);
      const dependents = Array.from({ length: DEPENDENTS }, (_, n) => `d${n}`);
      for (const uid of dependents) world.add(B, 'n', uid, owners.map((owner) => world.reference(owner))); // prettier-ignore
      const observe = (uid: string, more: Partial<OwnedObject> = {}) => {
        const { resource, object } = world.objects.get(uid)!;
        graph.observe(uid, { ...ownedObject(resource, object), ...more });
      };
      for (const uid of dependents) observe(uid);
      const round = async () => {
        world.finds = 0;
        const waits = [];
        for (const name of dependents) waits.push(await reconciler.reconcile({ namespace: 'n', name }, signal));
        return {
          finds: world.finds,
          waitMs: Math.min(...waits.map(({ requeueAfterMs = Infinity }) => requeueAfterMs)),
        };
      };
      return { world, clock, observe, round, dependents };
    }

    it('are looked up once for all their dependents, and again after waits that grow', async () => {
      const { clock, round } = setUp();
      for (const waitMs of [30_000, 60_000, 120_000, 240_000, 480_000, 960_000, 1_000_000, 1_000_000]) {
        expect(await round()).toEqual({ finds: OWNERS, waitMs });
        expect(await round()).toEqual({ finds: 0, waitMs });
        clock.advance(waitMs);
      }
    });

    it('C-140 that are gone are noticed by the next lookup', async () => {
      const { world, clock, observe, round, dependents } = setUp();
      const { waitMs } = await round();
      for (let n = 0; n < OWNERS - 1; n++) world.remove(`o${n}`, 'Background');
      clock.advance(waitMs);
      expect((await round()).finds).toBe(OWNERS);
      for (const uid of dependents) expect(ownersOf(world, uid)).toEqual(['o14']);
      for (const uid of dependents) observe(uid);
      expect(await round()).toEqual({ finds: 0, waitMs: 60_000 });
      world.remove('o14', 'Background');
      clock.advance(60_000);
      await round();
      expect(left(world)).toEqual([]);
    });

    it('are looked up again when their hold ends while an object is reconciled', async () => {
      const { clock, round } = setUp();
      await round();
      const { untilMs, now } = { untilMs: clock.now() + 30_000, now: clock.now.bind(clock) };
      clock.advance(29_999);
      let reads = 0;
      // Each owner of the first object still holds when the plan is made.
      jest.spyOn(clock, 'now').mockImplementation(() => (reads++ < OWNERS ? now() : untilMs));
      expect((await round()).waitMs).toBe(30_000);
    });

    it('are not looked up for an object that is being deleted', async () => {
      const { observe, round, dependents } = setUp();
      await round();
      for (const uid of dependents) observe(uid, { deletion: 'other' });
      expect(await round()).toEqual({ finds: 0, waitMs: Infinity });
    });

    it('are not looked up once the graph has them', async () => {
      const { observe, round, clock } = setUp();
      await round();
      for (let n = 0; n < OWNERS; n++) observe(`o${n}`);
      clock.advance(30_000);
      expect(await round()).toEqual({ finds: 0, waitMs: Infinity });
    });
  });

  describe('a backup with an owner that was deleted, and its dependent, is restored: the dependent stays', () => {
    const setUp = async (dependent?: string) => {
      const world = new World();
      const { settle } = collectorOf(world);
      world.add(A, 'n', 'owner', []);
      const owner = world.reference('owner');
      if (dependent !== undefined) world.add(B, 'n', dependent, [owner]);
      await settle();
      world.remove('owner', 'Background');
      const restore = (): void => {
        world.add(A, 'n', 'owner', []);
        if (dependent === undefined) world.add(B, 'n', 'child', [owner]);
        const objects = [world.objects.get('child')!.object];
        world.pending.push({ resource: B, event: { type: 'REPLACE', objects, resourceVersion: '9' } });
      };
      return { world, owner, settle, restore };
    };

    it('when the owner was looked up', async () => {
      const { world, owner, settle, restore } = await setUp();
      await settle();
      world.add(B, 'n', 'late', [owner]);
      await settle();
      expect(left(world)).toEqual([]);
      restore();
      world.pending.splice(1, 1);
      // The dependents are listed, and reconciled, before their owner is listed.
      await settle((n) => n - 1);
      expect(left(world)).toEqual(['child', 'owner']);
    });

    it('when its deletion was observed', async () => {
      const { world, settle, restore } = await setUp('child');
      restore();
      const turns = [0, 1, 1];
      await settle(() => turns.shift() ?? 0);
      expect(left(world)).toEqual(['child', 'owner']);
    });
  });

  it('removes deleted objects from the graph', async () => {
    const world = new World();
    const { settle, graph } = collectorOf(world);
    world.add(A, 'n', 'a', []);
    for (let i = 0; i < 100; i++) world.add(B, 'n', `x${i}`, [world.reference('a')]);
    await settle();
    expect(graph.size).toBe(101);
    world.remove('a', 'Background');
    await settle();
    expect(graph.size).toBe(0);
  });
});

describe('plan', () => {
  const reference = (uid: string): OwnerReference => ({ apiVersion: 'v1', kind: 'K', name: uid, uid });
  const table: {
    name: string;
    states: OwnerState[];
    dependents?: boolean;
    deletion?: 'none' | 'other';
    want: object;
  }[] = [
    { name: 'C-140 no owners', states: [], want: { step: 'nothing' } },
    { name: 'C-140 all there', states: ['present', 'present'], want: { step: 'nothing' } },
    { name: 'C-140 all gone', states: ['absent', 'absent'], want: { step: 'delete', policy: 'Background' } },
    { name: 'C-140 one gone', states: ['absent', 'present'], want: { step: 'strip', owners: [reference('1')] } },
    { name: 'C-226 one waits', states: ['waiting', 'present'], want: { step: 'strip', owners: [reference('1')] } },
    { name: 'C-226 all wait', states: ['waiting'], want: { step: 'delete', policy: 'Background' } },
    {
      name: 'C-226 with dependents',
      states: ['waiting'],
      dependents: true,
      want: { step: 'delete', policy: 'Foreground' },
    },
    { name: 'C-140 first look', states: ['absent', 'unknown'], want: { step: 'look', references: [reference('1')] } },
    { name: 'C-140 nowhere to look', states: ['absent', 'foreign'], want: { step: 'strip', owners: [reference('1')] } },
    { name: 'C-140 nowhere to look at all', states: ['foreign'], want: { step: 'nothing' } },
    { name: 'C-140 goes already', states: ['absent'], deletion: 'other', want: { step: 'nothing' } },
  ];
  for (const c of table)
    it(c.name, () => {
      const owners = c.states.map((_, index) => reference(String(index)));
      const object = {
        resource: A,
        namespace: 'n',
        name: 'x',
        resourceVersion: '1',
        owners,
        deletion: c.deletion ?? 'none',
        policy: 'Background',
      } as const;
      const other = {
        uid: 'd',
        object: undefined,
        gone: undefined,
        dependents: new Set<never>(),
        observation: 0,
        deletion: 0,
      };
      const node = {
        uid: 'x',
        object,
        gone: undefined,
        observation: 1,
        deletion: 0,
        dependents: new Set(c.dependents ? [other] : []),
      };
      expect(planDependent(node, ({ uid }) => c.states[Number(uid)]!)).toEqual(c.want);
      expect(isBlocked(node, () => undefined).next()).toEqual({ done: true, value: false });
    });
});

it('C-140 C-226 for any deletes and any order of events, the remaining objects equal those of a naive model', async () => {
  interface Made {
    readonly kind: number;
    readonly namespace: string;
    readonly owners: readonly { readonly of: number; readonly block: boolean }[];
  }
  const made = fc.record<Made>({
    kind: fc.nat(2),
    namespace: fc.constantFrom('n1', 'n1', 'n1', 'n2'),
    owners: fc.array(fc.record({ of: fc.nat(8), block: fc.boolean() }), { maxLength: 3 }),
  });
  const policy = fc.constantFrom('Orphan' as const, 'Foreground' as const, 'Background' as const);
  const deletes = fc.array(fc.tuple(fc.nat(7), policy), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(made, { minLength: 1, maxLength: 8 }),
      deletes,
      fc.infiniteStream(fc.nat(9_999)),
      async (objects, wishes, chance) => {
        const world = new World();
        const { settle } = collectorOf(world);
        const choose = (n: number): number => chance.next().value! % n;
        const uid = (index: number) => `o${index}`;
        // First without references, so that all uids exist; the graph has not observed them yet.
        objects.forEach(({ kind, namespace }, index) => world.add(RESOURCES[kind]!, namespace, uid(index), []));
        const references = objects.map(({ owners }) =>
          owners
            .map(({ of, block }) => world.reference(uid(of), block))
            .filter((one, at, all) => all.findIndex((other) => other.uid === one.uid) === at),
        );
        world.pending.length = 0;
        objects.forEach(({ kind, namespace }, index) =>
          world.add(RESOURCES[kind]!, namespace, uid(index), references[index]!),
        );
        const model = new Map(
          objects.map(({ kind, namespace }, index) => [
            uid(index),
            { kind, namespace: kind === 2 ? '' : namespace, owners: references[index]! },
          ]),
        );
        const collect = (): void => {
          for (let again = true; again;) {
            again = false;
            for (const [key, one] of model) {
              const dependent = ownedObject(RESOURCES[one.kind]!, {
                metadata: { namespace: one.namespace, name: key },
              });
              const isForeign = (r: OwnerReference) => one.namespace === '' && r.kind !== 'C';
              if (one.owners.length === 0) continue;
              const there = one.owners.filter((r) => {
                const owner = model.get(r.uid);
                if (isForeign(r)) return true;
                return (
                  owner &&
                  names(
                    r,
                    ownedObject(RESOURCES[owner.kind]!, { metadata: { namespace: owner.namespace, name: r.uid } }),
                    dependent,
                  )
                );
              });
              if (there.length === one.owners.length) continue;
              again = true;
              if (there.length === 0) model.delete(key);
              else one.owners = there;
            }
          }
        };
        collect();
        await settle(choose);
        for (const [index, how] of wishes) {
          const gone = model.get(uid(index));
          world.remove(uid(index), how);
          model.delete(uid(index));
          if (gone && how === 'Orphan') {
            for (const one of model.values()) {
              if (gone.namespace === '' || gone.namespace === one.namespace)
                one.owners = one.owners.filter((r) => r.uid !== uid(index));
            }
          }
          collect();
          await settle(choose);
        }
        expect(left(world)).toEqual([...model.keys()].sort());
        for (const [key, { owners }] of model) expect(ownersOf(world, key)).toEqual(owners.map((r) => r.uid));
      },
    ),
    { numRuns: 500 },
  );
});
