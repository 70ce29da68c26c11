import { systemClock } from '@orch/apimachinery';
import { FakeApiServer } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';
import fc from 'fast-check';
import { Subject } from 'rxjs';
import { Client } from '../client.js';
import { keyOf, keyText, type HasMetadata } from '../object/object-key.js';
import { builtinResources } from '../resource/builtin-resources.js';
import { reflect } from '../watch/reflect.js';
import type { ReflectorEvent } from '../watch/reflector-event.js';
import type { InformerChange } from './informer-change.js';
import { ObjectCache } from './object-cache.js';
import { SharedInformer } from './shared-informer.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

const object = (name: string, resourceVersion: string, uid = `u-${name}`, namespace = 'default'): HasMetadata => ({
  metadata: { name, namespace, uid, resourceVersion },
});
const described = (changes: readonly InformerChange[]): string[] =>
  changes.map((c) => `${c.type} ${c.object.metadata.name}@${c.object.metadata.resourceVersion}`);

describe('SharedInformer', () => {
  const setup = () => {
    const source$ = new Subject<ReflectorEvent>();
    const informer = new SharedInformer('things', source$);
    const changes: InformerChange[] = [];
    informer.changes$.subscribe((change) => changes.push(change));
    informer.start();
    return { source$, informer, changes };
  };

  it('B-317 a new list gives deletes for what vanished meanwhile, and updates only for what changed', async () => {
    const { source$, informer, changes } = setup();
    source$.next({
      type: 'REPLACE',
      objects: [object('a', '1'), object('b', '2'), object('c', '3')],
      resourceVersion: '3',
    });
    await informer.synced;
    changes.length = 0;
    source$.next({
      type: 'REPLACE',
      objects: [object('b', '2'), object('c', '5', 'u-other'), object('d', '6')],
      resourceVersion: '6',
    });
    expect(described(changes)).toEqual(['deleted a@1', 'deleted c@3', 'added c@5', 'added d@6']);
    expect(informer.lister.list().map((o) => o.metadata.name)).toEqual(['b', 'c', 'd']);
  });

  it('an update shows the state before', () => {
    const { source$, changes } = setup();
    source$.next({ type: 'REPLACE', objects: [object('a', '1')], resourceVersion: '1' });
    source$.next({ type: 'MODIFIED', object: object('a', '2'), resourceVersion: '2' });
    expect(changes[1]).toMatchObject({ type: 'updated', old: { metadata: { resourceVersion: '1' } } });
  });

  it('a late subscriber gets the cached objects, then the changes', () => {
    const { source$, informer } = setup();
    source$.next({ type: 'REPLACE', objects: [object('a', '1')], resourceVersion: '1' });
    const late: InformerChange[] = [];
    informer.changes$.subscribe((change) => late.push(change));
    source$.next({ type: 'DELETED', object: object('a', '2'), resourceVersion: '2' });
    expect(described(late)).toEqual(['added a@1', 'deleted a@2']);
  });

  it('emits a change after the cache has it', () => {
    const { source$, informer } = setup();
    const seen: (string | undefined)[] = [];
    informer.changes$.subscribe((c) => seen.push(informer.lister.get(keyOf(c.object))?.metadata.resourceVersion));
    source$.next({ type: 'REPLACE', objects: [object('a', '1')], resourceVersion: '1' });
    source$.next({ type: 'DELETED', object: object('a', '2'), resourceVersion: '2' });
    expect(seen).toEqual(['1', undefined]);
  });

  it('rejects synced when stopped before the first list', async () => {
    const { informer } = setup();
    informer.stop();
    await expect(informer.synced).rejects.toThrow('the informer of things was stopped before it was synced');
    expect(informer.hasSynced).toBe(false);
  });
});

describe('ObjectCache', () => {
  it('agrees with a plain map after any writes, in every index', () => {
    const write = fc.record({
      op: fc.constantFrom('put', 'remove', 'replaceAll'),
      objects: fc.array(
        fc.record({
          name: fc.constantFrom('a', 'b', '__proto__'),
          namespace: fc.constantFrom('x', 'y'),
          color: fc.nat(2),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(fc.array(write), (writes) => {
        const cache = new ObjectCache<HasMetadata & { color: number }>();
        cache.addIndex('color', (o) => [String(o.color)]);
        let model = new Map<string, HasMetadata & { color: number }>();
        let version = 0;
        for (const { op, objects } of writes) {
          const made = objects.map(({ name, namespace, color }) => ({
            ...object(name, String(++version), `${namespace}-${name}`, namespace),
            color,
          }));
          const entries = made.map((o) => [keyText(keyOf(o)), o] as const);
          if (op === 'put') for (const [key, o] of entries) cache.put(o).forEach(() => model.set(key, o));
          if (op === 'remove') for (const [key, o] of entries) cache.remove(o).forEach(() => model.delete(key));
          if (op === 'replaceAll') {
            model = new Map(entries);
            cache.replaceAll([...model.values()]);
          }
        }
        const sorted = (list: Iterable<HasMetadata>): HasMetadata[] =>
          [...list].sort((a, b) => (keyText(keyOf(a)) < keyText(keyOf(b)) ? -1 : 1));
        expect(sorted(cache.list())).toEqual(sorted(model.values()));
        for (const value of ['0', '1', '2']) {
          const want = [...model.values()].filter((o) => String(o.color) === value);
          expect(sorted(cache.byIndex('color', value))).toEqual(sorted(want));
        }
        for (const namespace of ['x', 'y']) {
          const want = [...model.values()].filter((o) => o.metadata.namespace === namespace);
          expect(sorted(cache.byIndex('namespace', namespace))).toEqual(sorted(want));
        }
      }),
    );
  });

  it('an index added later has the cached objects', () => {
    const cache = new ObjectCache([object('a', '1')]);
    cache.addIndex('first', (o) => [o.metadata.name![0]!]);
    expect(cache.byIndex('first', 'a')).toHaveLength(1);
    expect(() => cache.byIndex('nope', 'a')).toThrow('unknown index "nope": this cache has namespace, first');
  });

  it('an index is shared by name, and another function of the name is refused', () => {
    const cache = new ObjectCache([object('a', '1')]);
    const firstLetter = (o: { readonly metadata: { readonly name?: string } }) => [o.metadata.name![0]!];
    cache.addIndex('first', firstLetter);
    cache.addIndex('first', firstLetter);
    expect(() => cache.addIndex('first', () => [])).toThrow('index "first" has another function already');
    expect(cache.byIndex('first', 'a')).toHaveLength(1);
  });
});

describe('informer against a server that fails', () => {
  type Step = {
    do: 'put' | 'remove' | 'drop' | 'dropInside' | 'end' | 'compact' | 'bookmark' | 'restart';
    name: string;
  };
  const step = fc.record<Step>({
    do: fc.constantFrom('put', 'put', 'put', 'remove', 'drop', 'dropInside', 'end', 'compact', 'bookmark', 'restart'),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
  });

  it('A-058 its cache and its changes converge to the state of the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const server = await FakeApiServer.start();
        const client = new Client({
          configuration: { server: server.url, tls: {}, credentials: { type: 'none' }, namespace: 'default' },
          vocabulary: vocabularies.orch,
        });
        const source$ = reflect(client.resource<HasMetadata>(builtinResources.configMaps), {
          clock: systemClock,
          random: Math.random,
          backoff: { firstMs: 1, maxMs: 4 },
          pageItems: 2,
        });
        const informer = new SharedInformer('configmaps', source$);
        const seen = new Map<string, string>();
        const illegal: string[] = [];
        const lastSeen = new Promise<void>((resolve) => {
          informer.changes$.subscribe(({ type, object: o }) => {
            const { name = '', resourceVersion } = o.metadata;
            if ((type === 'added') === seen.has(name)) illegal.push(`${type} ${name}`);
            if (type === 'deleted') seen.delete(name);
            else seen.set(name, resourceVersion!);
            if (name === 'the-last') resolve();
          });
        });
        informer.start();
        try {
          for (const { do: action, name } of steps) {
            if (action === 'put') server.put(`${MAPS}/${name}`, {});
            else if (action === 'remove') server.remove(`${MAPS}/${name}`);
            else if (action === 'drop') server.drop();
            else if (action === 'dropInside') server.drop(true);
            else if (action === 'end') server.endWatches();
            else if (action === 'compact') server.store.compact();
            else if (action === 'bookmark') server.bookmark();
            else {
              await server.stop();
              await server.listen();
            }
            if (server.store.revision % 3 === 0) await new Promise(setImmediate);
          }
          server.put(`${MAPS}/the-last`, {});
          await lastSeen;
          const want = new Map(server.store.list().map((o) => [o.metadata.name, o.metadata.resourceVersion!]));
          expect(new Map(informer.lister.list().map((o) => [o.metadata.name, o.metadata.resourceVersion!]))).toEqual(
            want,
          );
          expect(seen).toEqual(want);
          expect(illegal).toEqual([]);
        } finally {
          informer.stop();
          await client.close();
          await server.stop();
        }
      }),
      { numRuns: 60 },
    );
  });
});
