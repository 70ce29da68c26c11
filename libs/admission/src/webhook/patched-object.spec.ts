import { operationsOf } from './patched-object.js';

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
