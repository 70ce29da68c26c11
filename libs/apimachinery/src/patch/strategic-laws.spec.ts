import fc from 'fast-check';
import { compileSchema } from '../schema/compile-schema.js';
import type { SchemaNode, StructuralSchema } from '../schema/structural-schema.js';
import { isJsonObject, jsonEqual } from './json-value.js';
import { applyMergePatch } from './merge-patch.js';
import { applyStrategicMergePatch } from './strategic-merge-patch.js';

type Fields = Record<string, unknown>;

const text: StructuralSchema = { type: 'string' };
const words: StructuralSchema = { type: 'object', additionalProperties: text };
const THING: StructuralSchema = {
  type: 'object',
  properties: {
    labels: words,
    finalizers: { type: 'array', items: text, patchStrategy: 'merge' },
    args: { type: 'array', items: text },
    parts: {
      type: 'array',
      patchStrategy: 'merge,retainKeys',
      patchMergeKey: 'name',
      items: {
        type: 'object',
        properties: {
          name: text,
          image: text,
          args: { type: 'array', items: text },
          env: {
            type: 'array',
            patchStrategy: 'merge',
            patchMergeKey: 'name',
            items: { type: 'object', properties: { name: text, value: text } },
          },
        },
      },
    },
    strategy: { type: 'object', patchStrategy: 'retainKeys', properties: { type: text, rolling: words } },
  },
};
const { root } = compileSchema('Thing', new Map([['Thing', THING]]));

const word = fc.constantFrom('a', 'b', 'c', 'd', 'valueOf');
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const map = fc.dictionary(word, word, { noNullPrototype: true });
const distinct = fc.uniqueArray(word, { maxLength: 4 });
const keyed = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.uniqueArray(fc.record({ name: word, ...fields }).map(present), { selector: ({ name }) => name, maxLength: 4 });
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const things = fc
  .record({
    labels: some(map),
    finalizers: some(distinct),
    args: some(fc.array(word, { maxLength: 3 })),
    parts: some(
      keyed({
        image: some(word),
        args: some(fc.array(word, { maxLength: 2 })),
        env: some(keyed({ value: some(word) })),
      }),
    ),
    strategy: some(fc.record({ type: some(word), rolling: some(map) }).map(present)),
  })
  .map(present);

/** The patch of a client that knows both states. */
function difference(from: Fields, to: Fields, node: SchemaNode | undefined): Fields {
  const patch: Fields = {};
  for (const field of Object.keys(from)) if (!Object.hasOwn(to, field)) patch[field] = null;
  for (const [field, after] of Object.entries(to)) {
    const child = node?.field(field);
    const strategies = child?.patchStrategy?.split(',') ?? [];
    const before = Object.hasOwn(from, field) ? from[field] : undefined;
    if (jsonEqual(before, after)) continue;
    if (isJsonObject(before) && isJsonObject(after)) {
      patch[field] = difference(before, after, child);
      if (strategies.includes('retainKeys')) (patch[field] as Fields)['$retainKeys'] = Object.keys(after);
    } else if (!Array.isArray(before) || !Array.isArray(after) || !strategies.includes('merge')) patch[field] = after;
    else Object.assign(patch, listDifference(field, before, after, child!));
  }
  return patch;
}

function listDifference(field: string, before: unknown[], after: unknown[], node: SchemaNode): Fields {
  const key = node.patchMergeKey;
  if (key === undefined) {
    return {
      [`$setElementOrder/${field}`]: after,
      [`$deleteFromPrimitiveList/${field}`]: before.filter((item) => !after.includes(item)),
      [field]: after.filter((item) => !before.includes(item)),
    };
  }
  const named = (items: unknown[], item: Fields) => (items as Fields[]).find((other) => other[key] === item[key]);
  const gone = (before as Fields[]).filter((item) => !named(after, item));
  const changes = (after as Fields[]).flatMap((item) => {
    const current = named(before, item);
    if (!current) return [item];
    if (jsonEqual(current, item)) return [];
    const retained = node.patchStrategy!.includes('retainKeys') ? { $retainKeys: Object.keys(item) } : {};
    return [{ ...difference(current, item, node.items), [key]: item[key], ...retained }];
  });
  return {
    [`$setElementOrder/${field}`]: (after as Fields[]).map((item) => ({ [key]: item[key] })),
    [field]: [...changes, ...gone.map((item) => ({ $patch: 'delete', [key]: item[key] }))],
  };
}

const RUNS = { numRuns: 2_000 };

describe('laws of strategic merge patches', () => {
  it('A-554 the difference of two objects leads from one to the other', () =>
    fc.assert(
      fc.property(things, things, (from, to) =>
        expect(applyStrategicMergePatch(from, difference(from, to, root), root)).toEqual(to),
      ),
      RUNS,
    ));

  it('A-554 keeps concurrent additions of another client', () =>
    fc.assert(
      fc.property(things, things, (from, to) => {
        const theirs = { labels: { theirs: 'x' }, finalizers: ['theirs'], parts: [{ name: 'theirs', image: 'x' }] };
        // Additions inside a list or a map only; removing the whole field removes them too.
        const everything = { labels: {}, finalizers: [], parts: [] };
        const patch = difference({ ...everything, ...from }, { ...everything, ...to }, root);
        const live = applyStrategicMergePatch({ ...everything, ...from }, theirs, root);
        const result = applyStrategicMergePatch(live, patch, root) as Record<string, Fields & unknown[]>;
        expect(result['labels']).toEqual({ ...(to['labels'] as Fields), theirs: 'x' });
        expect(result['finalizers']!.filter((item) => item !== 'theirs')).toEqual(to['finalizers'] ?? []);
        expect(result['finalizers']).toContain('theirs');
        expect(result['parts']!.filter((item) => (item as Fields)['name'] !== 'theirs')).toEqual(to['parts'] ?? []);
        expect(result['parts']).toContainEqual({ name: 'theirs', image: 'x' });
      }),
      RUNS,
    ));

  it('A-554 is idempotent', () =>
    fc.assert(
      fc.property(things, things, things, (live, from, to) => {
        const patch = difference(from, to, root);
        const once = applyStrategicMergePatch(live, patch, root);
        expect(applyStrategicMergePatch(once, patch, root)).toEqual(once);
      }),
      RUNS,
    ));

  it('A-554 patching an object with itself changes nothing', () =>
    fc.assert(
      fc.property(things, (thing) => expect(applyStrategicMergePatch(thing, thing, root)).toEqual(thing)),
      RUNS,
    ));

  it('equals a JSON merge patch without schema and directives', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(0, 'x', null),
        fc.array(fc.constantFrom(0, 'x'), { maxLength: 2 }),
        fc.dictionary(word, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value;
    const maps = fc.dictionary(word, value, { maxKeys: 3, noNullPrototype: true });
    fc.assert(
      fc.property(maps, maps, (target, patch) =>
        expect(applyStrategicMergePatch({ raw: target }, { raw: patch }, root)).toEqual(
          applyMergePatch({ raw: target }, { raw: patch }),
        ),
      ),
      RUNS,
    );
  });
});
