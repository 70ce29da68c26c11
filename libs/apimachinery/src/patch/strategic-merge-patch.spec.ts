import { compileSchema } from '../schema/compile-schema.js';
import type { StructuralSchema } from '../schema/structural-schema.js';
import { ApiError } from '../status/api-error.js';
import { applyStrategicMergePatch } from './strategic-merge-patch.js';

const text: StructuralSchema = { type: 'string' };
const number: StructuralSchema = { type: 'integer' };
const listOf = (items: StructuralSchema, facts: StructuralSchema = {}): StructuralSchema => ({
  type: 'array',
  items,
  ...facts,
});
const mergedBy = (patchMergeKey: string): StructuralSchema => ({ patchStrategy: 'merge', patchMergeKey });
const mapOf = (additionalProperties: StructuralSchema): StructuralSchema => ({ type: 'object', additionalProperties });
const struct = (properties: Record<string, StructuralSchema>): StructuralSchema => ({ type: 'object', properties });

/** A kind with all markers of built-in kinds. */
const THING = struct({
  labels: mapOf(text),
  finalizers: listOf(text, { patchStrategy: 'merge' }),
  args: listOf(text),
  containers: listOf(
    struct({
      name: text,
      image: text,
      args: listOf(text),
      env: listOf(struct({ name: text, value: text, from: mapOf(text) }), mergedBy('name')),
      ports: listOf(struct({ port: number, protocol: text }), mergedBy('port')),
    }),
    mergedBy('name'),
  ),
  volumes: listOf(struct({ name: text, a: mapOf(text), b: mapOf(text) }), { patchStrategy: 'merge,retainKeys', patchMergeKey: 'name' }),
  strategy: { ...struct({ type: text, rolling: mapOf(text) }), patchStrategy: 'retainKeys' },
  whole: { ...mapOf(text), patchStrategy: 'replace' },
  tolerations: listOf(struct({ key: text, value: text })),
  keyless: listOf(struct({ a: text }), { patchStrategy: 'merge' }),
  raw: { format: 'raw' },
}); // prettier-ignore
const { root } = compileSchema('Thing', new Map([['Thing', THING]]));

/** Writes to a frozen value throw, so a patch that mutates its arguments fails the test. */
const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
};

type Fields = Record<string, unknown>;
const apply = (target: Fields, patch: Fields) => applyStrategicMergePatch(frozen(target), frozen(patch), root);
const named = (...names: string[]) => names.map((name) => ({ name }));

type Case = [what: string, target: Fields, patch: Fields, want: Fields];

describe('maps', () => {
  const cases: Case[] = [
    ['adds and changes fields', { args: ['x'], labels: { a: '1', b: '2' } }, { labels: { b: '3', c: '4' } }, { args: ['x'], labels: { a: '1', b: '3', c: '4' } }],
    ['null takes away', { labels: { a: '1', b: '2' } }, { labels: { a: null, none: null } }, { labels: { b: '2' } }],
    ['null takes a whole field away', { labels: { a: '1' }, args: [] }, { labels: null, containers: null }, { args: [] }],
    ['what is new comes without its nulls', {}, { containers: [{ name: 'a', image: null, env: [{ name: 'e', value: null }] }] }, { containers: [{ name: 'a', env: [{ name: 'e' }] }] }],
    ['another type replaces', { labels: { a: '1' }, args: ['a'] }, { labels: 'x', args: { b: null, c: 1 } }, { labels: 'x', args: { c: 1 } }],
    ['$patch: replace', { labels: { a: '1', b: '2' } }, { labels: { $patch: 'replace', c: '3', d: null } }, { labels: { c: '3' } }],
    ['$patch: replace of the whole object', { args: ['a'], labels: {} }, { $patch: 'replace', args: ['b'] }, { args: ['b'] }],
    ['$patch: delete', { labels: { a: '1' }, args: ['a'] }, { labels: { $patch: 'delete' } }, { labels: {}, args: ['a'] }],
    ['$patch: delete of the whole object', { args: ['a'] }, { $patch: 'delete', labels: {} }, {}],
    ['$patch: delete of an absent item', {}, { labels: { $patch: 'delete' } }, {}],
    ['$patch: merge', { labels: { a: '1' } }, { labels: { $patch: 'merge', b: '2' } }, { labels: { a: '1', b: '2' } }],
    ['directives in what is new', {}, { labels: { $patch: 'replace', a: '1' }, strategy: { $retainKeys: ['type'], type: 'x' } }, { labels: { a: '1' }, strategy: { type: 'x' } }],
    ['$retainKeys', { strategy: { type: 'Rolling', rolling: { max: '1' } } }, { strategy: { $retainKeys: ['type'], type: 'Recreate' } }, { strategy: { type: 'Recreate' } }],
    ['$retainKeys keeps the named fields', { strategy: { type: 'Rolling', rolling: { max: '1' } } }, { strategy: { $retainKeys: ['type', 'rolling'], rolling: { min: '2' } } }, { strategy: { type: 'Rolling', rolling: { max: '1', min: '2' } } }],
    ['$retainKeys with a null', { strategy: { type: 'Rolling', rolling: {} } }, { strategy: { $retainKeys: ['type'], rolling: null, type: 'x' } }, { strategy: { type: 'x' } }],
    ['a map that is always replaced', { whole: { a: '1' } }, { whole: { b: '2', c: null } }, { whole: { b: '2' } }],
    ['a field the schema does not know merges', { other: { a: 1, b: [1] } }, { other: { b: [2], c: 3 } }, { other: { a: 1, b: [2], c: 3 } }],
    ['an order means nothing there', { other: { l: ['a', 'b'] } }, { other: { '$setElementOrder/l': ['b', 'a'] } }, { other: { l: ['a', 'b'] } }],
    ['an unknown $patch in what is new means nothing', {}, { labels: { $patch: 'foo', a: '1' }, strategy: { a: { $patch: 1 } } }, { labels: { a: '1' }, strategy: { a: {} } }],
    ['a deletion from a list that does not merge', { args: ['a', 'b', 'a'] }, { '$deleteFromPrimitiveList/args': ['a'] }, { args: ['b'] }],
    ['a deletion from a list that the schema does not know', { other: { l: ['a', 'b'] } }, { other: { '$deleteFromPrimitiveList/l': ['a'] } }, { other: { l: ['b'] } }],
    ['raw content merges', { raw: { a: { b: 1 } } }, { raw: { a: { c: 2 } } }, { raw: { a: { b: 1, c: 2 } } }],
    ['names that objects inherit are plain fields', { labels: { a: '1' } }, { labels: { toString: 'x', constructor: null } }, { labels: { a: '1', toString: 'x' } }],
  ]; // prettier-ignore
  for (const [what, target, patch, want] of cases) {
    it(`A-554 C-257 ${what}`, () => expect(apply(target, patch)).toEqual(want));
  }

  it('shares unchanged parts', () => {
    const target = { labels: { a: '1' }, args: ['a'] };
    const result = apply(target, { labels: { b: '2' } });
    expect(result['args']).toBe(target.args);
  });
});

describe('lists of maps', () => {
  const cases: Case[] = [
    ['merge by their key', { containers: [{ name: 'a', image: '1' }, { name: 'b', image: '1', args: ['x'] }] }, { containers: [{ name: 'b', image: '2' }] }, { containers: [{ name: 'a', image: '1' }, { name: 'b', image: '2', args: ['x'] }] }],
    ['merge in depth', { containers: [{ name: 'a', env: [{ name: 'e', value: '1' }, { name: 'f', value: '1' }] }] }, { containers: [{ name: 'a', env: [{ name: 'f', value: '2' }] }] }, { containers: [{ name: 'a', env: [{ name: 'e', value: '1' }, { name: 'f', value: '2' }] }] }],
    ['new items come first', { containers: named('a', 'b') }, { containers: named('c') }, { containers: named('c', 'a', 'b') }],
    ['items of the patch keep its order', { containers: named('a', 'b', 'c') }, { containers: named('c', 'a') }, { containers: named('b', 'c', 'a') }],
    ['new items between current ones', { containers: named('a', 'b', 'c') }, { containers: named('b', 'x') }, { containers: named('a', 'b', 'x', 'c') }],
    ['$patch: delete removes an item', { containers: named('a', 'b', 'a') }, { containers: [{ $patch: 'delete', name: 'a' }] }, { containers: named('b') }],
    ['$patch: delete with a change', { containers: named('a', 'b') }, { containers: [{ name: 'b', image: 'x' }, { $patch: 'delete', name: 'a' }] }, { containers: [{ name: 'b', image: 'x' }] }],
    ['$patch: delete of an absent item', { containers: named('a') }, { containers: [{ $patch: 'delete', name: 'x' }] }, { containers: named('a') }],
    ['$patch: delete where there is no list', {}, { containers: [{ $patch: 'delete', name: 'x' }, { name: 'a' }] }, { containers: named('a') }],
    ['$patch: replace puts a list in its place', { containers: named('a', 'b') }, { containers: [{ $patch: 'replace' }, { name: 'c' }] }, { containers: named('c') }],
    ['$patch: replace alone empties the list', { containers: named('a', 'b') }, { containers: [{ $patch: 'replace' }] }, { containers: [] }],
    ['$patch: merge of a list', { containers: named('a') }, { containers: [{ $patch: 'merge' }, { name: 'a', image: 'x' }] }, { containers: [{ name: 'a', image: 'x' }] }],
    ['$patch: merge of an item', { containers: named('a') }, { containers: [{ $patch: 'merge', name: 'a', image: 'x' }] }, { containers: [{ name: 'a', image: 'x' }] }],
    ['one map more than once in a new list', {}, { containers: [{ name: 'a', ports: [{ port: 53, protocol: 'TCP' }, { port: 53, protocol: 'UDP' }] }] }, { containers: [{ name: 'a', ports: [{ port: 53, protocol: 'TCP' }, { port: 53, protocol: 'UDP' }] }] }],
    ['only the first of equal keys is merged with', { containers: [{ name: 'a', ports: [{ port: 53, protocol: 'TCP' }, { port: 53, protocol: 'UDP' }] }] }, { containers: [{ name: 'a', ports: [{ port: 53, protocol: 'SCTP' }] }] }, { containers: [{ name: 'a', ports: [{ port: 53, protocol: 'SCTP' }, { port: 53, protocol: 'UDP' }] }] }],
    ['equal keys move to the place of the first', { containers: [{ name: 'a', ports: [{ port: 53, protocol: 'TCP' }, { port: 80 }, { port: 53, protocol: 'UDP' }] }] }, { containers: [{ name: 'a', ports: [{ port: 53, protocol: 'SCTP' }] }] }, { containers: [{ name: 'a', ports: [{ port: 53, protocol: 'SCTP' }, { port: 53, protocol: 'UDP' }, { port: 80 }] }] }],
    ['keys of different types differ', { containers: [{ name: 'a', ports: [{ port: 1 }] }] }, { containers: [{ name: 'a', ports: [{ port: '1' }] }] }, { containers: [{ name: 'a', ports: [{ port: '1' }, { port: 1 }] }] }],
    ['into an empty list', { containers: [] }, { containers: [{ name: 'a', image: null }, { name: 'a', image: 'x' }] }, { containers: [{ name: 'a', image: 'x' }] }],
    ['an empty list changes nothing', { containers: named('a') }, { containers: [] }, { containers: named('a') }],
    ['an empty list where there is none', {}, { containers: [] }, { containers: [] }],
    ['$retainKeys of an item', { volumes: [{ name: 'v', a: { x: '1' } }] }, { volumes: [{ $retainKeys: ['name', 'b'], name: 'v', b: { y: '2' } }] }, { volumes: [{ name: 'v', b: { y: '2' } }] }],
    ['$patch: replace and delete in what is new', {}, { volumes: [{ name: 'v', a: { $patch: 'delete' }, b: { $patch: 'replace', x: '1' } }] }, { volumes: [{ name: 'v', b: { x: '1' } }] }],
    ['others are replaced', { tolerations: [{ key: 'a', value: '1' }] }, { tolerations: [{ key: 'b', value: null }] }, { tolerations: [{ key: 'b' }] }],
    ['others are replaced, whatever directives say', { tolerations: [{ key: 'a' }] }, { tolerations: [{ $patch: 'replace' }, { key: 'b' }, { $patch: 'delete', key: 'a' }] }, { tolerations: [{ key: 'b' }] }],
    ['of lists, replaced', { raw: { l: [[1]] } }, { raw: { l: [[1, null], [{ a: null }]] } }, { raw: { l: [[1, null], [{}]] } }],
  ]; // prettier-ignore
  for (const [what, target, patch, want] of cases) {
    it(`A-554 C-257 ${what}`, () => expect(apply(target, patch)).toEqual(want));
  }
});

describe('lists of scalars', () => {
  const cases: Case[] = [
    ['merge as sets', { finalizers: ['a', 'b'] }, { finalizers: ['b', 'c'] }, { finalizers: ['a', 'b', 'c'] }],
    ['new items come first', { finalizers: ['a', 'b'] }, { finalizers: ['c'] }, { finalizers: ['c', 'a', 'b'] }],
    ['duplicates of current items are removed', { finalizers: ['a', 'a'] }, { finalizers: ['a'] }, { finalizers: ['a'] }],
    ['where there is none', {}, { finalizers: ['b', 'a', 'b'] }, { finalizers: ['b', 'a', 'b'] }],
    ['$deleteFromPrimitiveList', { finalizers: ['a', 'b', 'c'] }, { '$deleteFromPrimitiveList/finalizers': ['b', 'x'] }, { finalizers: ['a', 'c'] }],
    ['$deleteFromPrimitiveList of no list', {}, { '$deleteFromPrimitiveList/finalizers': ['b'] }, {}],
    ['deletion with addition and order', { finalizers: ['a', 'b'] }, { finalizers: ['c'], '$deleteFromPrimitiveList/finalizers': ['a'], '$setElementOrder/finalizers': ['b', 'c'] }, { finalizers: ['b', 'c'] }],
    ['others are replaced', { args: ['a', 'b'] }, { args: ['c'] }, { args: ['c'] }],
    ['others are emptied', { args: ['a', 'b'] }, { args: [] }, { args: [] }],
  ]; // prettier-ignore
  for (const [what, target, patch, want] of cases) {
    it(`A-554 C-257 ${what}`, () => expect(apply(target, patch)).toEqual(want));
  }
});

describe('$setElementOrder', () => {
  const order = '$setElementOrder/containers';
  const scalars = '$setElementOrder/finalizers';
  const cases: Case[] = [
    ['of maps', { containers: named('a', 'b') }, { [order]: named('b', 'a') }, { containers: named('b', 'a') }],
    ['of maps with changes', { containers: named('a', 'b') }, { [order]: named('b', 'c', 'a'), containers: [{ name: 'c' }, { name: 'a', image: 'x' }] }, { containers: [{ name: 'b' }, { name: 'c' }, { name: 'a', image: 'x' }] }],
    ['leaves others of the server in their place', { containers: named('a', 's', 'b', 't') }, { [order]: named('b', 'a') }, { containers: named('s', 'b', 'a', 't') }],
    ['puts what is new before others of the server', { containers: named('s', 'a') }, { [order]: named('n', 'a'), containers: named('n') }, { containers: named('n', 's', 'a') }],
    ['names absent items', { containers: named('a') }, { [order]: named('x', 'a') }, { containers: named('a') }],
    ['with a deletion', { containers: named('a', 'b', 'c') }, { [order]: named('c', 'a'), containers: [{ $patch: 'delete', name: 'b' }] }, { containers: named('c', 'a') }],
    ['with a replacement', { containers: named('a', 'b') }, { [order]: named('c', 'd'), containers: [{ $patch: 'replace' }, { name: 'c' }, { name: 'd' }] }, { containers: named('c', 'd') }],
    ['of a new list', {}, { [order]: named('b', 'a'), containers: named('b', 'a') }, { containers: named('b', 'a') }],
    ['of a new list with repeats', {}, { [order]: named('b', 'b'), containers: [{ name: 'b', image: '1' }, { name: 'b', image: '2' }] }, { containers: [{ name: 'b', image: '1' }, { name: 'b', image: '2' }] }],
    ['of no list', {}, { [order]: named('b', 'a') }, {}],
    ['an empty one', { containers: named('a') }, { [order]: [], containers: named('b') }, { containers: named('a', 'b') }],
    ['an empty one of a new list', {}, { [order]: [], containers: named('b') }, { containers: named('b') }],
    ['of scalars', { finalizers: ['a', 'b', 's'] }, { [scalars]: ['b', 'a'] }, { finalizers: ['b', 'a', 's'] }],
    ['of scalars with changes', { finalizers: ['a', 's'] }, { [scalars]: ['n', 'a'], finalizers: ['n'] }, { finalizers: ['n', 'a', 's'] }],
    ['of a list that is replaced', { args: ['a', 'b'] }, { '$setElementOrder/args': ['b', 'a'], args: ['c', 'a'] }, { args: ['c', 'a'] }],
    ['of a list that is replaced, but not here', { args: ['a', 'b'] }, { '$setElementOrder/args': ['b', 'a'] }, { args: ['a', 'b'] }],
  ]; // prettier-ignore
  for (const [what, target, patch, want] of cases) {
    it(`A-554 C-257 ${what}`, () => expect(apply(target, patch)).toEqual(want));
  }
});

describe('refused', () => {
  const target = {
    containers: named('a'),
    finalizers: ['a'],
    labels: { a: '1' },
    args: ['a'],
    keyless: [{ a: '1' }],
    other: { l: ['a'] },
    volumes: 'a',
  };
  const cases: [what: string, patch: Fields, message: string][] = [
    ['an unknown $patch', { labels: { $patch: 'foo', a: '1' } }, 'unknown patch type: foo in map: map[$patch:foo a:1]'],
    ['a $patch that is not a string', { labels: { $patch: null } }, 'unknown patch type: <nil> in map: map[$patch:<nil>]'],
    ['an unknown $patch of an item', { containers: [{ $patch: 'foo', name: 'a' }] }, 'unknown patch type: foo in map: map[$patch:foo name:a]'],
    ['an item without merge key', { containers: [{ image: 'x', args: ['a', 'b'] }] }, 'map: map[args:[a b] image:x] does not contain declared merge key: name'],
    ['a deletion without merge key', { containers: [{ $patch: 'delete' }] }, 'map: map[$patch:delete] does not contain declared merge key: name'],
    ['an order without merge key', { '$setElementOrder/containers': [{ image: 'x' }] }, 'map: map[image:x] does not contain declared merge key: name'],
    ['an order without merge key of no items', { '$setElementOrder/containers': [{}], containers: [] }, 'map: map[] does not contain declared merge key: name'],
    ['a list to merge that declares no key', { keyless: [{ a: '2' }] }, 'cannot merge lists without merge key for type struct'],
    ['maps among scalars', { finalizers: [{ a: 1 }] }, 'list element types are not identical'],
    ['scalars among maps', { containers: ['a'] }, 'list element types are not identical'],
    ['null among maps', { containers: [null] }, 'list element types are not identical'],
    ['an order of other items', { '$setElementOrder/containers': ['a'] }, 'list element types are not identical'],
    ['$retainKeys that is not a list', { strategy: { $retainKeys: 'type' } }, 'invalid patch format of retainKeys'],
    ['a field that $retainKeys does not name', { labels: { $retainKeys: ['a'], b: '2' } }, 'invalid patch format of retainKeys'],
    ['an order that is not a list', { '$setElementOrder/containers': 'a' }, 'invalid patch format of setElementOrder list'],
    ['an order of no field', { $setElementOrder: [] }, 'invalid patch format of setElementOrder list'],
    ['an order of the empty field', { '$setElementOrder/': [] }, 'invalid patch format of setElementOrder list'],
    ['an order of a misspelt directive', { '$setElementOrders/containers': [] }, 'invalid patch format of setElementOrder list'],
    ['an order of a map', { '$setElementOrder/labels': [] }, 'invalid patch format of setElementOrder list'],
    ['an order with a null', { '$setElementOrder/containers': [], containers: null }, 'invalid patch format of setElementOrder list'],
    ['an order with a list for a current map', { '$setElementOrder/labels': [], labels: [] }, 'invalid patch format of setElementOrder list'],
    ['a deletion that is not a list', { '$deleteFromPrimitiveList/finalizers': null }, 'invalid patch format of primitive list'],
    ['a deletion of no field', { $deleteFromPrimitiveList: [] }, 'invalid patch format of primitive list'],
    ['a deletion from a map', { '$deleteFromPrimitiveList/labels': ['a'] }, 'invalid patch format of primitive list'],
    ['a deletion from a current string', { '$deleteFromPrimitiveList/volumes': ['a'] }, 'invalid patch format of primitive list'],
    ['a deletion from maps', { '$deleteFromPrimitiveList/containers': [{ name: 'a' }] }, 'invalid patch format of primitive list'],
    ['an order against that of the list', { '$setElementOrder/containers': named('a', 'b'), containers: named('b', 'a') }, "The order in patch list:\n[map[name:b] map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:a] map[name:b]]\n"],
    ['an order that lacks an item', { '$setElementOrder/finalizers': ['a'], finalizers: ['b'] }, "The order in patch list:\n[b]\n doesn't match $setElementOrder list:\n[a]\n"],
    ['an order that lacks an item of a new list', { containers: [{ name: 'a', '$setElementOrder/env': named('a'), env: named('b') }] }, "The order in patch list:\n[map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n"],
  ]; // prettier-ignore
  for (const [what, patch, message] of cases) {
    it(`C-257 ${what} is 400`, () =>
      expect(() => apply(target, patch)).toThrow(
        expect.objectContaining({ code: 400, reason: 'BadRequest', message }),
      ));
  }

  it('C-257 lists of lists cannot be merged: 422', () => {
    const refusal = (patch: Fields): ApiError => {
      try {
        apply(target, patch);
      } catch (error) {
        if (error instanceof ApiError) return error;
        throw error;
      }
      throw new Error('was taken');
    };
    const error = refusal({ finalizers: [['a']] });
    expect([error.code, error.reason]).toEqual([422, 'Invalid']);
    expect(error.details?.causes).toEqual([
      { reason: 'UnexpectedServerResponse', message: 'lists of lists are not supported', field: 'patch' },
    ]);
  });

  it('quotes a bounded part of the patch', () => {
    const long = { $patch: 'foo', a: 'x'.repeat(1_000), deep: { a: { b: { c: { d: { e: 1 } } } } } };
    expect(() => apply({ labels: {} }, { labels: long })).toThrow(
      /^unknown patch type: foo in map: map\[\$patch:foo a:x{200,250}\.\.\.$/,
    );
    expect(() => apply({ labels: {} }, { labels: { $patch: 'foo', deep: long.deep } })).toThrow(
      'deep:map[a:map[b:map[c:map[d:...]]]]]',
    );
  });

  it('quotes 256 characters whole', () => {
    const message = (length: number) => {
      try {
        return apply({ labels: {} }, { labels: { $patch: 'x'.repeat(length) } });
      } catch (error) {
        return (error as ApiError).message;
      }
    };
    const map = (length: number) => `map[$patch:${'x'.repeat(length)}`;
    expect(message(244)).toBe(`unknown patch type: ${'x'.repeat(244)} in map: ${map(244)}]`);
    expect(message(245)).toBe(`unknown patch type: ${'x'.repeat(245)} in map: ${map(245)}...`);
  });

  it('does not change a prototype', () => {
    const patches = ['{"__proto__":{"x":1}}', '{"labels":{"__proto__":null}}', '{"volumes":[{"name":"v","a":{"__proto__":{}}}]}', '{"$setElementOrder/__proto__":[]}', '{"labels":{"$patch":"replace","__proto__":{"x":1}}}']; // prettier-ignore
    for (const patch of patches) {
      expect(() => apply(target, JSON.parse(patch) as Fields)).toThrow(
        expect.objectContaining({ code: 400, message: 'a strategic merge patch must not contain the key "__proto__"' }),
      );
    }
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('accepts 512 levels', () => {
    const levels = (count: number, innermost: string): unknown =>
      JSON.parse(`${'{"a":'.repeat(count)}${innermost}${'}'.repeat(count)}`);
    for (const current of [{}, { raw: levels(600, '1') }]) {
      expect(apply(current, { raw: levels(512, '1') })).toHaveProperty('raw');
      expect(() => apply(current, { raw: levels(513, '1') })).toThrow(expect.objectContaining({ code: 413 }));
    }
    expect(() => apply({}, { raw: levels(512, '[]') })).toThrow(expect.objectContaining({ code: 413 }));
  });

  it('rejects too deep nesting', () => {
    for (const [open, close] of [
      ['{"a":', '}'],
      ['[', ']'],
      ['{"$patch":"replace","a":', '}'],
    ] as const) {
      const deep: unknown = JSON.parse(`${open.repeat(5_000)}1${close.repeat(5_000)}`);
      for (const current of [{}, { raw: deep }]) {
        expect(() => applyStrategicMergePatch(current, { raw: deep }, root)).toThrow(
          expect.objectContaining({ code: 413 }),
        );
      }
    }
  });
});
