import type { PolicyRule } from '@orch/api';
import { atOnce } from '@orch/apimachinery';
import type { RequestInfo } from '@orch/http';
import { WordSteps, wordsOf } from '../rule-words.js';

const ALL = '*';

/** The attributes of a request, in the terms of rules. Created once per decision. */
export interface RuleQuestion {
  readonly verb: string;
  readonly group: string;
  /** `pods`, or `pods/log` for a sub-resource. */
  readonly resource: string;
  /** The sub-resource of any resource, as in rules: the star, a slash, then `log`. Empty without a sub-resource. */
  readonly ofAnyResource: string;
  /** Empty for collections. */
  readonly name: string;
}

/** What a rule for resources allows. Undefined matches everything. */
interface RuleWords {
  readonly verbs: ReadonlySet<string> | undefined;
  readonly groups: ReadonlySet<string> | undefined;
  readonly resources: ReadonlySet<string> | undefined;
  readonly names: ReadonlySet<string> | undefined;
}

/** A compiled rule for resources. */
export interface ResourceMatcher extends RuleWords {
  /** Equal for rules with equal fields. */
  readonly signature: string;
  readonly rule: PolicyRule;
}

/** A compiled rule for paths. */
export interface PathMatcher {
  readonly verbs: ReadonlySet<string> | undefined;
  readonly exact: ReadonlySet<string>;
  /** Paths that ended with a star, without it. */
  readonly prefixes: readonly string[];
  readonly rule: PolicyRule;
}

/** The compiled rules of one role. */
export interface CompiledRules {
  readonly resources: readonly ResourceMatcher[];
  readonly paths: readonly PathMatcher[];
}

class CompiledRule implements ResourceMatcher {
  private written: string | undefined;

  constructor(
    readonly verbs: ReadonlySet<string> | undefined,
    readonly groups: ReadonlySet<string> | undefined,
    readonly resources: ReadonlySet<string> | undefined,
    readonly names: ReadonlySet<string> | undefined,
    readonly rule: PolicyRule,
  ) {}

  get signature(): string {
    const { verbs, apiGroups = [], resources = [], resourceNames = [] } = this.rule;
    return (this.written ??= JSON.stringify([verbs, apiGroups, resources, resourceNames]));
  }
}

/** Names of a rule that are read in one step. */
const NAMES_PER_STEP = 1_000;

/** The cost is that of the text: what a rule allows is never multiplied out. Source: D-080. */
export const compileRules = (rules: readonly PolicyRule[]): CompiledRules =>
  atOnce(compileRulesInSteps(rules, new WordSteps()));

/** As `compileRules`, in steps: a rule may have a hundred thousand names. */
export function* compileRulesInSteps(
  rules: readonly PolicyRule[],
  steps: WordSteps,
): Generator<undefined, CompiledRules> {
  const resources: ResourceMatcher[] = [];
  const paths: PathMatcher[] = [];
  const anyOf = setsOfWords();
  for (const rule of rules) {
    const { verbs = [], apiGroups = [], resources: named = [], resourceNames = [], nonResourceURLs = [] } = rule;
    yield* steps.before(wordsOf(rule) - resourceNames.length);
    if (named.length > 0) {
      const names = resourceNames.length === 0 ? undefined : yield* setOfNames(resourceNames, steps);
      resources.push(new CompiledRule(anyOf(verbs), anyOf(apiGroups), anyOf(named), names, rule));
    }
    if (nonResourceURLs.length > 0) {
      paths.push({
        verbs: anyOf(verbs),
        exact: new Set(nonResourceURLs),
        prefixes: nonResourceURLs.filter((url) => url.endsWith(ALL)).map(withoutStars),
        rule,
      });
    }
  }
  return { resources, paths };
}

function* setOfNames(names: readonly string[], steps: WordSteps): Generator<undefined, ReadonlySet<string>> {
  const set = new Set<string>();
  for (let at = 0; at < names.length; at += NAMES_PER_STEP) {
    const piece = names.slice(at, at + NAMES_PER_STEP);
    yield* steps.before(piece.length);
    for (const name of piece) set.add(name);
  }
  return set;
}

export function questionOf({ verb, group, resource, subresource, name }: RequestInfo): RuleQuestion {
  return subresource === ''
    ? { verb, group, resource, ofAnyResource: '', name }
    : { verb, group, resource: `${resource}/${subresource}`, ofAnyResource: `${ALL}/${subresource}`, name };
}

/**
 * Whether a rule allows a request on a resource. `pods` is not `pods/log` (D-082); a rule with names allows no request without a
 * name, such as a create (D-083).
 *
 * HOT PATH (bench: rbac): sets and comparisons only.
 */
export const allowsResource = (rule: RuleWords, q: RuleQuestion): boolean =>
  allowsSomeOf(rule, q) && (rule.names === undefined || rule.names.has(q.name));

/** Whether a rule allows a request on an object of the resource, whatever its name. */
export const allowsSomeOf = (rule: RuleWords, q: RuleQuestion): boolean =>
  (rule.resources === undefined ||
    rule.resources.has(q.resource) ||
    (q.ofAnyResource !== '' && rule.resources.has(q.ofAnyResource))) &&
  (rule.verbs === undefined || rule.verbs.has(q.verb)) &&
  (rule.groups === undefined || rule.groups.has(q.group));

/** Whether a rule allows a request on a non-resource path. Paths are compared as text: case and slashes are significant. */
export const allowsPath = (rule: PathMatcher, verb: string, path: string): boolean =>
  (rule.verbs === undefined || rule.verbs.has(verb)) &&
  (rule.exact.has(path) || rule.prefixes.some((prefix) => path.startsWith(prefix)));

/** Shares the sets of equal one-word lists: most rules have one group, and many have one verb. */
function setsOfWords(): (words: readonly string[]) => ReadonlySet<string> | undefined {
  const ofOne = new Map<string, ReadonlySet<string>>();
  return (words) => {
    if (words.includes(ALL)) return undefined;
    if (words.length !== 1) return new Set(words);
    let one = ofOne.get(words[0]!);
    if (!one) ofOne.set(words[0]!, (one = new Set(words)));
    return one;
  };
}

/** The URL without the stars at its end. */
export function withoutStars(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === ALL) end--;
  return url.slice(0, end);
}
