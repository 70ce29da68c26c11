import * as fc from 'fast-check';
import { parseFieldSelector } from '@orch/apimachinery';
import { candidatesOf } from '../watch/candidates.js';
import { inScope, selectsContent, type ObjectSelection } from '../watch/object-filter.js';
import { Entry, factReader } from './entry.js';
import { IndexBuilder } from './index-builder.js';
import { ResourceCache } from './resource-cache.js';

const FIELDS = ['color', 'size'] as const;
const readFacts = factReader(
  Object.fromEntries(
    FIELDS.map((field) => [field, (object) => (object as unknown as Record<string, string>)[field] ?? '']),
  ),
);

interface Written {
  readonly namespace: string;
  readonly name: string;
  readonly color: string;
  readonly size: string;
}

let revision = 0;
const entryOf = ({ namespace, name, color, size }: Written): Entry =>
  new Entry(`${namespace}\0${name}`, ++revision, Buffer.from(JSON.stringify({ metadata: {}, color, size })), readFacts);
const unreadable = (key: string): Entry => new Entry(key, ++revision, Buffer.from('{'), readFacts);

const selection = (text: string, namespace?: string, name?: string): ObjectSelection => ({
  namespace,
  name,
  labels: undefined,
  fields: text === '' ? undefined : parseFieldSelector(text),
});

const SELECTIONS: readonly ObjectSelection[] = [
  ...['color=red', 'color=', 'size=1', 'color=red,size=1', 'color=red,size!=1', 'color=red,color=blue', 'color!=red'],
].flatMap((text) => [selection(text), selection(text, 'a'), selection(text, undefined, 'x')]);

/** The keys of a selection by looking at every object. */
function scanned(state: ResourceCache, selected: ObjectSelection, afterKey: string | undefined): string[] {
  const keys: string[] = [];
  state.visit(undefined, undefined, (entry) => {
    if (
      (afterKey === undefined || entry.key > afterKey) &&
      inScope(selected, entry.key) &&
      selectsContent(selected, entry)
    )
      keys.push(entry.key);
    return true;
  });
  return keys;
}

function foundBy(
  state: ResourceCache,
  selected: ObjectSelection,
  afterKey: string | undefined,
  most: number,
): string[] {
  const { entries, areSelected } = candidatesOf(state, selected, { afterKey, most });
  const matching = areSelected
    ? entries
    : entries.filter((entry) => inScope(selected, entry.key) && selectsContent(selected, entry));
  return matching.slice(0, most).map(({ key }) => key);
}

const RANGES = [undefined, 'a\0x', 'a\0'].flatMap((afterKey) => [1, 3, Infinity].map((most) => ({ afterKey, most })));

function check(state: ResourceCache): void {
  const cases = SELECTIONS.flatMap((selected) => RANGES.map((range) => ({ selected, ...range })));
  const found = cases.map(({ selected, afterKey, most }) => foundBy(state, selected, afterKey, most));
  const wanted = cases.map(({ selected, afterKey, most }) => scanned(state, selected, afterKey).slice(0, most));
  expect(found).toEqual(wanted);
}

const namespace = fc.constantFrom('a', 'b', 'a-b');
const name = fc.constantFrom('x', 'y', 'z', 'xy');
const write = fc.record({
  do: fc.constant('write' as const),
  namespace,
  name,
  color: fc.constantFrom('red', 'blue', ''),
  size: fc.constantFrom('1', '2'),
});
const step = fc.oneof(
  { weight: 8, arbitrary: write },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), namespace, name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      field: fc.constantFrom('color', 'size', 'metadata.name'),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('extend' as const), times: fc.constantFrom(1, 4, 13) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('snapshot' as const) }) },
);

/** Indexes the next object of each index that is not complete. */
function extend(state: ResourceCache): void {
  for (const field of ['color', 'size', 'metadata.name']) {
    const index = state.indexes.get(field);
    if (!index || index.isComplete) continue;
    let next: Entry | undefined;
    state.visit(undefined, index.reachedKey, (entry) => {
      next = entry;
      return false;
    });
    if (next) index.extend(next);
    else index.complete();
  }
}

/** Runs one step. Returns a state that stays as it is. */
function run(
  state: ResourceCache,
  one: typeof step extends fc.Arbitrary<infer T> ? T : never,
): ResourceCache | undefined {
  if (one.do === 'write') state.set(entryOf(one));
  else if (one.do === 'delete') state.remove(`${one.namespace}\0${one.name}`);
  else if (one.do === 'begin') state.indexes.begin(one.field);
  else if (one.do === 'extend') for (let i = 0; i < one.times; i++) extend(state);
  else if (one.do === 'snapshot') return state.snapshot();
  return undefined;
}

describe('field indexes', () => {
  it('find what a scan finds, in the same order, while they are built and when objects change, also in snapshots', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const state = ResourceCache.empty();
        const snapshots: [ResourceCache, string[][]][] = [];
        for (const one of steps) {
          const snapshot = run(state, one);
          if (snapshot) snapshots.push([snapshot, SELECTIONS.map((s) => scanned(snapshot, s, undefined))]);
          check(state);
        }
        for (const [snapshot, before] of snapshots) {
          check(snapshot);
          expect(SELECTIONS.map((s) => scanned(snapshot, s, undefined))).toEqual(before);
        }
      }),
      { numRuns: 40 },
    ));

  it('visit only what they give, of the field with the fewest', () => {
    const state = ResourceCache.empty();
    for (const field of FIELDS) state.indexes.begin(field).complete();
    for (let i = 0; i < 1_000; i++)
      state.set(entryOf({ namespace: 'a', name: `n${i}`, color: 'red', size: String(i % 500) }));
    expect(candidatesOf(state, selection('size=7')).entries).toHaveLength(2);
    expect(candidatesOf(state, selection('color=red,size=7')).entries).toHaveLength(2);
    expect(candidatesOf(state, selection('color=red'), { most: 11 }).entries).toHaveLength(11);
    expect(candidatesOf(state, selection('color=red,size!=7')).entries).toHaveLength(1_000);
  });

  it('are not used while an object cannot be read, which a scan reports', () => {
    const state = ResourceCache.empty();
    state.indexes.begin('color').complete();
    state.set(entryOf({ namespace: 'a', name: 'x', color: 'red', size: '1' }));
    state.set(unreadable('a\0y'));
    expect(candidatesOf(state, selection('color=red')).entries).toHaveLength(2);
    state.remove('a\0y');
    expect(candidatesOf(state, selection('color=red')).entries).toHaveLength(1);
  });

  it('are built once for concurrent users, in steps, for more than a few objects', async () => {
    const state = ResourceCache.empty();
    const builder = new IndexBuilder(state, 10);
    for (let i = 0; i < 2_500; i++)
      state.set(entryOf({ namespace: i < 10 ? 'few' : 'many', name: `n${i}`, color: 'red', size: String(i % 2) }));
    expect(builder.build(['color'], 'few')).toBeUndefined();
    const builds = [builder.build(['color'], 'many'), builder.build(['color', 'size'], undefined)];
    expect(state.indexes.get('color')!.isComplete).toBe(false);
    state.set(entryOf({ namespace: 'zz', name: 'late', color: 'red', size: '1' }));
    for (const build of builds) await build;
    expect(builder.build(['color', 'size'], undefined)).toBeUndefined();
    expect(candidatesOf(state, selection('color=red', 'zz')).entries).toHaveLength(1);
    expect(candidatesOf(state, selection('size=1')).entries).toHaveLength(1_251);
  });

  it('that are dropped while they are built are built from the start', async () => {
    const state = ResourceCache.empty();
    const builder = new IndexBuilder(state, 0);
    for (let i = 0; i < 10; i++) state.set(entryOf({ namespace: 'a', name: `n${i}`, color: 'red', size: '1' }));
    const built = builder.build(['color'], undefined);
    state.indexes.clear();
    await built;
    expect(candidatesOf(state, selection('color=red')).entries).toHaveLength(10);
    builder.stop();
    expect(builder.build(['size'], undefined)).toBeUndefined();
  });
});
