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

/** Divides work on rules into steps by their words. */
export class WordSteps {
  private words = 0;

  /** @param most words of a step. Default: `STEP_WORDS`. */
  constructor(private readonly most = STEP_WORDS) {}

  /** Before that many words are read: a new step where this one would have too many. */
  *before(words: number): Generator<undefined, void> {
    this.words += words;
    if (this.words <= this.most) return;
    yield;
    this.words = words;
  }
}
