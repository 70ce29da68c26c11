import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import fc from 'fast-check';
import { compileKinds } from '../../definition/compile-kinds.js';
import { builtinKinds } from '../../kinds.js';
import { structArbitrary } from '../../testing/struct-arbitrary.js';
import { sameJson } from '../../validation/json-equality.js';

const kindIn = (version: string) =>
  compileKinds(builtinKinds, vocabularies.kubernetes, 21).find(
    ({ gvk }) => gvk.kind === 'CustomResourceDefinition' && gvk.version === version,
  )!;
const older = kindIn('v1beta1');
const { toStored, fromStored } = older.conversion!;

/** The internal form has no place for a webhook without fields. */
const hasEmptyWebhook = (object: ApiObject): boolean => {
  const { webhook } = ((object['spec'] as Record<string, unknown>)['conversion'] ?? {}) as { webhook?: object };
  return webhook !== undefined && Object.keys(webhook).length === 0;
};

describe('conversion of definitions', () => {
  it('B-373 B-457 keeps all fields of v1', () =>
    fc.assert(
      fc.property(
        structArbitrary(kindIn('v1').struct!).map((object) => object as ApiObject),
        (object) => {
          fc.pre(!hasEmptyWebhook(object));
          expect(sameJson(toStored(fromStored(object)), object)).toBe(true);
        },
      ),
      { numRuns: 50 },
    ));

  it('B-373 B-457 has one form of v1beta1 for each definition', () =>
    fc.assert(
      fc.property(structArbitrary(older.struct!), (object) => {
        const once = fromStored(toStored(object as ApiObject));
        expect(sameJson(fromStored(toStored(once)), once)).toBe(true);
      }),
      { numRuns: 50 },
    ));
});
