import { vocabularies } from '@orch/vocabulary';
import { builtinKinds } from '../kinds.js';
import { compileKinds } from './compile-kinds.js';
import type { KindDeclaration } from './kind-declaration.js';
import { deprecationOf, isIntroducedLater, isRemoved, withLifecycle } from './lifecycle.js';
import { RELEASE_DATES } from '../features/release-dates.fixture.js';
import { EMULATED_MINORS, NEWEST_MINOR } from '../features/releases.js';

/** Deprecation texts by path: what a release has, enabled or not. */
const served = (minor: number): ReadonlyMap<string, string | undefined> =>
  new Map(
    compileKinds(builtinKinds, vocabularies.kubernetes, minor)
      .filter(({ declaration }) => !isIntroducedLater(declaration.lifecycle, minor))
      .map((d) => [`${d.apiVersion}/${d.gvr.resource}`, d.deprecation]),
  );
const kinds = builtinKinds.map(withLifecycle);
const stability = (version: string) => (version.includes('alpha') ? 0 : version.includes('beta') ? 1 : 2);
const MONTH_MS = (365.25 * 24 * 3_600_000) / 12;
const monthsBetween = (from: number, to: number): number =>
  (Date.parse(RELEASE_DATES[to]!) - Date.parse(RELEASE_DATES[from]!)) / MONTH_MS;
/** Pairs of consecutive releases. */
const STEPS = EMULATED_MINORS.slice(1).map((minor) => [minor - 1, minor] as const);

describe('lifecycle of versions', () => {
  const rows: [id: string, path: string, lastMinor: number][] = [
    ['B-404', 'storage.k8s.io/v1beta1/csistoragecapacities', 26],
    ['B-475', 'certificates.k8s.io/v1beta1/certificatesigningrequests', 21],
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
    for (const { kind, version, lifecycle } of kinds) {
      if (/^v\d+$/.test(version)) expect([kind, lifecycle?.removed]).toEqual([kind, undefined]);
    }
  });

  it('B-362 a stable version that was served once is served by every later release', () => {
    for (const [minor, next] of STEPS) {
      const later = served(next);
      const missing = [...served(minor).keys()].filter((path) => !/v\d+(alpha|beta)/.test(path) && !later.has(path));
      expect(missing).toEqual([]);
    }
  });

  it('B-358 B-381 the release that removes a beta has another version of the kind, and so had the one before', () => {
    for (const { kind, group, version, lifecycle } of kinds) {
      const { removed } = lifecycle!;
      if (removed === undefined || removed > NEWEST_MINOR || !version.includes('beta')) continue;
      if (kind === 'PodSecurityPolicy') continue; // B-440: pod security admission takes its place
      const others = kinds.filter(
        (d) =>
          d.kind === kind &&
          (d.group === group || d.group === lifecycle!.replacement?.group) &&
          !isRemoved(d.lifecycle!, removed) &&
          !isIntroducedLater(d.lifecycle, removed - 1),
      );
      expect([group, version, kind, others.length]).not.toEqual([group, version, kind, 0]);
    }
  });

  it('B-381 all versions of a kind are stored in one form, which no release removes', () => {
    for (const { kind, version, conversion, lifecycle } of kinds) {
      if (typeof conversion !== 'object') continue;
      const { storedAs } = conversion;
      const stored = kinds.find(
        (d) => d.group === storedAs.group && d.version === storedAs.version && d.kind === storedAs.kind,
      )!;
      expect([kind, version, stored.conversion]).toEqual([kind, version, undefined]);
      const end = stored.lifecycle?.removed ?? Infinity;
      expect(end).toBeGreaterThanOrEqual(Math.min(lifecycle?.removed ?? Infinity, NEWEST_MINOR + 1));
    }
  });

  it('B-379 from the first warning on, three releases serve a beta', () => {
    for (const { kind, version, lifecycle } of kinds) {
      if (lifecycle?.removed === undefined || !version.includes('beta')) continue;
      expect([kind, version, lifecycle.removed - lifecycle.deprecated!]).toEqual([kind, version, expect.any(Number)]);
      expect(lifecycle.removed - lifecycle.deprecated!).toBeGreaterThanOrEqual(3);
      const isDated =
        RELEASE_DATES[lifecycle.deprecated!] !== undefined && RELEASE_DATES[lifecycle.removed] !== undefined;
      if (isDated) expect(monthsBetween(lifecycle.deprecated!, lifecycle.removed)).toBeGreaterThanOrEqual(9);
    }
  });

  it('B-383 a release comes about every four months', () => {
    expect(Object.keys(RELEASE_DATES).map(Number)).toEqual(EMULATED_MINORS);
    const months = STEPS.map(([minor, next]) => monthsBetween(minor, next));
    for (const gap of months) expect(Math.abs(gap - 4)).toBeLessThan(1);
  });

  it('a later release has all versions of an earlier one, except removed ones', () => {
    for (const [minor, next] of STEPS) {
      const [before, later] = [served(minor), served(next)];
      const gone = [...before.keys()].filter((path) => !later.has(path));
      const added = [...later.keys()].filter((path) => !before.has(path));
      expect(gone.length).toBe(kinds.filter((d) => d.lifecycle?.removed === next).length);
      expect(added.length).toBe(kinds.filter((d) => d.lifecycle?.introduced === next).length);
    }
  });

  it('B-375 B-376 B-377 no version is deprecated in favour of a less stable one', () => {
    for (const { version, lifecycle } of kinds) {
      if (lifecycle?.replacement)
        expect(stability(lifecycle.replacement.version)).toBeGreaterThanOrEqual(stability(version));
    }
  });

  it('B-375 a Warning of a beta may name a stable version, B-376 or a later beta', () => {
    expect(served(29).get('flowcontrol.apiserver.k8s.io/v1beta3/flowschemas')).toMatch(/v1 FlowSchema$/);
    expect(served(26).get('flowcontrol.apiserver.k8s.io/v1beta2/flowschemas')).toMatch(/v1beta3 FlowSchema$/);
    expect(served(21).get('storage.k8s.io/v1alpha1/csistoragecapacities')).toMatch(/v1beta1 CSIStorageCapacity$/);
  });

  it('B-354 B-380 an alpha version may be removed, without another version in its place', () => {
    const path = 'authentication.k8s.io/v1alpha1/selfsubjectreviews';
    expect([served(25).has(path), served(26).has(path), served(32).has(path)]).toEqual([false, true, false]);
  });

  it('every replacement is declared', () => {
    for (const { lifecycle } of kinds) {
      const to = lifecycle?.replacement;
      if (to)
        expect(builtinKinds.some((d) => d.group === to.group && d.version === to.version && d.kind === to.kind)).toBe(
          true,
        );
    }
  });

  it('a Warning names a replacement from the release that has it', () => {
    const path = 'storage.k8s.io/v1alpha1/volumeattributesclasses';
    expect(served(33).get(path)).toMatch(/unavailable in v1\.35\+$/);
    expect(served(34).get(path)).toMatch(/; use storage\.k8s\.io\/v1 VolumeAttributesClass$/);
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

  it('an unknown release has everything', () =>
    expect([isRemoved({ removed: 22 }), isIntroducedLater({ introduced: 22 })]).toEqual([false, false]));

  describe('of a declaration', () => {
    const declared = (version: string, lifecycle?: KindDeclaration['lifecycle']) =>
      withLifecycle({ ...builtinKinds[0]!, version, ...(lifecycle ? { lifecycle } : {}) }).lifecycle;

    it('three releases pass from introduction to deprecation and from there to removal of an alpha or beta version', () => {
      expect(declared('v1beta1', { introduced: 23 })).toEqual({
        introduced: 23,
        deprecated: 26,
        removed: 29,
        optIn: false,
      });
      expect(declared('v1alpha1', { introduced: 23, deprecated: 30 })).toMatchObject({ deprecated: 30, removed: 33 });
      expect(declared('v1', { introduced: 23 })).toEqual({ introduced: 23, optIn: false });
    });
    it('D-231 alpha versions, and betas from 1.24 on, are disabled by default', () => {
      expect(declared('v1alpha1')).toMatchObject({ optIn: true });
      expect(declared('v1beta1', { introduced: 24 })).toMatchObject({ optIn: true });
      expect(declared('v1beta1', { introduced: 26, optIn: false })).toMatchObject({ optIn: false });
    });
    it('a version came with the struct of its kind', () =>
      expect(kinds.find((d) => d.group === 'autoscaling' && d.version === 'v2')!.lifecycle).toMatchObject({
        introduced: 23,
      }));
  });
});
