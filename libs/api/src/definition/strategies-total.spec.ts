import { builtinKinds } from '../kinds.js';
import { variedObject } from '../testing/varied-object.js';
import { KindTestHarness } from '../kind-test-harness/kind-test-harness.fixture.js';

/** Kinds with a strategy, each once. */
const kinds = builtinKinds.filter((kind) => kind.strategy && !kind.conversion);
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

/** For every object valid for the schema of a kind, the strategy returns errors and never throws, which would cause a 500. */
describe('strategies never throw for objects valid for the schema', () => {
  for (const declaration of kinds) {
    it(`${declaration.group} ${declaration.kind}`, () => {
      const harness = new KindTestHarness(declaration.kind);
      const { context, definition } = harness;
      const { strategy, subresources } = definition;
      for (const seed of SEEDS) {
        const metadata = { name: 'x' };
        const made = harness.made({ ...variedObject(declaration.type, seed), metadata });
        const other = harness.read({ ...variedObject(declaration.type, seed + SEEDS.length), metadata });
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
      }
    });
  }
});
