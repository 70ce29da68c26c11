import { ComparisonBudget } from '../pod/comparison-budget.js';
import { overlapWarnings } from './overlapping-paths.js';
import type { Volume } from './volume.js';

const item = (path: string) => ({ key: path, path });
const of = (volume: object): string[] => overlapWarnings({ name: 'v', ...volume } as Volume, new ComparisonBudget());

describe('paths that hide each other in a volume', () => {
  it('the same path, and a path below another, either way', () =>
    expect(of({ configMap: { name: 'm', items: [item('a'), item('b'), item('a'), item('a/c')] } })).toEqual([
      'volume "v" (ConfigMap "m"): overlapping paths: "a" with "a"',
      'volume "v" (ConfigMap "m"): overlapping paths: "a/c" with "a"',
      'volume "v" (ConfigMap "m"): overlapping paths: "a/c" with "a"',
    ]));
  it('not a path that only begins like another', () =>
    expect(of({ secret: { secretName: 's', items: [item('a'), item('ab')] } })).toEqual([]));
  it('of the downward API', () =>
    expect(of({ downwardAPI: { items: [{ path: 'p/q' }, { path: 'p' }] } })).toEqual([
      'volume "v" (DownwardAPI): overlapping paths: "p" with "p/q"',
    ]));
  it('of several sources, by name', () =>
    expect(
      of({
        projected: {
          sources: [{ serviceAccountToken: { path: 't' } }, { clusterTrustBundle: { signerName: 'a/b', path: 't/u' } }],
        },
      }),
    ).toEqual([
      'volume "v" (Projected): overlapping paths: "t/u" (ClusterTrustBundle "a/b") with "t" (ServiceAccountToken)',
    ]));
  it('of a source without a list: as the one before it', () =>
    expect(
      of({ projected: { sources: [{ configMap: { name: 'm', items: [item('a')] } }, { secret: { name: 's' } }] } }),
    ).toEqual(['volume "v" (Projected): overlapping paths: "a" (ConfigMap "m") with "a" (ConfigMap "m")']));
  it('a source of nothing', () =>
    expect(of({ projected: { sources: [{}] } })).toEqual(['volume "v" (Projected) has no sources provided']));
  it('are compared up to a bound, however many files and repeated sources there are', () => {
    const items = Array.from({ length: 250 }, (_, n) => item(`a${n}`));
    const sources = [
      { secret: { name: 's', items } },
      ...Array.from({ length: 250 }, () => ({ secret: { name: 's' } })),
    ];
    expect(of({ projected: { sources } })).toEqual([]);
    const equal = of({ secret: { secretName: 's', items: Array.from({ length: 3_000 }, () => item('a')) } });
    expect(equal).toHaveLength(2_000);
  });

  it('hold no more than the beginning of long names and paths', () => {
    const long = 'k'.repeat(100_000);
    const sources = [{ configMap: { name: long, items: [item(long), item(`${long}/b`)] } }];
    const texts = [
      ...of({ projected: { sources } }),
      ...of({ configMap: { name: long, items: [item('a'), item('a')] } }),
    ];
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text.length).toBeLessThan(5_000);
  });
});
