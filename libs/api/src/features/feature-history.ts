/** How far a feature has come. `deprecated`: on its way out without ever having become general. */
export type FeatureStage = 'alpha' | 'beta' | 'ga' | 'deprecated' | 'removed';

/** Releases 1.x in which a gate reached its stages. */
export interface FeatureHistory {
  readonly alpha?: number;
  readonly beta?: number;
  /** First release in which it is on without being asked for. Default: the one that made it beta, or general. */
  readonly on?: number;
  readonly ga?: number;
  readonly deprecated?: number;
  /** First release that does not know the gate any more. Default: the third after it became general (B-389). */
  readonly removed?: number;
}

const RELEASES_AFTER_GA = 3;

/** What a gate is in release 1.`minor`; undefined before it came. */
export function stageIn(history: FeatureHistory, minor: number): FeatureStage | undefined {
  const { alpha, beta, ga, deprecated } = history;
  const removed = history.removed ?? (ga === undefined ? undefined : ga + RELEASES_AFTER_GA);
  if (reached(removed, minor)) return 'removed';
  if (reached(deprecated, minor)) return 'deprecated';
  if (reached(ga, minor)) return 'ga';
  if (reached(beta, minor)) return 'beta';
  return reached(alpha, minor) ? 'alpha' : undefined;
}

/** Whether a gate is on in release 1.`minor` when nobody sets it. A general feature stays on when its gate goes. */
export function onByDefault(history: FeatureHistory, minor: number): boolean {
  const stage = stageIn(history, minor);
  if (stage === 'ga') return true;
  if (stage === 'removed') return history.ga !== undefined;
  return stage === 'beta' && reached(history.on ?? history.beta, minor);
}

const reached = (release: number | undefined, minor: number): boolean => release !== undefined && minor >= release;
