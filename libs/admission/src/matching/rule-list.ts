import type { ResourceDefinition } from '@orch/api';
import type { UnreadAttributes, WriteKind } from '@orch/registry';
import type { EquivalentResource, EquivalentVersions, OrderedVersion } from './equivalent-versions.js';
import { OWN_VERSION, type MatchedVersion } from './matched-version.js';
import { includes, matchesResource, wordsOf, type MatchRule, type RuleTarget } from './rule-match.js';
import type { StepWork } from './step-work.js';

/** Lists of fewer words are compared again for each request: to keep their results would take more memory than the list. */
const KEPT_WORDS = 256;
/** Names that are compared in the time of one other word. */
const NAMES_PER_WORD = 8;

/** What rules say about the writes of one kind. */
interface Outcome {
  /** For the objects of these names, in the order of the rules. */
  readonly named: readonly { readonly names: readonly string[]; readonly matched: MatchedVersion }[];
  /** For all others. */
  readonly others: MatchedVersion | undefined;
}

/**
 * The rules of a webhook, a policy or a binding. The work of a comparison grows with their text, whatever the number of served versions, and is
 * done in steps. Results of long lists are kept as long as the definition of the resource.
 */
export class RuleList {
  private readonly rules: readonly MatchRule[];
  private readonly kept: WeakMap<ResourceDefinition, Map<string, Outcome>> | undefined;

  /** @param takesEquivalent whether a rule for another version of the resource matches too (B-214, B-215). */
  constructor(
    rules: readonly MatchRule[] | null | undefined,
    private readonly takesEquivalent: boolean,
  ) {
    this.rules = rules ?? [];
    const words = this.rules.reduce((sum, rule) => sum + wordsOf(rule), 0);
    this.kept = words < KEPT_WORDS ? undefined : new WeakMap();
  }

  get isEmpty(): boolean {
    return this.rules.length === 0;
  }

  /** The version of the resource of a write that a rule names; earlier rules first. Undefined: none. Reads no objects. */
  *match(
    attributes: UnreadAttributes,
    versions: EquivalentVersions,
    work: StepWork,
  ): Generator<undefined, MatchedVersion | undefined> {
    if (this.isEmpty) return undefined;
    const outcome = yield* this.outcome(attributes, versions, work);
    for (const { names, matched } of outcome.named) {
      if (work.add(1 + names.length / NAMES_PER_WORD)) yield;
      if (names.includes(attributes.name)) return matched;
    }
    return outcome.others;
  }

  /** Which objects of the resource of a write the rules name, for its operation. Reads no objects. */
  *reach(
    attributes: WriteKind,
    versions: EquivalentVersions,
    work: StepWork,
  ): Generator<undefined, 'all' | 'some' | 'none'> {
    if (this.isEmpty) return 'none';
    const { named, others } = yield* this.outcome(attributes, versions, work);
    if (others) return 'all';
    return named.length > 0 ? 'some' : 'none';
  }

  /** The version in which they match objects of every name. Undefined: none, or another one for some names. Reads no objects. */
  *versionOfAll(
    attributes: WriteKind,
    versions: EquivalentVersions,
    work: StepWork,
  ): Generator<undefined, MatchedVersion | undefined> {
    const { named, others } = yield* this.outcome(attributes, versions, work);
    return named.length === 0 ? others : undefined;
  }

  private *outcome(attributes: WriteKind, versions: EquivalentVersions, work: StepWork): Generator<undefined, Outcome> {
    const { definition, operation, subresource } = attributes;
    const key = subresource === '' ? operation : `${operation} ${subresource}`;
    let outcome = this.kept?.get(definition)?.get(key);
    if (!outcome) {
      outcome = yield* this.find(attributes, versions, work);
      this.keep(definition, key, outcome);
    }
    return outcome;
  }

  private keep(definition: ResourceDefinition, key: string, outcome: Outcome): void {
    if (!this.kept) return;
    const known = this.kept.get(definition);
    if (known) known.set(key, outcome);
    else this.kept.set(definition, new Map([[key, outcome]]));
  }

  private *find(attributes: WriteKind, versions: EquivalentVersions, work: StepWork): Generator<undefined, Outcome> {
    const { definition } = attributes;
    const named: Outcome['named'][number][] = [];
    const own = targetOf(attributes, definition.gvr);
    for (const rule of this.rules) {
      if (work.add(rule.apiVersions?.length ?? 0)) yield;
      if (!includes(rule.apiVersions, definition.gvr.version)) continue;
      if (!(yield* matchesResource(rule, own, work))) continue;
      if (isAboutAll(rule)) return { named: [], others: OWN_VERSION };
      named.push({ names: rule.resourceNames!, matched: OWN_VERSION });
    }
    const others = this.takesEquivalent ? versions.of(definition) : [];
    if (others.length === 0) return { named, others: undefined };
    for (const rule of this.rules) {
      const matched = yield* equivalentOf(rule, others, attributes, work);
      if (!matched) continue;
      if (isAboutAll(rule)) return { named, others: matched };
      named.push({ names: rule.resourceNames!, matched });
    }
    return { named, others: undefined };
  }
}

const isAboutAll = ({ resourceNames }: MatchRule): boolean => !resourceNames || resourceNames.length === 0;

/** The first other version that a rule names. */
function* equivalentOf(
  rule: MatchRule,
  resources: readonly EquivalentResource[],
  attributes: WriteKind,
  work: StepWork,
): Generator<undefined, MatchedVersion | undefined> {
  let first: OrderedVersion | undefined;
  for (const resource of resources) {
    if (!(yield* matchesResource(rule, targetOf(attributes, resource), work))) continue;
    for (const version of rule.apiVersions ?? []) {
      if (work.add(1)) yield;
      const found = version === '*' ? resource.first : resource.versions.get(version);
      if (found && (!first || found.place < first.place)) first = found;
    }
  }
  return first && { equivalent: first.equivalent };
}

const targetOf = (
  { operation, subresource, definition: { declaration } }: WriteKind,
  { group, resource }: Pick<EquivalentResource, 'group' | 'resource'>,
): RuleTarget => ({ operation, group, resource, subresource, isNamespaced: declaration.namespaced });
