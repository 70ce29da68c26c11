import type { UnreadAttributes, WriteKind } from '@orch/registry';
import type { EquivalentVersions } from '../matching/equivalent-versions.js';
import { OWN_VERSION, type MatchedVersion } from '../matching/matched-version.js';
import { RequestSelectors } from '../matching/request-selectors.js';
import { RuleList } from '../matching/rule-list.js';
import type { StepWork } from '../matching/step-work.js';
import type { MatchResources } from './policy-objects.js';

/** Requests that a policy or a binding is about. */
export class Scope {
  readonly selectors: RequestSelectors;
  private readonly rules: RuleList;
  private readonly excluded: RuleList;

  constructor(match: MatchResources) {
    const takesEquivalent = match.matchPolicy !== 'Exact';
    this.selectors = new RequestSelectors(match);
    this.rules = new RuleList(match.resourceRules, takesEquivalent);
    this.excluded = new RuleList(match.excludeResourceRules, takesEquivalent);
  }

  /** The version of the resource of a write that it is about; undefined: it is not about it. Without rules it is about all. Reads no objects. */
  *matchRules(
    attributes: UnreadAttributes,
    versions: EquivalentVersions,
    work: StepWork,
  ): Generator<undefined, MatchedVersion | undefined> {
    if (yield* this.excluded.match(attributes, versions, work)) return undefined;
    return this.rules.isEmpty ? OWN_VERSION : yield* this.rules.match(attributes, versions, work);
  }

  /** Whether it is about any object of the resource of a write. */
  *namesResource(attributes: WriteKind, versions: EquivalentVersions, work: StepWork): Generator<undefined, boolean> {
    if ((yield* this.excluded.reach(attributes, versions, work)) === 'all') return false;
    return this.rules.isEmpty || (yield* this.rules.reach(attributes, versions, work)) !== 'none';
  }
}
