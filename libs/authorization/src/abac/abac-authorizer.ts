import type { UserInfo } from '@orch/api';
import { type RequestInfo, ALLOWED, type Authorizer, NO_OPINION } from '@orch/http';
import type { RuleResolver } from '../user-rules.js';
import { ALL, type Policy } from './policy.js';

const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch', 'head']);

/** Mode ABAC: allows what one of the policies allows (D-074). Policies are indexed by user and group. */
export function abacAuthorizer(policies: readonly Policy[]): Authorizer & RuleResolver {
  const byUser = by(({ user }) => user, policies);
  const byGroup = by(
    ({ group }) => group,
    policies.filter(({ user }) => user === undefined),
  );
  const policiesOf = (user: UserInfo): readonly Policy[] => [
    ...(byUser.get(user.username) ?? []).filter(({ group }) => group === undefined || user.groups.includes(group)),
    ...[...new Set(user.groups)].flatMap((group) => byGroup.get(group) ?? []),
  ];
  return {
    neverDenies: true,
    decide: (user, info) => (policiesOf(user).some((policy) => allows(policy, info)) ? ALLOWED : NO_OPINION),
    rulesFor: (user, namespace) => {
      const found = policiesOf(user);
      return {
        resourceRules: found
          .filter((policy) => policy.resource !== '' && matches(policy.namespace, namespace))
          .map(({ readonly, apiGroup, resource }) => ({
            verbs: readonly ? ['get', 'list', 'watch'] : [ALL],
            apiGroups: [apiGroup],
            resources: [resource],
          })),
        nonResourceRules: found
          .filter(({ nonResourcePath }) => nonResourcePath !== '')
          .map(({ readonly, nonResourcePath }) => ({
            verbs: readonly ? ['get', 'head'] : [ALL],
            nonResourceURLs: [nonResourcePath],
          })),
        incomplete: false,
      };
    },
  };
}

function by(
  keyOf: (policy: Policy) => string | undefined,
  policies: readonly Policy[],
): ReadonlyMap<string, readonly Policy[]> {
  const found = new Map<string, Policy[]>();
  for (const policy of policies) {
    const key = keyOf(policy);
    if (key === undefined) continue;
    const others = found.get(key);
    if (others) others.push(policy);
    else found.set(key, [policy]);
  }
  return found;
}

/** A policy for a resource includes its sub-resources: policies have no sub-resources. */
function allows(policy: Policy, info: RequestInfo): boolean {
  if (policy.readonly && !READING.has(info.verb)) return false;
  if (!info.isResource) return matchesPath(policy.nonResourcePath, info.path);
  return (
    matches(policy.namespace, info.namespace) &&
    matches(policy.resource, info.resource) &&
    matches(policy.apiGroup, info.group)
  );
}

const matches = (rule: string, value: string): boolean => rule === ALL || rule === value;

const matchesPath = (rule: string, path: string): boolean =>
  rule.endsWith(ALL) ? path.startsWith(rule.slice(0, -1)) : rule !== '' && rule === path;
