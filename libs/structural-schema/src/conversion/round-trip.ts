import { isPlainObject, type PlainObject } from '@orch/apimachinery';
import { EACH, type Step } from './version-path.js';

/** A value that a conversion and the way back lost or changed. */
export interface RoundTripLoss {
  readonly path: readonly Step[];
  readonly before: unknown;
  /** Undefined: lost. */
  readonly after: unknown;
}

/** Losses that are looked for. */
const MAX_LOSSES = 10;

/**
 * Values of an object that differ in one that was converted and back, or that it lacks. It may have more: defaults.
 * @param mayBeLost paths that rules give up; objects that hold nothing else may be lost with them, as may empty ones for which `isEmptyOk` holds.
 */
export function roundTripLosses(
  before: PlainObject,
  after: PlainObject,
  mayBeLost: (path: readonly Step[]) => boolean,
  isEmptyOk: (path: readonly Step[]) => boolean,
): readonly RoundTripLoss[] {
  const losses: RoundTripLoss[] = [];
  const compare = (one: unknown, other: unknown, path: readonly Step[]): void => {
    if (losses.length >= MAX_LOSSES || one === null || mayBeLost(path)) return;
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      one.forEach((item, at) => compare(item, other[at], [...path, EACH]));
    } else if (isPlainObject(one) && (isPlainObject(other) || other === undefined || other === null)) {
      const names = Object.keys(one);
      if (names.length === 0 && !isPlainObject(other) && !isEmptyOk(path))
        losses.push({ path, before: one, after: undefined });
      for (const name of names) {
        const member = isPlainObject(other) && Object.hasOwn(other, name) ? other[name] : undefined;
        compare(one[name], member, [...path, name]);
      }
    } else if (one !== other) losses.push({ path, before: one, after: other });
  };
  for (const name of Object.keys(before)) {
    if (name === 'apiVersion' || name === 'kind' || name === 'metadata') continue;
    compare(before[name], Object.hasOwn(after, name) ? after[name] : undefined, [name]);
  }
  return losses;
}
