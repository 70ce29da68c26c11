/** Stage of a feature. `deprecated`: will be removed without having become general. */
export type FeatureStage = 'alpha' | 'beta' | 'ga' | 'deprecated' | 'removed';

/** Releases 1.x in which a gate reached each stage. */
export interface FeatureHistory {
  readonly alpha?: number;
  readonly beta?: number;
  /** First release in which it is enabled by default. Default: the one that made it beta, or general. */
  readonly on?: number;
  /** Releases in which it was disabled again by default. */
  readonly offAgain?: readonly number[];
  readonly ga?: number;
  readonly deprecated?: number;
  /** First release without the gate. Default: the third after it became general (B-389). */
  readonly removed?: number;
}

const RELEASES_AFTER_GA = 3;

/** Stage of a gate in release 1.`minor`; undefined before it was added. */
export function stageIn(history: FeatureHistory, minor: number): FeatureStage | undefined {
  const { alpha, beta, ga, deprecated } = history;
  const removed = history.removed ?? (ga === undefined ? undefined : ga + RELEASES_AFTER_GA);
  if (reached(removed, minor)) return 'removed';
  if (reached(deprecated, minor)) return 'deprecated';
  if (reached(ga, minor)) return 'ga';
  if (reached(beta, minor)) return 'beta';
  return reached(alpha, minor) ? 'alpha' : undefined;
}

/**
 * Whether a gate is enabled by default in release 1.`minor`. A general feature stays enabled after its gate is removed, unless
 * it was deprecated before.
 */
export function onByDefault(history: FeatureHistory, minor: number): boolean {
  const stage = stageIn(history, minor);
  if (stage === 'ga') return true;
  if (stage === 'removed') return history.ga !== undefined && history.deprecated === undefined;
  return stage === 'beta' && reached(history.on ?? history.beta, minor) && !history.offAgain?.includes(minor);
}

const reached = (release: number | undefined, minor: number): boolean => release !== undefined && minor >= release;
