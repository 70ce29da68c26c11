import type { AdmissionOperation } from '@orch/registry';
import type { WebhookRule } from './registered-webhook.js';

/** What rules are compared with. */
export interface RuleTarget {
  readonly operation: AdmissionOperation;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty: the resource itself. */
  readonly subresource: string;
  /** Whether objects of the resource are in a namespace. A Namespace is not. */
  readonly isNamespaced: boolean;
}

/** B-195 to B-207. */
export const matchesRule = (rule: WebhookRule, target: RuleTarget): boolean =>
  matchesScope(rule.scope, target.isNamespaced) &&
  includes(rule.operations, target.operation) &&
  includes(rule.apiGroups, target.group) &&
  includes(rule.apiVersions, target.version) &&
  (rule.resources ?? []).some((resource) => matchesResource(resource, target));

const includes = (items: readonly string[] | null | undefined, wanted: string): boolean =>
  items?.some((item) => item === '*' || item === wanted) ?? false;

const matchesScope = (scope: WebhookRule['scope'], isNamespaced: boolean): boolean =>
  scope === undefined || scope === null || scope === '*' || scope === (isNamespaced ? 'Namespaced' : 'Cluster');

/** `pods`, `pods/status`, `pods/*`, `*`, all `status` and so on: without a slash, sub-resources do not match. */
function matchesResource(pattern: string, { resource, subresource }: RuleTarget): boolean {
  const slash = pattern.indexOf('/');
  const [main, sub] = slash < 0 ? [pattern, ''] : [pattern.slice(0, slash), pattern.slice(slash + 1)];
  return (main === '*' || main === resource) && (sub === '*' || sub === subresource);
}
