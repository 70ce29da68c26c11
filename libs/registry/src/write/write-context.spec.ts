import { builtinKinds, compileKinds, ReleaseGates } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { WriteContext } from './write-context.js';
import type { WriterParts } from './writer-parts.js';

const gates = new ReleaseGates();
const configMaps = compileKinds(builtinKinds, vocabularies.orch).find(({ gvk }) => gvk.kind === 'ConfigMap')!;
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } };

describe('fields of disabled features', () => {
  it('are searched once for a kind without any', () => {
    let reads = 0;
    const definition = {
      ...configMaps,
      get struct() {
        reads++;
        return configMaps.struct;
      },
    };
    const context = new WriteContext({ definition, features: gates } as unknown as WriterParts);
    for (let count = 0; count < 3; count++) expect(context.withoutDisabledFields(object, undefined)).toBe(object);
    expect(reads).toBe(1);
  });
});
