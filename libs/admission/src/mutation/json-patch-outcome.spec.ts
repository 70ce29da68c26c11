import { jsonPatchOutcome } from './json-patch-outcome.js';

const document = { data: { a: '1' }, list: [1] };

describe('outcome of a JSON patch', () => {
  it('of a patch that copies too much is found by applying it once', () => {
    let reads = 0;
    const data = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k${i}`, 'v']));
    const document = Object.defineProperty({ copies: {} }, 'data', {
      enumerable: true,
      get: () => {
        reads++;
        return data;
      },
    });
    const patch = Array.from({ length: 1_000 }, (_, i) => ({ op: 'copy', from: '/data', path: `/copies/c${i}` }));
    expect(jsonPatchOutcome(document, patch)).toEqual({
      failure: 'the copy operations of this JSON patch copy too much',
      isTest: false,
    });
    expect(reads).toBeLessThan(100);
  });

  it.each([
    ['cannot be applied', { op: 'test', path: '/data/a', value: 1 }],
    ['cannot be read', { op: 'foo', path: '/data/a' }],
  ])('of a patch whose last operation %s is found by applying it once', (_how, last) => {
    let copies = 0;
    const data = new Proxy<Record<string, unknown>>({}, { ownKeys: (target) => (copies++, Reflect.ownKeys(target)) });
    const patch = Array.from({ length: 1_000 }, (_, i) => ({ op: 'add', path: `/data/k${i}`, value: i }));
    expect(jsonPatchOutcome({ data }, [...patch, last])).toHaveProperty('failure');
    expect(copies).toBe(1);
  });

  it('is the patched document', () =>
    expect(jsonPatchOutcome(document, [{ op: 'add', path: '/data/b', value: 2 }])).toEqual({
      document: { data: { a: '1', b: 2 }, list: [1] },
    }));

  it.each<[string, unknown, string, boolean]>([
    ['add below nothing', { op: 'add', path: '/x/y', value: 1 }, 'add operation does not apply: doc is missing path: "/x/y": missing value', false],
    ['add outside of a list', { op: 'add', path: '/list/7', value: 1 }, "error in add for path: '/list/7': Unable to access invalid index: 7: invalid index referenced", false],
    ['remove nothing', { op: 'remove', path: '/data/zz' }, "error in remove for path: '/data/zz': Unable to remove nonexistent key: zz: missing value", false],
    ['remove below nothing', { op: 'remove', path: '/x/zz' }, 'remove operation does not apply: doc is missing path: "/x/zz": missing value', false],
    ['replace below nothing', { op: 'replace', path: '/x/zz', value: 1 }, 'replace operation does not apply: doc is missing path: /x/zz: missing value', false],
    ['copy nothing', { op: 'move', from: '/x/y', path: '/data/b' }, 'move operation does not apply: doc is missing from path: /x/y: missing value', false],
    ['another operation', { op: 'foo', path: '/data/a' }, 'Unexpected kind: foo', false],
    ['another value', { op: 'test', path: '/data/a', value: '2' }, 'testing value /data/a failed: test failed', true],
  ])('%s', (_name, operation, failure, isTest) => {
    const before = Array.from({ length: 9 }, (_, i) => ({ op: 'add', path: `/data/k${i}`, value: i }));
    expect(jsonPatchOutcome(document, [...before, operation, { op: 'remove', path: '/also/wrong' }])).toEqual({ failure, isTest });
  }); // prettier-ignore
});
