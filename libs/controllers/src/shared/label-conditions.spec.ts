import { labelSelectorFromObject, type LabelSelectorObject } from '@orch/apimachinery';
import fc from 'fast-check';
import { conditionsOf, knownConditions } from './known-conditions.js';
import { indexConditions, type LabelConditions } from './label-conditions.js';

function index(selector: LabelSelectorObject | undefined): { conditions: LabelConditions; steps: number } {
  const work = indexConditions(selector);
  for (let steps = 0; ; steps++) {
    const step = work.next();
    if (step.done) return { conditions: step.value, steps };
  }
}
const many = <T>(make: (i: number) => T): T[] => Array.from({ length: 20_000 }, (_, i) => make(i));

/** An object that counts how often its properties are looked at. */
function counted(labels: Record<string, string>) {
  const counts = { looks: 0 };
  const count = <T>(value: T): T => {
    counts.looks++;
    return value;
  };
  const seen = new Proxy(labels, {
    get: (target, key) => count(Reflect.get(target, key) as string),
    getOwnPropertyDescriptor: (target, key) => count(Reflect.getOwnPropertyDescriptor(target, key)),
  });
  return { seen, counts };
}

describe('LabelConditions', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'toString');
  const value = fc.constantFrom('', '1', '2', '3');
  const expression = fc.oneof(
    fc.record({
      key,
      operator: fc.constantFrom('In', 'NotIn'),
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ key, operator: fc.constantFrom('Exists', 'DoesNotExist') }),
  );
  const selectors = fc.record(
    { matchLabels: fc.dictionary(key, value), matchExpressions: fc.array(expression, { maxLength: 5 }) },
    { requiredKeys: [] },
  );
  const others = fc.constantFrom(0, 20);

  it('C-287 matches as the selector does, however many keys it and the object have', () =>
    fc.assert(
      fc.property(selectors, fc.dictionary(key, value), others, others, (selector, labels, more, moreLabels) => {
        const unrelated = Array.from({ length: more }, (_, i) => ({ key: `x${i}`, operator: 'DoesNotExist' }));
        const wide = { ...selector, matchExpressions: [...(selector.matchExpressions ?? []), ...unrelated] };
        const object = { ...labels };
        for (let i = 0; i < moreLabels; i++) object[`y${i}`] = '';
        expect(index(wide).conditions.matches(object)).toBe(labelSelectorFromObject(wide).matches(object));
      }),
      { numRuns: 500 },
    ));

  it('C-287 absent matches nothing, empty everything, as before', () => {
    expect(index(undefined).conditions.matches({})).toBe(false);
    expect(index({}).conditions.matches(undefined)).toBe(true);
    expect(index({ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] }).conditions.matches({})).toBe(
      false,
    );
  });

  const negative = { matchExpressions: many((i) => ({ key: `k${i}`, operator: 'NotIn', values: ['v'] })) };
  const positive = { matchExpressions: many((i) => ({ key: `k${i}`, operator: 'Exists' })) };
  const oneKey = { matchExpressions: many((i) => ({ key: 'a', operator: 'NotIn', values: [`v${i}`] })) };
  for (const [name, selector, want] of [
    ['that must not be', negative, true],
    ['that must be', positive, false],
    ['on one label', oneKey, true],
  ] as const) {
    it(`tests the labels of an object, not 20,000 requirements ${name}`, () => {
      const { seen, counts } = counted({ a: '1', b: '2' });
      expect(index(selector).conditions.matches(seen)).toBe(want);
      expect(counts.looks).toBeLessThan(10);
    });
  }
  it('tests few requirements, not 20,000 labels', () => {
    const { seen, counts } = counted(Object.fromEntries(many((i) => [`k${i}`, ''])));
    expect(index({ matchLabels: { k7: '' } }).conditions.matches(seen)).toBe(true);
    expect(counts.looks).toBeLessThan(10);
  });

  it('indexes many requirements and values in steps', () => {
    expect(index(negative).steps).toBeGreaterThan(20);
    expect(index({ matchLabels: Object.fromEntries(many((i) => [`k${i}`, ''])) }).steps).toBeGreaterThan(20);
    expect(index({ matchLabels: { a: 'b' } }).steps).toBe(0);
  });
});

it('a selector of a lister is indexed once', async () => {
  // A large selector is another value each time that it is read.
  const object = {
    spec: {
      get selector() {
        return { matchLabels: { a: 'b' } };
      },
    },
  };
  expect(knownConditions(object)).toBeUndefined();
  const conditions = await conditionsOf(object, new AbortController().signal);
  expect(knownConditions(object)).toBe(conditions);
  expect(await conditionsOf(object, new AbortController().signal)).toBe(conditions);
  expect(knownConditions({})!.matches({})).toBe(false);
});
