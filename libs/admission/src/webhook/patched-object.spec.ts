import { atOnce } from '@orch/apimachinery';
import { operationsOf, patchedObject } from './patched-object.js';

const patch = (value: unknown) => ({
  json: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  type: 'JSONPatch',
});
const test = { op: 'test', path: '/a', value: 1 };

describe('the patch of a webhook', () => {
  it('is a list of operations', () => expect(atOnce(operationsOf(patch([test])))).toEqual([test]));

  it('replaces what is not UTF-8', () => {
    const json = Buffer.from(JSON.stringify([{ ...test, value: 'a~b' }]).replace('~', '\xff'), 'latin1');
    expect(atOnce(operationsOf({ json, type: 'JSONPatch' }))).toEqual([{ ...test, value: 'a\ufffdb' }]);
  });

  it('is read in steps when it is long', () => {
    const stepsOf = (value: unknown): number => {
      const work = operationsOf(patch(value));
      let steps = 1;
      while (!work.next().done) steps++;
      return steps;
    };
    const values = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`key${i}`, `value${i}`]));
    expect(stepsOf([{ ...test, value: values }])).toBeGreaterThan(30);
    expect(stepsOf([{ ...test, value: 'x'.repeat(1_000_000) }])).toBeGreaterThan(3);
    expect(stepsOf([test])).toBe(1);
  });

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
  ])('is refused when it is %s', (_what, value, text) =>
    expect(() => atOnce(operationsOf(patch(value)))).toThrow(text),
  );
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
