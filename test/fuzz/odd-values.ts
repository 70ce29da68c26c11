import fc from 'fast-check';

type Members = Record<string | number, unknown>;

/** Puts `value` somewhere into a value, without changing that: each number leads one step down. */
function planted(into: unknown, steps: readonly number[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof into !== 'object' || into === null) return value;
  const keys = Object.keys(into);
  if (keys.length === 0) return value;
  const key = keys[step % keys.length]!;
  const copy = (Array.isArray(into) ? [...(into as unknown[])] : { ...into }) as Members;
  copy[key] = planted(copy[key], rest, value);
  return copy;
}

/** `whole` with some of `odd` in its place, here and there. */
export const withOddPlaces = (whole: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(whole, fc.array(fc.tuple(fc.array(fc.nat(40), { minLength: 1, maxLength: 7 }), odd), { maxLength: 4 }))
    .map(([value, plants]) => plants.reduce((into, [steps, piece]) => planted(into, steps, piece), value));

/** JSON whose keys and scalars come from a pool, so that they meet. Own `__proto__` keys are among them where the pool has it. */
export function jsonOf(keys: readonly string[], scalars: readonly unknown[]): fc.Arbitrary<unknown> {
  const scalar = fc.constantFrom(...scalars);
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 4 })
        .map((members) => Object.fromEntries(members)),
    ),
  })).value;
}
