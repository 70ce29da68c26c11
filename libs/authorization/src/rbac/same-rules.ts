import type { PolicyRule } from '@orch/api';

type Rules = readonly PolicyRule[] | undefined;
const WORDS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;

/** Whether two lists of rules are equal, including their order. */
export const sameRules = (a: Rules, b: Rules): boolean =>
  sameList(a, b, (one, other) => WORDS.every((field) => sameList(one[field], other[field], Object.is)));

function sameList<T>(
  a: readonly T[] | undefined,
  b: readonly T[] | undefined,
  isSame: (one: T, other: T) => boolean,
): boolean {
  if (!a || !b) return a === b;
  return a.length === b.length && a.every((one, at) => isSame(one, b[at]!));
}
