import type { ResourceDefinition } from '@orch/api';
import type { MatchRule } from '../../matching/rule-match.js';
import type { PolicySpec } from '../policy-objects.js';

/** Kinds that one rule is checked with: more of it are left out, with all later rules, as the reference server does. */
const MAX_KINDS_OF_RULE = 10;
/** Kinds that one policy is checked with: later rules are left out. */
const MAX_KINDS = 100;
/** Words of rules and served resources that are looked at for one policy: what follows is left out. Real policies stay far below. */
const MAX_WORK = 2_000_000;
/** The same in one step, some tenths of a millisecond. */
const STEP_WORK = 5_000;

/**
 * The kinds that the rules of a policy name, by group, version and kind. Rules with wildcards name none. Each rule is compared with the served
 * resources, so that the work grows with the text of the rules, not with their combinations.
 * @param served all served resources.
 */
export function* checkedKinds(
  { matchConstraints }: PolicySpec,
  served: Iterable<ResourceDefinition>,
): Generator<undefined, readonly ResourceDefinition[]> {
  const byName = new Map<string, ResourceDefinition[]>();
  for (const definition of served) {
    const known = byName.get(definition.gvr.resource);
    if (known) known.push(definition);
    else byName.set(definition.gvr.resource, [definition]);
  }
  const found = new Map<string, ResourceDefinition>();
  const work = new Work();
  for (const rule of matchConstraints?.resourceRules ?? []) {
    const named = yield* namedBy(rule, byName, work);
    for (const definition of named) found.set(kindText(definition), definition);
    if (named.length >= MAX_KINDS_OF_RULE || found.size >= MAX_KINDS || work.isUsedUp) break;
  }
  return [...found.values()].sort(byKind);
}

/** Work on one policy. */
class Work {
  private done = 0;
  private nextStep = STEP_WORK;

  /** Whether a step has ended. */
  add(amount: number): boolean {
    this.done += amount;
    if (this.done < this.nextStep) return false;
    this.nextStep = this.done + STEP_WORK;
    return true;
  }

  get isUsedUp(): boolean {
    return this.done >= MAX_WORK;
  }
}

/** The first definitions that a rule names, by group, version and resource. */
function* namedBy(
  { apiGroups, apiVersions, resources }: MatchRule,
  byName: ReadonlyMap<string, readonly ResourceDefinition[]>,
  work: Work,
): Generator<undefined, readonly ResourceDefinition[]> {
  const groups = yield* wordsOf(apiGroups, work);
  const versions = yield* wordsOf(apiVersions, work);
  if (groups.has('*') || versions.has('*')) return [];
  const first: Named[] = [];
  const seen = new Set<string>();
  for (const resource of resources ?? []) {
    if (work.add(1)) yield;
    if (work.isUsedUp) break;
    // A wildcard or a sub-resource does not name a resource.
    if (seen.has(resource)) continue;
    seen.add(resource);
    for (const definition of byName.get(resource) ?? []) {
      if (work.add(1)) yield;
      const { group, version } = definition.gvr;
      if (!versions.has(version)) continue;
      // Without a group, resources of that name in all groups, as the REST mapper of the reference finds them.
      if (groups.has('')) keepFirst(first, { group: '', definition });
      if (group !== '' && groups.has(group)) keepFirst(first, { group, definition });
    }
  }
  return first.map(({ definition }) => definition);
}

/** The different words of a list; one with a wildcard counts as `*`. */
function* wordsOf(list: readonly string[] | null | undefined, work: Work): Generator<undefined, ReadonlySet<string>> {
  const words = new Set<string>();
  for (const word of list ?? []) {
    if (work.add(1)) yield;
    if (work.isUsedUp) break;
    words.add(word.includes('*') ? '*' : word);
  }
  return words;
}

/** A definition with the group by which a rule names it. */
interface Named {
  readonly group: string;
  readonly definition: ResourceDefinition;
}

/** Inserts in order, and drops what is beyond the limit. */
function keepFirst(first: Named[], named: Named): void {
  let at = first.length;
  while (at > 0 && inOrder(named, first[at - 1]!) < 0) at--;
  first.splice(at, 0, named);
  if (first.length > MAX_KINDS_OF_RULE) first.pop();
}

function inOrder(a: Named, b: Named): number {
  const [of, to] = [a.definition.gvr, b.definition.gvr];
  return compare(a.group, b.group) || compare(of.version, to.version) || compare(of.resource, to.resource);
}

/** `apps/v1, Kind=Deployment`, as warnings show it. */
export const kindText = ({ gvk: { group, version, kind } }: ResourceDefinition): string =>
  `${group}/${version}, Kind=${kind}`;

const byKind = (a: ResourceDefinition, b: ResourceDefinition): number =>
  compare(a.gvk.group, b.gvk.group) || compare(a.gvk.version, b.gvk.version) || compare(a.gvk.kind, b.gvk.kind);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
