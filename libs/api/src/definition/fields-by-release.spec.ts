import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { EMULATED_MINORS } from '../features/releases.js';
import { ReleaseGates } from '../features/feature-gates.js';
import { builtinKinds } from '../kinds.js';
import { fullObject } from '../testing/full-object.js';
import { compileKinds } from './compile-kinds.js';
import type { ResourceDefinition } from './resource-definition.js';
import type { StrategyContext } from './strategy.js';

const vocabulary = vocabularies.orch;

/** Fields of an object that the schema of its release does not have, after all steps of a create. */
function foreignFields(definition: ResourceDefinition, minor: number): string[] {
  const { schema, declaration, strategy } = definition;
  const context: StrategyContext = {
    vocabulary,
    user: { username: 'alice', groups: [] },
    now: '2024-01-01T00:00:00Z',
    features: new ReleaseGates(minor),
  };
  const read = (value: unknown, unknownFields: string[]) =>
    schema.decode(value, { unknownFields, duplicateFields: [] }) as ApiObject;
  const found: string[] = [];
  for (const body of [{ metadata: { name: 'x' }, spec: {} }, fullObject(definition.struct!)]) {
    const filled = schema.applyDefaults(read(body, [])) as ApiObject;
    const complete = declaration.defaults?.(filled, vocabulary, minor) ?? filled;
    read(strategy.prepareForCreate?.(complete, context) ?? complete, found);
    read(strategy.prepareForUpdate?.(complete, complete, context) ?? complete, found);
  }
  return found;
}

describe('fields of a release', () => {
  for (const minor of EMULATED_MINORS) {
    it(`defaults and strategies set only fields of 1.${minor}`, () => {
      const foreign = compileKinds(builtinKinds, vocabulary, minor).flatMap((definition) =>
        foreignFields(definition, minor).map((field) => `${definition.apiVersion} ${definition.gvk.kind} ${field}`),
      );
      expect([...new Set(foreign)]).toEqual([]);
    });
  }
});
