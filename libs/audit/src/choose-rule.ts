import type { UserInfo } from '@orch/api';
import type { RequestInfo } from '@orch/http';
import type { AuditPolicy, AuditRule, ResourceSelector } from './audit-policy.js';

/** The first rule that a request matches (D-191, D-192). Undefined: it is not recorded. */
export const chooseRule = ({ rules }: AuditPolicy, user: UserInfo, info: RequestInfo): AuditRule | undefined =>
  rules.find((rule) => matches(rule, user, info));

function matches(rule: AuditRule, user: UserInfo, info: RequestInfo): boolean {
  return (
    hasOrAll(rule.users, user.username) &&
    (rule.userGroups.length === 0 || user.groups.some((group) => rule.userGroups.includes(group))) &&
    hasOrAll(rule.verbs, info.verb) &&
    (info.isResource ? matchesResource(rule, info) : matchesPath(rule, info.path))
  );
}

const hasOrAll = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value);

function matchesResource(rule: AuditRule, info: RequestInfo): boolean {
  if (!hasOrAll(rule.namespaces, info.namespace)) return false;
  if (rule.resources.length === 0) return rule.nonResourceURLs.length === 0;
  return rule.resources.some((selector) => selects(selector, info));
}

function selects({ group, resources, resourceNames }: ResourceSelector, info: RequestInfo): boolean {
  if (group !== info.group || !hasOrAll(resourceNames, info.name)) return false;
  return resources.length === 0 || resources.some((resource) => names(resource, info));
}

/** `pods` does not match `pods/log`: sub-resources need their own rule. */
function names(selector: string, { resource, subresource }: RequestInfo): boolean {
  if (selector === '*') return true;
  const slash = selector.indexOf('/');
  if (slash < 0) return subresource === '' && selector === resource;
  const [own, below] = [selector.slice(0, slash), selector.slice(slash + 1)];
  return subresource !== '' && (own === '*' || own === resource) && (below === '*' || below === subresource);
}

function matchesPath(rule: AuditRule, path: string): boolean {
  if (rule.nonResourceURLs.length === 0) return rule.resources.length === 0 && rule.namespaces.length === 0;
  return rule.nonResourceURLs.some((url) => (url.endsWith('*') ? path.startsWith(url.slice(0, -1)) : path === url));
}
