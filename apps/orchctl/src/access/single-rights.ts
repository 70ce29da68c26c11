import type { PolicyRule } from './policy-rule.js';

/** Verbs on one resource of one group, under one name or under any; or verbs on one path. */
export interface SingleRight {
  readonly verbs: readonly string[];
  readonly group: string;
  /** Empty where there is a path. */
  readonly resource: string;
  /** Empty: any. */
  readonly name: string;
  /** Empty where there is a resource. */
  readonly path: string;
}

/** Splits rules into single permissions. Permissions on the same resource are merged, in order of first occurrence. */
export function singleRights(rules: readonly PolicyRule[]): readonly SingleRight[] {
  const byObject = new Map<string, SingleRight>();
  for (const right of rules.flatMap(partsOf)) {
    const key = JSON.stringify([right.group, right.resource, right.name, right.path]);
    const known = byObject.get(key);
    byObject.set(key, known ? { ...right, verbs: [...new Set([...known.verbs, ...right.verbs])] } : right);
  }
  return [...byObject.values()];
}

function partsOf(rule: PolicyRule): readonly SingleRight[] {
  // Servers write null for empty lists.
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const names = resourceNames?.length ? resourceNames : [''];
  return [
    ...(apiGroups ?? []).flatMap((group) =>
      (resources ?? []).flatMap((resource) =>
        names.map((name) => ({ verbs: verbs ?? [], group, resource, name, path: '' })),
      ),
    ),
    ...(nonResourceURLs ?? []).map((path) => ({ verbs: verbs ?? [], group: '', resource: '', name: '', path })),
  ];
}

/** The rule that grants exactly this permission. */
export const ruleOf = ({ verbs, group, resource, name, path }: SingleRight): PolicyRule =>
  path === ''
    ? { verbs, apiGroups: [group], resources: [resource], ...(name === '' ? {} : { resourceNames: [name] }) }
    : { verbs, nonResourceURLs: [path] };
