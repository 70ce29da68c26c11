import type { AdmissionOperation } from '@orch/registry';
import type { StepWork } from './step-work.js';

/** One rule of a webhook or a policy: every list must match, `*` matches all. */
export interface MatchRule {
  readonly operations?: readonly string[] | null;
  readonly apiGroups?: readonly string[] | null;
  readonly apiVersions?: readonly string[] | null;
  readonly resources?: readonly string[] | null;
  /** Names of objects. Empty: all. */
  readonly resourceNames?: readonly string[] | null;
  readonly scope?: string | null;
}

/** A resource that rules are compared with, in any version. */
export interface RuleTarget {
  readonly operation: AdmissionOperation;
  readonly group: string;
  readonly resource: string;
  /** Empty: the resource itself. */
  readonly subresource: string;
  /** Whether objects of the resource are in a namespace. A Namespace is not. */
  readonly isNamespaced: boolean;
}

/** Words of the lists of a rule, but for its names: what a comparison costs at most. */
export const wordsOf = ({ operations, apiGroups, apiVersions, resources }: MatchRule): number =>
  [operations, apiGroups, apiVersions, resources].reduce((sum, list) => sum + (list?.length ?? 0), 1);

/** Whether a rule names a resource, whatever the version and the name of the object. B-195 to B-207. */
export function* matchesResource(rule: MatchRule, target: RuleTarget, work: StepWork): Generator<undefined, boolean> {
  if (!matchesScope(rule.scope, target.isNamespaced)) return false;
  const isNamed = includes(rule.operations, target.operation) && includes(rule.apiGroups, target.group);
  if (work.add(1 + (rule.operations?.length ?? 0) + (rule.apiGroups?.length ?? 0))) yield;
  if (!isNamed) return false;
  for (const pattern of rule.resources ?? []) {
    if (matchesPattern(pattern, target)) return true;
    if (work.add(1)) yield;
  }
  return false;
}

/** Whether a list names a word, or all. */
export const includes = (items: readonly string[] | null | undefined, wanted: string): boolean =>
  items?.some((item) => item === '*' || item === wanted) ?? false;

const matchesScope = (scope: MatchRule['scope'], isNamespaced: boolean): boolean =>
  scope === undefined || scope === null || scope === '*' || scope === (isNamespaced ? 'Namespaced' : 'Cluster');

/** `pods`, `pods/status`, `pods/*`, `*`, all `status` and so on: without a slash, sub-resources do not match. */
function matchesPattern(pattern: string, { resource, subresource }: RuleTarget): boolean {
  const slash = pattern.indexOf('/');
  const [main, sub] = slash < 0 ? [pattern, ''] : [pattern.slice(0, slash), pattern.slice(slash + 1)];
  return (main === '*' || main === resource) && (sub === '*' || sub === subresource);
}
