import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { storedForm } from './stored-form.js';

describe('an object of a version that has no status before release 1.35, and whose stored form always has one', () => {
  const rule = {
    kind: 'DeviceTaintRule',
    apiVersion: 'resource.k8s.io/v1alpha3',
    metadata: { name: 'r1' },
    spec: { taint: { key: 'k.example.com/a', effect: 'NoSchedule' } },
  } as unknown as ApiObject;
  const shown = (minor: number): unknown => {
    const kinds = compileKinds(
      builtinKinds.filter(({ kind }) => kind === rule['kind']),
      vocabularies.kubernetes,
      minor,
    );
    const of = (version: string): ResourceDefinition => kinds.find(({ gvk }) => gvk.version === version)!;
    const form = storedForm(of('v1alpha3'), of('v1'));
    const { bytes } = form.encode(rule);
    return (JSON.parse(String(form.show(bytes, 1 as never))) as { status?: unknown }).status;
  };

  it('is shown without it', () => expect([shown(33), shown(34)]).toEqual([undefined, undefined]));
  it('has it from then on', () => expect(shown(35)).toEqual({}));
});
