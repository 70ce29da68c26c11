import type { AdmissionOperation } from '@orch/registry';

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

/** What rules are compared with. */
export interface RuleTarget {
  readonly operation: AdmissionOperation;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty: the resource itself. */
  readonly subresource: string;
  readonly name: string;
  /** Whether objects of the resource are in a namespace. A Namespace is not. */
  readonly isNamespaced: boolean;
}

/** B-195 to B-207. */
export const matchesRule = (rule: MatchRule, target: RuleTarget): boolean =>
  matchesScope(rule.scope, target.isNamespaced) &&
  includes(rule.operations, target.operation) &&
  includes(rule.apiGroups, target.group) &&
  includes(rule.apiVersions, target.version) &&
  (rule.resources ?? []).some((resource) => matchesResource(resource, target)) &&
  matchesName(rule.resourceNames, target.name);

const includes = (items: readonly string[] | null | undefined, wanted: string): boolean =>
  items?.some((item) => item === '*' || item === wanted) ?? false;

const matchesName = (names: MatchRule['resourceNames'], name: string): boolean =>
  !names || names.length === 0 || names.includes(name);

const matchesScope = (scope: MatchRule['scope'], isNamespaced: boolean): boolean =>
  scope === undefined || scope === null || scope === '*' || scope === (isNamespaced ? 'Namespaced' : 'Cluster');

/** `pods`, `pods/status`, `pods/*`, `*`, all `status` and so on: without a slash, sub-resources do not match. */
function matchesResource(pattern: string, { resource, subresource }: RuleTarget): boolean {
  const slash = pattern.indexOf('/');
  const [main, sub] = slash < 0 ? [pattern, ''] : [pattern.slice(0, slash), pattern.slice(slash + 1)];
  return (main === '*' || main === resource) && (sub === '*' || sub === subresource);
}
