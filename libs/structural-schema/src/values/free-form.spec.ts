import fc from 'fast-check';
import { compareBytes } from '@orch/apimachinery';
import { freeForm } from './free-form.js';

const key = fc.constantFrom('a', 'b', 'é', '\uffff', '😀', '__proto__', 'constructor', '10', '9');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, true, 0, 1.5, 'text'), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 4 })
    // As a parser does, which makes members of all names.
    .map((members) =>
      JSON.parse(`{${members.map(([name, of]) => `${JSON.stringify(name)}:${JSON.stringify(of)}`).join()}}`),
    ),
}));

/** Members in byte order, but for those that JavaScript puts in front. */
function isOrdered(of: unknown): boolean {
  if (typeof of !== 'object' || of === null) return true;
  const names = Object.keys(of).filter((name) => !/^\d+$/.test(name));
  const isSorted = Array.isArray(of) || names.every((name, at) => at === 0 || compareBytes(names[at - 1]!, name) < 0);
  return isSorted && Object.values(of).every(isOrdered);
}

describe('values without a schema', () => {
  it('keep what they hold, in byte order', () => {
    fc.assert(
      fc.property(value, (sent) => {
        const text = JSON.stringify(sent);
        const kept = freeForm(sent);
        expect(JSON.stringify(sent)).toBe(text);
        expect(kept).toEqual(sent);
        expect(isOrdered(kept)).toBe(true);
      }),
    );
  });

  it('are not copied when they are in byte order', () => {
    fc.assert(
      fc.property(value, (sent) => {
        const { ordered } = JSON.parse(JSON.stringify({ ordered: freeForm(sent) })) as { ordered: unknown };
        fc.pre(!/"\d+":/.test(JSON.stringify(ordered)));
        expect(freeForm(ordered)).toBe(ordered);
      }),
    );
  });

  it('are copied where they are not', () => {
    const same = [{ a: 1, b: 2 }];
    const sent = { z: same, y: { b: 1, a: 2 } };
    const kept = freeForm(sent) as typeof sent;
    expect(JSON.stringify(kept)).toBe('{"y":{"a":2,"b":1},"z":[{"a":1,"b":2}]}');
    expect(kept.z).toBe(same);
  });
});
