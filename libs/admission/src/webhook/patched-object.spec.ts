import { operationsOf, patchedObject } from './patched-object.js';

const patch = (value: unknown) => ({
  json: typeof value === 'string' ? value : JSON.stringify(value),
  type: 'JSONPatch',
});
const test = { op: 'test', path: '/a', value: 1 };

describe('the patch of a webhook', () => {
  it('is a list of operations', () => expect(operationsOf(patch([test]))).toEqual([test]));

  it.each([
    ['no JSON', 'x', /invalid character 'x' looking for beginning of value/],
    ['an object', { op: 'add' }, /cannot unmarshal object into Go value of type jsonpatch.Patch/],
    ['too many operations', Array(3_001).fill(test), /more than 3000 operations/],
    [
      'too many fields',
      [{ ...test, value: Object.fromEntries(Array.from({ length: 40_001 }, (_, i) => [i, 0])) }],
      /too many fields: at most 40000/,
    ],
    ['too deep', `[${'['.repeat(600)}${']'.repeat(600)}]`, /nested too deeply/],
  ])('is refused when it is %s', (_what, value, text) => expect(() => operationsOf(patch(value))).toThrow(text));
});

describe('an object that a webhook patches', () => {
  const object = { apiVersion: 'v1', kind: 'PodProxyOptions', metadata: {} };
  const change = [{ op: 'add', path: '/path', value: '/a' }];
  const turnsOf = (patch: readonly unknown[], isDue: boolean): readonly [turns: number, result: unknown] => {
    const steps = patchedObject(undefined, object, patch, { isDue });
    for (let turns = 1; ; turns++) {
      const step = steps.next();
      if (step.done) return [turns, step.value];
    }
  };

  it('is patched, compared and decoded in turns of their own when they take long', () => {
    const patched = { apiVersion: 'v1', kind: 'PodProxyOptions', path: '/a' };
    expect(turnsOf(change, true)).toEqual([3, patched]);
    expect(turnsOf(change, false)).toEqual([1, patched]);
  });

  it('stays the same when nothing changes', () => expect(turnsOf([], true)).toEqual([2, object]));
});
