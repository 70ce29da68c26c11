import type { PolicyRule } from '@orch/api';

/** Words of rules that are read in one step: about a millisecond of work. */
export const STEP_WORDS = 5_000;

/** All words of a rule: what reading it costs. It may have a hundred thousand. */
export const wordsOf = ({
  verbs = [],
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: Partial<PolicyRule>): number =>
  verbs.length + apiGroups.length + resources.length + resourceNames.length + nonResourceURLs.length;
