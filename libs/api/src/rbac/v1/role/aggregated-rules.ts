import { labelSelectorFromObject } from '@orch/apimachinery';
import type { AggregationRule, ClusterRole, PolicyRule } from './role.types.js';

/**
 * The rules of a cluster role that gathers those of others: of every role that one of the selectors fits, in the order of the selectors,
 * then of names; equal rules once. The role itself gives nothing to itself. Source: D-087.
 */
export function aggregatedRules(
  name: string,
  { clusterRoleSelectors = [] }: AggregationRule,
  roles: readonly Pick<ClusterRole, 'metadata' | 'rules'>[],
): PolicyRule[] {
  const sorted = [...roles].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const rules = new Map<string, PolicyRule>();
  for (const selector of clusterRoleSelectors.map(labelSelectorFromObject)) {
    for (const role of sorted) {
      if (nameOf(role) === name || !selector.matches(role.metadata.labels ?? {})) continue;
      for (const rule of role.rules ?? []) rules.set(JSON.stringify(rule), rule);
    }
  }
  return [...rules.values()];
}

const nameOf = ({ metadata }: Pick<ClusterRole, 'metadata'>): string => metadata.name ?? '';
