import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '@orch/apimachinery';
import type { LoopbackClient } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { DefinitionKeeper } from './definition-keeper.js';
import type { DefinitionParts } from './definition-parts.js';

const vocabulary = vocabularies.orch;

const terminating = (at: number): DefinitionParts =>
  ({
    metadata: {
      name: `things${at}.example.com`,
      uid: `u${at}`,
      deletionTimestamp: '2024-01-01T00:00:00Z',
      finalizers: [vocabulary.finalizers.customResourceCleanup],
    },
    spec: { group: 'example.com', names: { plural: `things${at}`, kind: `Thing${at}` }, versions: [] },
  }) as unknown as DefinitionParts;

/** A keeper that has begun with these definitions. @param client reads and changes them. */
function keeperOf(client: LoopbackClient, loaded: Iterable<DefinitionParts>): DefinitionKeeper {
  const keeper = new DefinitionKeeper({
    client,
    vocabulary,
    clock: systemClock,
    ended: new AbortController().signal,
    deleteInstances: () => Promise.resolve(),
    warn: () => undefined,
  });
  for (const definition of loaded) keeper.loaded(definition);
  keeper.begin();
  return keeper;
}

describe('definitions that are deleted at once', () => {
  it('are finalized in separate turns of the event loop', async () => {
    const definitions = new Map(Array.from({ length: 50 }, (_, at) => [`things${at}.example.com`, terminating(at)]));
    let reads = 0;
    const finished = new Set<string>();
    const client = {
      read: (_resource: string, _namespace: string, name: string) => (reads++, definitions.get(name)),
      change: (_resource: string, _namespace: string, name: string, compute: (current: DefinitionParts) => object) => {
        const { metadata } = compute(definitions.get(name)!) as DefinitionParts;
        if (!metadata.finalizers?.length) finished.add(name);
        return Promise.resolve();
      },
    } as unknown as LoopbackClient;
    keeperOf(client, definitions.values());
    const readsByTurn: number[] = [];
    while (finished.size < definitions.size) {
      const before = reads;
      await nextTurn();
      readsByTurn.push(reads - before);
    }
    expect(Math.max(...readsByTurn)).toBeLessThanOrEqual(16);
    expect(readsByTurn.length).toBeGreaterThan(20);
  });
});

describe('names and schemas of one group', () => {
  interface Asked {
    readonly kind?: string;
    readonly accepted?: boolean;
  }

  /** A definition whose schema counts how often it is looked through. */
  function defined(plural: string, looks: string[], { kind = plural, accepted = false }: Asked = {}): DefinitionParts {
    const names = { plural, kind };
    const schema = {
      get openAPIV3Schema() {
        looks.push(plural);
        return { type: 'object' };
      },
    };
    const conditions = ['NamesAccepted', 'Established'].map((type) => ({ type, status: 'True' }));
    return {
      metadata: { name: `${plural}.example.com`, uid: plural, generation: 1 },
      spec: { group: 'example.com', names, versions: [{ name: 'v1', schema }] },
      ...(accepted ? { status: { acceptedNames: names, conditions } } : {}),
    } as unknown as DefinitionParts;
  }

  /** A keeper of definitions whose changes it sees, and what it read. */
  function keeping(...loaded: readonly DefinitionParts[]) {
    const stored = new Map(loaded.map((one) => [one.metadata.name!, one]));
    const reads: string[] = [];
    /** What others change before the keeper sees its own change. */
    let alsoChanged = (definition: DefinitionParts): DefinitionParts => definition;
    const set = (next: DefinitionParts): void => {
      stored.set(next.metadata.name!, next);
      keeper.changed(next);
    };
    const client = {
      read: (_resource: string, _namespace: string, name: string) => (reads.push(name), stored.get(name)),
      change: (_resource: string, _namespace: string, name: string, compute: (current: DefinitionParts) => object) => {
        const next = compute(stored.get(name)!) as DefinitionParts;
        if (next !== stored.get(name)) set(alsoChanged(next));
        return Promise.resolve();
      },
    } as unknown as LoopbackClient;
    const keeper = keeperOf(client, loaded);
    const settled = async (): Promise<void> => {
      // More than all decisions take.
      for (let turn = 0; turn < 100; turn++) await nextTurn();
    };
    const remove = (name: string): void => {
      const definition = stored.get(name)!;
      stored.delete(name);
      keeper.removed(definition);
    };
    const changeToo = (change: typeof alsoChanged): void => void (alsoChanged = change);
    return { stored, reads, set, remove, settled, changeToo };
  }

  const isEstablished = ({ status }: DefinitionParts): boolean =>
    (status?.conditions ?? []).some(({ type, status: state }) => type === 'Established' && state === 'True');

  it('a new definition is looked through once, and others that have their names are not', async () => {
    const looks: string[] = [];
    const others = ['as', 'bs', 'cs'].map((plural) => defined(plural, looks, { accepted: true }));
    const { stored, reads, set, settled } = keeping(...others);
    await settled();
    set(defined('ds', looks));
    await settled();
    expect(isEstablished(stored.get('ds.example.com')!)).toBe(true);
    // A read to see that it is there, and one for its schema.
    expect([...new Set(looks)]).toEqual(['ds']);
    expect(looks.length).toBeLessThanOrEqual(2);
    expect(reads.filter((name) => name !== 'ds.example.com')).toEqual([]);
  });

  it('a definition that waits for a name gets it when its holder is gone, or gives it up', async () => {
    const looks: string[] = [];
    const { stored, set, remove, settled } = keeping(defined('as', looks, { accepted: true, kind: 'Thing' }));
    set(defined('bs', looks, { kind: 'Thing' }));
    set(defined('cs', looks, { kind: 'Thing' }));
    await settled();
    const kinds = () => [...stored.values()].map(({ status }) => status?.acceptedNames?.kind);
    expect(kinds()).toEqual(['Thing', undefined, undefined]);
    remove('as.example.com');
    await settled();
    expect(kinds()).toEqual(['Thing', undefined]);
    const { spec, ...rest } = stored.get('bs.example.com')!;
    const metadata = { ...rest.metadata, generation: 2 };
    set({ ...rest, metadata, spec: { ...spec, names: { ...spec.names, kind: 'Other' } } } as DefinitionParts);
    await settled();
    expect(kinds()).toEqual(['Other', 'Thing']);
  });

  it('the schema of another generation is looked through again', async () => {
    const looks: string[] = [];
    const { set, settled, changeToo } = keeping();
    let before = Infinity;
    changeToo(({ metadata, ...rest }) => {
      before = looks.length;
      return { ...rest, metadata: { ...metadata, generation: 2 } } as DefinitionParts;
    });
    set(defined('as', looks));
    await settled();
    expect(looks.length).toBeGreaterThan(before);
  });
});
