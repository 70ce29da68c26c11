import { builtinKinds, compileKinds } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { isTurnedOn, parseRuntimeConfig, runtimeConfigWarnings } from './runtime-config.js';

const vocabulary = vocabularies.kubernetes;
const servedIn = (minor: number, ...pairs: string[]): string[] => {
  const settings = parseRuntimeConfig(pairs, vocabulary);
  return compileKinds(builtinKinds, vocabulary, minor)
    .filter((definition) => isTurnedOn(settings, definition, minor))
    .map(({ apiVersion, gvr }) => `${apiVersion}/${gvr.resource}`);
};
const served = (...pairs: string[]): string[] => servedIn(21, ...pairs);
const versions = (paths: readonly string[]) => [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))))];
const stage = (stable: RegExp) => (version: string) => stable.test(version);

describe('--runtime-config', () => {
  it('B-353 B-366 by default alpha versions are off, and all stable ones are on', () => {
    const all = versions(served());
    expect(all.filter(stage(/alpha/))).toEqual([]);
    expect(all).toEqual(expect.arrayContaining(['v1', 'apps/v1', 'storage.k8s.io/v1', 'rbac.authorization.k8s.io/v1']));
  });

  it('B-352 B-356 B-361 names of versions show their stability', () => {
    for (const version of versions(served('api/all=true'))) expect(version).toMatch(/^(.+\/)?v\d+((alpha|beta)\d+)?$/);
  });

  it('B-357 beta versions are on where they were on from their first release', () =>
    expect(versions(served())).toEqual(expect.arrayContaining(['batch/v1beta1', 'storage.k8s.io/v1beta1'])));

  it('D-231 betas of later releases are off unless enabled', () => {
    const beta = 'networking.k8s.io/v1beta1';
    expect(servedIn(31)).not.toContain(`${beta}/servicecidrs`);
    expect(servedIn(31, `${beta}/servicecidrs=true`).filter((path) => path.startsWith(beta))).toEqual([
      `${beta}/servicecidrs`,
    ]);
    expect(versions(servedIn(31, 'api/beta=true'))).toContain(beta);
  });

  it('a version that came after the release is served only when it or its resource is named', () => {
    const later = 'autoscaling/v2';
    expect(versions(served())).not.toContain(later);
    for (const set of ['api/all=true', 'api/ga=true']) expect(versions(served(set))).not.toContain(later);
    expect(versions(served(`${later}=true`))).toContain(later);
    expect(served('storage.k8s.io/v1/csistoragecapacities=true')).toContain('storage.k8s.io/v1/csistoragecapacities');
    expect(versions(servedIn(23))).toContain(later);
  });

  it('B-367 pairs are combined, and the last of a repeated key is used', () => {
    const found = versions(served('batch/v1beta1=false', 'coordination.k8s.io/v1alpha2=true'));
    expect([found.includes('batch/v1beta1'), found.includes('coordination.k8s.io/v1alpha2')]).toEqual([false, true]);
    expect(versions(served('batch/v1=false', 'batch/v1=true'))).toContain('batch/v1');
  });

  it('B-368 a key alone means true', () =>
    expect(versions(served('certificates.k8s.io/v1alpha1'))).toContain('certificates.k8s.io/v1alpha1'));

  it('takes api/v1 for the core version', () => {
    expect(served('api/v1')).toEqual(served());
    expect(served('api/v1/componentstatuses=false')).toEqual(served('v1/componentstatuses=false'));
    expect(() => served('api/v1=false')).toThrow('v1 cannot be turned off');
    expect(() => served('api/v10')).toThrow('"api/v10" is not a version or resource');
  });

  it('B-370 disables one resource and no other', () => {
    const found = served('storage.k8s.io/v1beta1/csistoragecapacities=false');
    expect(found).not.toContain('storage.k8s.io/v1beta1/csistoragecapacities');
    expect(found).toContain('storage.k8s.io/v1beta1/csidrivers');
  });

  it('D-229 a version overrides a set, a resource overrides its version', () => {
    expect(versions(served('api/all=false', 'v1=true'))).toEqual(['v1']);
    expect(versions(served('api/ga=false', 'v1=true')).filter((v) => !/beta/.test(v))).toEqual(['v1']);
    expect(served('api/all=false', 'v1=true', 'batch/v1=false', 'batch/v1/jobs=true')).toContain('batch/v1/jobs');
    expect(versions(served('api/alpha=true')).some(stage(/alpha/))).toBe(true);
    expect(versions(served('api/beta=false')).some(stage(/beta/))).toBe(false);
  });

  it.each([
    'rbac.authorization.k8s.io/v1alpha1=true',
    'rbac.authorization.k8s.io/v1alpha1/roles=true',
    'apps/v1beta2=false',
    'internal.apiserver.k8s.io/v1alpha1',
    'imagepolicy.k8s.io/v1alpha1=true',
  ])('%s is taken, serves nothing more, and is in the log', (pair) => {
    expect(served(pair)).toEqual(served());
    expect(runtimeConfigWarnings(['v1', pair], vocabulary)).toEqual([
      `Setting --runtime-config=${pair} has no effect on this server.`,
    ]);
  });

  const refused = [
    ['rbac.authorization.k8s.io/v1alpha1=maybe', 'the value must be true or false'],
    ['rbac.authorization.k8s.io/v1alpha2', 'is not a version or resource that this server knows'],
    ['batch/v1=maybe', 'the value must be true or false'],
    ['batch/v99', 'is not a version or resource that this server knows'],
    ['batch/v1/cakes', 'is not a version or resource'],
    ['api/most', 'nor one of api/all, api/ga, api/beta, api/alpha'],
    ['v1=false', 'v1 cannot be turned off'],
    ['api/all=false', 'add v1=true'],
  ] as const;
  for (const [pair, text] of refused)
    it(`D-230 rejects ${pair}`, () => expect(() => parseRuntimeConfig([pair], vocabulary)).toThrow(text));
});
