import { vocabularies } from '@orch/vocabulary';
import { builtinKinds } from '../kinds.js';
import { compileKinds } from './compile-kinds.js';
import { deprecationOf, isServed } from './lifecycle.js';

const served = (minor: number): ReadonlyMap<string, string | undefined> =>
  new Map(
    compileKinds(builtinKinds, vocabularies.kubernetes, minor).map((d) => [
      `${d.apiVersion}/${d.gvr.resource}`,
      d.deprecation,
    ]),
  );

describe('lifecycle of versions', () => {
  const rows: [id: string, path: string, lastMinor: number][] = [
    ['B-404', 'storage.k8s.io/v1beta1/csistoragecapacities', 26],
    ['B-485', 'coordination.k8s.io/v1beta1/leases', 21],
    ['D-239', 'flowcontrol.apiserver.k8s.io/v1beta2/prioritylevelconfigurations', 28],
    ['D-239', 'flowcontrol.apiserver.k8s.io/v1beta2/flowschemas', 28],
    ['D-239', 'flowcontrol.apiserver.k8s.io/v1beta3/prioritylevelconfigurations', 31],
    ['D-239', 'flowcontrol.apiserver.k8s.io/v1beta3/flowschemas', 31],
    ['D-253', 'storage.k8s.io/v1beta1/csidrivers', 21],
    ['D-253', 'storage.k8s.io/v1beta1/csinodes', 21],
    ['D-253', 'storage.k8s.io/v1beta1/storageclasses', 21],
    ['D-253', 'storage.k8s.io/v1beta1/volumeattachments', 21],
  ];
  for (const [id, path, last] of rows) {
    it(`${id} B-402 ${path} goes after 1.${last}`, () => {
      expect(served(last).has(path)).toBe(true);
      expect(served(last + 1).has(path)).toBe(false);
    });
  }

  it('B-378 removes no stable version', () => {
    for (const { kind, version, lifecycle } of builtinKinds) {
      if (/^v\d+$/.test(version)) expect([kind, lifecycle?.removed]).toEqual([kind, undefined]);
    }
  });

  it('B-362 a stable version that was served once is served by every later release', () => {
    for (let minor = 21; minor < 27; minor++) {
      const later = served(minor + 1);
      const missing = [...served(minor).keys()].filter((path) => !/v\d+(alpha|beta)/.test(path) && !later.has(path));
      expect(missing).toEqual([]);
    }
  });

  it('B-358 every removed beta has a replacement', () => {
    for (const { kind, version, lifecycle } of builtinKinds) {
      if (lifecycle?.removed !== undefined)
        expect([kind, version, lifecycle.replacement]).toEqual([kind, version, expect.anything()]);
    }
  });

  it('B-379 from the first warning on, three releases serve a beta', () => {
    for (const { kind, version, lifecycle } of builtinKinds) {
      if (lifecycle?.removed === undefined || !version.includes('beta')) continue;
      expect([kind, version, lifecycle.removed - lifecycle.deprecated!]).toEqual([kind, version, expect.any(Number)]);
      expect(lifecycle.removed - lifecycle.deprecated!).toBeGreaterThanOrEqual(3);
    }
  });

  it('a later release serves all versions of an earlier one, except removed ones', () => {
    for (let minor = 21; minor < 27; minor++) {
      const later = served(minor + 1);
      const gone = [...served(minor).keys()].filter((path) => !later.has(path));
      const declared = builtinKinds.filter((d) => d.lifecycle?.removed === minor + 1).length;
      expect(gone.length).toBe(declared);
      expect([...later.keys()].filter((path) => !served(minor).has(path))).toEqual([]);
    }
  });

  it('B-377 no version is deprecated in favour of a less stable one', () => {
    const stability = (version: string) => (version.includes('alpha') ? 0 : version.includes('beta') ? 1 : 2);
    for (const { version, lifecycle } of builtinKinds) {
      if (lifecycle?.replacement)
        expect(stability(lifecycle.replacement.version)).toBeGreaterThanOrEqual(stability(version));
    }
  });

  it('every replacement is served', () => {
    for (const { lifecycle } of builtinKinds) {
      const to = lifecycle?.replacement;
      if (to)
        expect(builtinKinds.some((d) => d.group === to.group && d.version === to.version && d.kind === to.kind)).toBe(
          true,
        );
    }
  });

  it('D-237 the warning names the deprecation, the removal and the replacement', () => {
    const path = 'storage.k8s.io/v1beta1/csistoragecapacities';
    expect(served(23).get(path)).toBeUndefined();
    expect(served(24).get(path)).toBe(
      'storage.k8s.io/v1beta1 CSIStorageCapacity is deprecated in v1.24+, unavailable in v1.27+; ' +
        'use storage.k8s.io/v1 CSIStorageCapacity',
    );
  });

  it('the warning of a version without removal and replacement names the deprecation only', () =>
    expect(
      deprecationOf(
        { ...builtinKinds[0]!, version: 'v1', kind: 'Old', lifecycle: { deprecated: 19 } },
        vocabularies.orch,
      ),
    ).toBe('v1 Old is deprecated in v1.19+'));

  it('an unknown release serves everything', () => expect(isServed({ removed: 22 }, undefined)).toBe(true));
});
