import fc from 'fast-check';
import { Quantity } from '../quantity/quantity.js';
import { encodeJsonSteps } from './encode-steps.js';

function run(value: object): { text: string; steps: number } {
  const work = encodeJsonSteps(value);
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { text: step.value.toString('utf8'), steps };
  }
}

describe('encodeJsonSteps', () => {
  it('equals JSON.stringify', () =>
    fc.assert(
      fc.property(fc.oneof(fc.object({ withBigInt: false, maxDepth: 4 }), fc.array(fc.anything())), (value) => {
        expect(run(value).text).toBe(Buffer.from(JSON.stringify(value), 'utf8').toString('utf8'));
      }),
    ));

  it('skips undefined members, and calls toJSON', () => {
    const value = {
      a: undefined,
      b: [undefined, null],
      c: {},
      d: Quantity.parse('1024Mi'),
      __proto__: null,
      e: 'ä"\n',
    };
    expect(run(value).text).toBe(JSON.stringify(value));
  });

  it('takes a step per 2,000 members, at any depth', () => {
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`name-${at}`, `ä${at}`]));
    const { text, steps } = run({ status: { used: many, list: Object.keys(many) } });
    expect(text).toBe(JSON.stringify({ status: { used: many, list: Object.keys(many) } }));
    expect(steps).toBeGreaterThan(20);
  });

  it('takes a step per 64 Ki characters of long texts and names, without separating surrogate pairs', () => {
    const long = `${'\u0001'.repeat(64 * 1_024 - 1)}😀${'ä"\n'.repeat(100_000)}`;
    const value = { [long]: 1, a: [long, 'b'], c: long, d: `${long}\ud83d` };
    const { text, steps } = run(value);
    expect(text).toBe(JSON.stringify(value));
    expect(steps).toBeGreaterThan(20);
  });
});
