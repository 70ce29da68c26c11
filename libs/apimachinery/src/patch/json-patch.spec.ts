import fc from 'fast-check';
import { applyPatch, deepClone, getValueByPointer, type Operation } from 'fast-json-patch';
import { ApiError } from '../status/api-error.js';
import { applyJsonPatch } from './json-patch.js';
import { isJsonObject } from './json-value.js';

const failure = (run: () => unknown): ApiError => {
  try {
    run();
  } catch (err) {
    if (err instanceof ApiError) return err;
    throw err;
  }
  throw new Error('did not fail');
};

/** Every write to a frozen value throws, so a patch that mutates its input fails its test. */
const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
};

describe('operations', () => {
  const cases: [name: string, document: unknown, patch: unknown[], want: unknown][] = [
    ['add a key', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['add over a key', { a: 1 }, [{ op: 'add', path: '/a', value: null }], { a: null }],
    ['add into a list', [1, 3], [{ op: 'add', path: '/1', value: 2 }], [1, 2, 3]],
    ['add at the end', [1], [{ op: 'add', path: '/1', value: 2 }], [1, 2]],
    ['add at -', [1], [{ op: 'add', path: '/-', value: [2] }], [1, [2]]],
    ['add at - twice, inside', { l: [] }, [{ op: 'add', path: '/l/-', value: {} }, { op: 'add', path: '/l/0/a', value: 1 }], { l: [{ a: 1 }] }],
    ['add the whole', { a: 1 }, [{ op: 'add', path: '', value: [] }], []],
    ['remove a key', { a: 1, b: 2 }, [{ op: 'remove', path: '/a' }], { b: 2 }],
    ['remove an item', [1, 2, 3], [{ op: 'remove', path: '/1' }], [1, 3]],
    ['remove the whole', { a: 1 }, [{ op: 'remove', path: '' }], null],
    ['replace a key', { a: { b: 1 } }, [{ op: 'replace', path: '/a/b', value: 2 }], { a: { b: 2 } }],
    ['replace an item', [1, 2], [{ op: 'replace', path: '/0', value: 9 }], [9, 2]],
    ['replace the whole', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
    ['move a key', { a: { b: 1 }, c: {} }, [{ op: 'move', from: '/a/b', path: '/c/d' }], { a: {}, c: { d: 1 } }],
    ['move within a list', [1, 2, 3], [{ op: 'move', from: '/0', path: '/2' }], [2, 3, 1]],
    ['move to itself', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
    ['move to a longer name', { a: 1 }, [{ op: 'move', from: '/a', path: '/ab' }], { ab: 1 }],
    ['copy a key', { a: { b: 1 } }, [{ op: 'copy', from: '/a', path: '/c' }], { a: { b: 1 }, c: { b: 1 } }],
    ['copy, then change one', { a: { b: [1] } }, [{ op: 'copy', from: '/a', path: '/c' }, { op: 'add', path: '/c/b/-', value: 2 }], { a: { b: [1] }, c: { b: [1, 2] } }],
    ['copy the whole into itself', { a: 1 }, [{ op: 'copy', from: '', path: '/b' }], { a: 1, b: { a: 1 } }],
    ['test in any key order', { a: { x: 1, y: [2] } }, [{ op: 'test', path: '/a', value: { y: [2], x: 1 } }], { a: { x: 1, y: [2] } }],
    ['test null', { a: null }, [{ op: 'test', path: '/a', value: null }], { a: null }],
    ['escapes', { 'a/b': 1, 'm~n': 2, '~1': 3 }, [{ op: 'remove', path: '/a~1b' }, { op: 'remove', path: '/m~0n' }, { op: 'remove', path: '/~01' }], {}],
    ['the empty key', { '': { '': 1 } }, [{ op: 'replace', path: '//', value: 2 }], { '': { '': 2 } }],
    ['digits as a key', { '0': 1 }, [{ op: 'replace', path: '/0', value: 2 }], { '0': 2 }],
    ['a plain key called constructor', {}, [{ op: 'add', path: '/constructor', value: 1 }], { constructor: 1 }],
    ['nothing', { a: 1 }, [], { a: 1 }],
    ['replace an absent key', { a: {} }, [{ op: 'replace', path: '/a/b', value: 2 }], { a: { b: 2 } }],
    ['replace an item from the end', [1, 2], [{ op: 'replace', path: '/-2', value: 9 }], [9, 2]],
    ['add without value', { a: 1 }, [{ op: 'add', path: '/a' }], { a: null }],
    ['add at -1, behind the last', [1, 2], [{ op: 'add', path: '/-1', value: 3 }], [1, 2, 3]],
    ['add at -2, before the last', [1, 2], [{ op: 'add', path: '/-2', value: 3 }], [1, 3, 2]],
    ['add at the first place from the end', [1, 2], [{ op: 'add', path: '/-3', value: 3 }], [3, 1, 2]],
    ['remove an item from the end', [1, 2, 3], [{ op: 'remove', path: '/-1' }], [1, 2]],
    ['an index with leading zeros', [1, 2], [{ op: 'replace', path: '/01', value: 9 }], [1, 9]],
    ['an index with a sign', [1, 2], [{ op: 'replace', path: '/+1', value: 9 }, { op: 'replace', path: '/-0', value: 8 }], [8, 9]],
    ['a way through an item from the end', { l: [{}, {}] }, [{ op: 'add', path: '/l/-1/a', value: 1 }], { l: [{}, { a: 1 }] }],
    ['test an absent key against null', { a: {} }, [{ op: 'test', path: '/a/b', value: null }], { a: {} }],
    ['test an item from the end', [1, 2], [{ op: 'test', path: '/-1', value: 2 }], [1, 2]],
    ['copy an absent key', { a: {} }, [{ op: 'copy', from: '/a/b', path: '/c' }], { a: {}, c: null }],
    ['move an item to below its next one', { l: [1, {}] }, [{ op: 'move', from: '/l/0', path: '/l/0/a' }], { l: [{ a: 1 }] }],
    ['a tilde that escapes nothing', { 'a~2': 1, '~': 2 }, [{ op: 'remove', path: '/a~2' }, { op: 'remove', path: '/~' }], {}],
    ['members it does not know', { a: 1 }, [{ op: 'remove', path: '/a', note: 'x' }], {}],
  ]; // prettier-ignore
  for (const [name, document, patch, want] of cases) {
    it(`A-553 ${name}`, () => expect(applyJsonPatch(frozen(document), frozen(patch))).toEqual(want));
  }
});

describe('failed operations', () => {
  const document = frozen({ data: { a: 'secret' }, list: [1, 2] });
  const cases: [name: string, operation: Record<string, unknown>][] = [
    ['a test of another value', { op: 'test', path: '/data/a', value: 'no' }],
    ['a test of another length', { op: 'test', path: '/list', value: [1] }],
    ['a test of another type', { op: 'test', path: '/list', value: { 0: 1, 1: 2 } }],
    ['a test of an absent key against a value', { op: 'test', path: '/data/b', value: '' }],
    ['a test below nothing against null', { op: 'test', path: '/nope/b', value: null }],
    ['a test of a missing item against null', { op: 'test', path: '/list/2', value: null }],
    ['a test of an item before the first', { op: 'test', path: '/list/-3', value: null }],
    ['removing a missing key', { op: 'remove', path: '/data/b' }],
    ['removing a missing item', { op: 'remove', path: '/list/2' }],
    ['removing -', { op: 'remove', path: '/list/-' }],
    ['replacing below nothing', { op: 'replace', path: '/nope/b', value: 1 }],
    ['replacing a missing item', { op: 'replace', path: '/list/2', value: 1 }],
    ['replacing -', { op: 'replace', path: '/list/-', value: 1 }],
    ['adding before the first', { op: 'add', path: '/list/-4', value: 1 }],
    ['removing before the first', { op: 'remove', path: '/list/-3' }],
    ['adding below nothing', { op: 'add', path: '/nope/b', value: 1 }],
    ['adding below a text', { op: 'add', path: '/data/a/b', value: 1 }],
    ['adding beyond the end', { op: 'add', path: '/list/3', value: 1 }],
    ['an index that is none', { op: 'add', path: '/list/a', value: 1 }],
    ['an empty index', { op: 'add', path: '/list/', value: 1 }],
    ['an index that is a fraction', { op: 'add', path: '/list/1.0', value: 1 }],
    ['an index beyond all numbers', { op: 'add', path: '/list/99999999999999999999', value: 1 }],
    ['an index in another notation', { op: 'add', path: '/list/0x1', value: 1 }],
    ['the length of a list', { op: 'add', path: '/list/length', value: 0 }],
    ['copying from below nothing', { op: 'copy', from: '/nope/b', path: '/x' }],
    ['copying a missing item', { op: 'copy', from: '/list/2', path: '/x' }],
    ['moving into itself', { op: 'move', from: '/data', path: '/data/b' }],
    ['moving the whole into itself', { op: 'move', from: '', path: '/x' }],
    ['moving from nowhere', { op: 'move', from: '/nope', path: '/x' }],
    ['moving to nowhere', { op: 'move', from: '/data', path: '/nope/x' }],
    ['an inherited name', { op: 'test', path: '/toString', value: {} }],
    ['a place below an inherited name', { op: 'add', path: '/constructor/prototype/x', value: 1 }],
  ];
  for (const [name, operation] of cases) {
    it(`C-258 ${name} is 422`, () => {
      const err = failure(() => applyJsonPatch(document, [{ op: 'add', path: '/ok', value: 1 }, operation]));
      expect([err.code, err.reason]).toEqual([422, 'Invalid']);
      const text = err.details?.causes?.[0]?.message;
      expect(text).toContain(`JSON patch operation 1 failed: ${String(operation['op'])}`);
      expect(text).not.toContain('secret');
    });
  }
  it('C-258 reports the failed operation and the reason', () =>
    expect(failure(() => applyJsonPatch(document, [{ op: 'test', path: '/data/a', value: 'no' }])).toStatus()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'the server rejected our request due to an error in our request',
      reason: 'Invalid',
      details: {
        causes: [
          {
            reason: 'UnexpectedServerResponse',
            message: 'JSON patch operation 0 failed: test "/data/a": the value there is another',
            field: 'patch', // clients show `FIELD: MESSAGE`
          },
        ],
      },
      code: 422,
    }));
});

describe('malformed', () => {
  const patches: [name: string, patch: unknown][] = [
    ['no array', { op: 'remove', path: '/a' }],
    ['null', null],
    ['an operation that is not an object', ['remove']],
    ['an op that is not a string', [{ op: 1, path: '/a' }]],
    ['a path that is not a string', [{ op: 'remove', path: 1 }]],
    ['a from that is not a string', [{ op: 'copy', path: '/a', from: {} }]],
    ['a path through the prototype', [{ op: 'add', path: '/__proto__/x', value: 1 }]],
    ['a from through the prototype', [{ op: 'copy', from: '/__proto__', path: '/x' }]],
    ['the prototype as target', [{ op: 'add', path: '/a/__proto__', value: { x: 1 } }]],
    ['a path with too many segments', [{ op: 'remove', path: '/a'.repeat(2_000) }]],
  ];
  for (const [name, patch] of patches) {
    it(`C-258 ${name} is 400`, () => expect(failure(() => applyJsonPatch({ a: 1 }, patch)).code).toBe(400));
  }
  it('C-258 names the type of the operation', () => {
    expect(failure(() => applyJsonPatch({}, {})).message).toBe(
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    );
    expect(failure(() => applyJsonPatch({}, [5])).message).toContain(
      'number into Go value of type handlers.jsonPatchOp',
    );
    expect(failure(() => applyJsonPatch({}, [{ op: 5 }])).message).toContain(
      'number into Go struct field jsonPatchOp.op of type string',
    );
  });
  it('C-258 is detected before anything is applied', () =>
    expect(failure(() => applyJsonPatch({}, [{ op: 'remove', path: '/no' }, { op: 5 }])).code).toBe(400));
});

describe('incomplete', () => {
  const patches: [name: string, patch: unknown][] = [
    ['an operation that is null', [null]],
    ['no op', [{ path: '/a', value: 1 }]],
    ['an unknown op', [{ op: 'merge', path: '/a', value: 1 }]],
    ['an inherited op', [{ op: 'toString', path: '/a', value: 1 }]],
    ['no path', [{ op: 'remove' }]],
    ['a path without any slash', [{ op: 'remove', path: 'a' }]],
    ['test without value', [{ op: 'test', path: '/a' }]],
    ['move without from', [{ op: 'move', path: '/a' }]],
    ['copy with a bad from', [{ op: 'copy', path: '/a', from: 'b' }]],
  ];
  for (const [name, patch] of patches) {
    it(`${name} is 422 with the reason as a cause`, () => {
      const { code, details } = failure(() => applyJsonPatch({ a: 1 }, patch));
      expect([code, details?.causes?.[0]?.message]).toEqual([422, expect.stringContaining('operation 0 is malformed')]);
    });
  }
  it('text before the first slash of a path is ignored', () =>
    expect(applyJsonPatch({ a: 1 }, [{ op: 'add', path: 'data/b', value: 2 }])).toEqual({ a: 1, b: 2 }));
});

describe('limits', () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ op: 'add', path: '/a', value: 1 }));
  it('C-258 10000 operations are fine, one more is 413', () => {
    expect(applyJsonPatch({}, many(10_000))).toEqual({ a: 1 });
    expect(failure(() => applyJsonPatch({}, many(10_001))).code).toBe(413);
  });
  it('limits copies that double the object', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '', path: `/k${i}` }));
    expect(failure(() => applyJsonPatch({ a: 1 }, doubling)).code).toBe(413);
  });
  it('limits copies of long strings', () => {
    const copies = Array.from({ length: 100 }, (_, i) => ({ op: 'copy', from: '/a', path: `/k${i}` }));
    expect(failure(() => applyJsonPatch({ a: 'x'.repeat(100_000) }, copies)).code).toBe(413);
  });
  it('limits copies of many values', () => {
    const list = Array.from({ length: 40_000 }, () => 1);
    const copies = Array.from({ length: 3 }, (_, i) => ({ op: 'copy', from: '/a', path: `/k${i}` }));
    expect(failure(() => applyJsonPatch({ a: list }, copies)).code).toBe(413);
  });
  it('limits repeated shifting of a long list', () => {
    const list = Array.from({ length: 200_000 }, () => 1);
    const inserts = Array.from({ length: 1_000 }, () => ({ op: 'add', path: '/0', value: 1 }));
    expect(failure(() => applyJsonPatch(list, inserts)).code).toBe(413);
    expect(
      failure(() =>
        applyJsonPatch(
          list,
          inserts.map(({ path }) => ({ op: 'remove', path })),
        ),
      ).code,
    ).toBe(413);
  });
  it('a copy shares unchanged parts, and no changed ones', () => {
    const document = { a: { b: { c: 1 } } };
    const copies = [
      { op: 'copy', from: '/a', path: '/d' },
      { op: 'replace', path: '/d/b/c', value: 2 },
      { op: 'copy', from: '/d', path: '/e' },
      { op: 'replace', path: '/d/b/c', value: 3 },
      { op: 'replace', path: '/e/b/c', value: 4 },
    ];
    expect(applyJsonPatch(document, copies)).toEqual({ a: { b: { c: 1 } }, d: { b: { c: 3 } }, e: { b: { c: 4 } } });
    const copied = applyJsonPatch(document, copies.slice(0, 1)) as { d: unknown };
    expect(copied.d).toBe(document.a);
  });
  it('limits the number of path segments before parsing', () => {
    const deep = (count: number) =>
      Array.from({ length: count }, () => ({ op: 'test', path: '/a'.repeat(500), value: 1 }));
    expect(failure(() => applyJsonPatch({}, deep(400))).code).toBe(422);
    const split = jest.spyOn(String.prototype, 'split');
    expect(failure(() => applyJsonPatch({}, deep(401))).code).toBe(413);
    expect(failure(() => applyJsonPatch({}, [{ op: 'test', path: '/'.repeat(500_000), value: 1 }])).code).toBe(413);
    expect(failure(() => applyJsonPatch({}, [{ op: 'test', path: `/${'~0'.repeat(300_000)}`, value: 1 }])).code).toBe(
      413,
    );
    expect(split.mock.calls.length).toBeLessThanOrEqual(401);
    split.mockRestore();
  });
  it('limits nesting without a stack overflow', () => {
    const wrapping = Array.from({ length: 5_000 }, () => [
      { op: 'add', path: '/next', value: {} },
      { op: 'move', from: '/now', path: '/next/now' },
      { op: 'move', from: '/next', path: '/now' },
    ]).flat();
    expect(failure(() => applyJsonPatch({ now: {} }, wrapping.slice(0, 9_999))).code).toBe(413);
    const deep: unknown = JSON.parse('['.repeat(300) + ']'.repeat(300));
    const path = '/a'.repeat(300);
    const ladder = Array.from({ length: 300 }, (_, i) => ({ op: 'add', path: '/a'.repeat(i + 1), value: {} }));
    expect(failure(() => applyJsonPatch({}, [...ladder.slice(0, 299), { op: 'add', path, value: deep }])).code).toBe(
      413,
    );
    expect(failure(() => applyJsonPatch({}, [...ladder, { op: 'replace', path, value: deep }])).code).toBe(413);
    expect(failure(() => applyJsonPatch({ deep }, [...ladder, { op: 'copy', from: '/deep', path }])).code).toBe(413);
    expect(failure(() => applyJsonPatch({ deep }, [...ladder, { op: 'move', from: '/deep', path }])).code).toBe(413);
  });
});

describe('laws', () => {
  const key = fc.constantFrom('a', 'b', '0', '1', 'a/b', '~');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<unknown>(null, 0, 1, '', 'x', true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  const path = fc
    .array(fc.oneof(key, fc.constantFrom('-', '2')), { maxLength: 3 })
    .map((segments) => segments.map((s) => `/${s.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''));
  const operation = fc.oneof(
    fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path, value }),
    fc.record({ op: fc.constant('remove'), path }),
    fc.record({ op: fc.constantFrom('move', 'copy'), path, from: path }),
  );
  const patch = fc.array(operation, { minLength: 1, maxLength: 4 });

  const ours = (document: unknown, operations: unknown): unknown => {
    try {
      return { result: applyJsonPatch(document, operations) };
    } catch (err) {
      expect(err).toBeInstanceOf(ApiError);
      return 'refused';
    }
  };
  /** The library is laxer than the RFC: such operations cannot be compared. */
  const comparable = (operations: { op: string; path: string; from?: string; value?: unknown }[]): boolean =>
    operations.every(
      (o) =>
        !(o.op !== 'add' && o.path.endsWith('/-')) &&
        !o.path.includes('/-/') &&
        !o.from?.includes('/-') &&
        !(o.op === 'move' && (o.path === '' || o.from === '' || o.path.startsWith(`${o.from}/`))) &&
        !(o.op === 'copy' && o.path === '') &&
        !(o.path === '' && o.op !== 'test' && (typeof o.value !== 'object' || o.value === null)),
    );
  const theirs = (document: unknown, operations: { op: string; path: string; from?: string }[]): unknown => {
    try {
      const copy = deepClone(document) as unknown;
      return { result: operations.reduce((current, o) => plainSteps(current, o).reduce(step, current), copy) };
    } catch {
      return 'refused';
    }
  };
  const isAbsentKey = (document: unknown, path: string): boolean => {
    const parent: unknown = path === '' ? undefined : getValueByPointer(document, path.slice(0, path.lastIndexOf('/')));
    return isJsonObject(parent) && getValueByPointer(document, path) === undefined;
  };
  /** Our lenient behaviour as RFC operations; its move and copy insert beyond the end of a list, which the RFC forbids. */
  const plainSteps = (document: unknown, operation: { op: string; path: string; from?: string }): Operation[] => {
    const { op, path, from } = operation;
    if (from === undefined) {
      const plain = deepClone(operation) as Operation;
      if (!isAbsentKey(document, path)) return [plain];
      if (plain.op === 'replace') return [{ ...plain, op: 'add' }];
      return plain.op === 'test' && plain.value === null ? [] : [plain];
    }
    if (op === 'copy' && isAbsentKey(document, from)) return [{ op: 'add', path, value: null }];
    const add: Operation = { op: 'add', path, value: deepClone(getValueByPointer(document, from)) as unknown };
    return op === 'copy' ? [{ op: 'test', path: from, value: add.value }, add] : [{ op: 'remove', path: from }, add];
  };
  const step = (document: unknown, operation: Operation): unknown =>
    applyPatch(document, [operation], true).newDocument;

  it('A-553 agrees with another implementation', () =>
    fc.assert(
      fc.property(
        fc.dictionary(key, value, { noNullPrototype: true }),
        patch.filter(comparable),
        (document, operations) => expect(ours(document, operations)).toEqual(theirs(document, operations)),
      ),
      { numRuns: 2_000 },
    ));
  it('does not mutate its arguments', () =>
    fc.assert(fc.property(value, patch, (document, operations) => void ours(frozen(document), frozen(operations)))));
  it('a change and its inverse restore the document', () =>
    fc.assert(
      fc.property(fc.dictionary(key, value, { noNullPrototype: true }), value, (document, added) => {
        const changed = applyJsonPatch(document, [{ op: 'add', path: '/new', value: added }]);
        expect(applyJsonPatch(changed, [{ op: 'test', path: '/new', value: added }, { op: 'remove', path: '/new' }])).toEqual(document); // prettier-ignore
      }),
    ));
  it('copies only containers on the path', () => {
    const document = frozen({ metadata: { labels: { a: '1' } }, spec: { big: [1] } });
    const result = applyJsonPatch(document, [{ op: 'add', path: '/metadata/labels/b', value: '2' }]) as typeof document;
    expect(result.spec).toBe(document.spec);
    expect(result.metadata).not.toBe(document.metadata);
  });
});
