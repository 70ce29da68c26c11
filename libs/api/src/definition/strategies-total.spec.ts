import type { ApiObject } from '@orch/apimachinery';
import fc from 'fast-check';
import { builtinKinds } from '../kinds.js';
import { structArbitrary } from '../testing/struct-arbitrary.js';
import { Trial } from '../trial/trial.js';

/** Kinds with rules of their own, each once. */
const kinds = builtinKinds.filter((kind) => kind.strategy && !kind.conversion);

/** The object without about every fifth member, wherever it stands: clients leave out what they should not. */
function thinned(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item, index) => thinned(item, seed + index));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key], index) => (seed + key.length * 7 + index * 13) % 5 !== 0);
  return Object.fromEntries(kept.map(([key, member]) => [key, thinned(member, seed + key.length)]));
}

/** Whatever fits the types of a kind, its rules answer with errors and never throw: what they throw would be a 500. */
describe('the rules of a kind take whatever fits its types', () => {
  for (const declaration of kinds) {
    it(`${declaration.group} ${declaration.kind}`, () => {
      const trial = new Trial(declaration.kind);
      const { context, definition } = trial;
      const { strategy, subresources } = definition;
      const any = fc
        .tuple(structArbitrary(declaration.type), fc.nat(100))
        .map(([body, seed]) => trial.read({ ...(thinned(body, seed) as object), metadata: { name: 'x' } }));
      fc.assert(
        fc.property(any, any, (object: ApiObject, other: ApiObject) => {
          const made = strategy.prepareForCreate?.(object, context) ?? object;
          const changed = strategy.prepareForUpdate?.(other, made, context) ?? other;
          const errors = [
            ...(strategy.validateCreate?.(made, context) ?? []),
            ...(strategy.validateUpdate?.(changed, made, context) ?? []),
          ];
          for (const rules of subresources.values()) {
            if (rules.view) continue;
            const written = rules.prepareForUpdate(other, made, context);
            errors.push(...(rules.validateUpdate?.(written, made, context) ?? []));
          }
          const texts = [...errors.map(({ detail }) => detail), ...(strategy.warnings?.(made, context) ?? [])];
          expect(texts.every((text) => typeof text === 'string')).toBe(true);
        }),
        { numRuns: 150 },
      );
    });
  }
});
