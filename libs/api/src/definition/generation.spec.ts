import { vocabularies } from '@orch/vocabulary';
import { builtinKinds } from '../kinds.js';
import { compileKinds } from './compile-kinds.js';
import { countsGeneration } from './generation.js';

describe('countsGeneration', () => {
  const counts = (resource: string, minor?: number) =>
    countsGeneration(
      compileKinds(builtinKinds, vocabularies.kubernetes, minor).find(({ gvr }) => gvr.resource === resource)!,
    );

  it('is true for kinds with desired state', () =>
    expect([counts('deployments'), counts('configmaps'), counts('csidrivers')]).toEqual([true, false, false]));

  it('is true for pods since release 1.33', () =>
    expect([counts('pods', 32), counts('pods', 33), counts('pods')]).toEqual([false, true, true]));
});
