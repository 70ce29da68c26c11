/** Stability class of a metric, and the release 1.x that deprecated it (B-394). */
export interface MetricLifecycle {
  readonly stability: 'ALPHA' | 'STABLE';
  readonly deprecated?: number;
}

/** Life cycle of metrics without another: they may change in any release. */
export const ALPHA_METRIC: MetricLifecycle = { stability: 'ALPHA' };
export const STABLE_METRIC: MetricLifecycle = { stability: 'STABLE' };

/** Releases from its deprecation in which a metric is still on the page by default (B-396). */
const RELEASES_SHOWN: Readonly<Record<MetricLifecycle['stability'], number>> = { ALPHA: 1, STABLE: 3 };

/**
 * State of a metric in release 1.`minor`: `hidden` ones are on the page only on request, for one release (B-399..B-401).
 */
export function metricState(
  { stability, deprecated }: MetricLifecycle,
  minor: number,
): 'current' | 'deprecated' | 'hidden' | 'deleted' {
  if (deprecated === undefined || minor < deprecated) return 'current';
  const hidden = deprecated + RELEASES_SHOWN[stability];
  if (minor < hidden) return 'deprecated';
  return minor === hidden ? 'hidden' : 'deleted';
}

/** Description with the stability class, and the deprecation once it applies (B-394, B-397). */
export function metricHelp(help: string, life: MetricLifecycle, minor: number): string {
  const since = metricState(life, minor) === 'current' ? '' : `(Deprecated from 1.${life.deprecated}) `;
  return `[${life.stability}] ${since}${help}`;
}
