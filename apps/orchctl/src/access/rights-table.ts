import { textTable } from '../printing/text-table.js';
import { qualifiedName } from '../resources/resource-catalog.js';
import type { PolicyRule } from './policy-rule.js';
import { ruleOf, singleRights } from './single-rights.js';

const HEADER = ['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs'];

/** All permissions of a user, a line for each resource and path. */
export function rightsTable(rules: readonly PolicyRule[], withHeader: boolean): string {
  const lines = singleRights(rules)
    .map(ruleOf)
    .map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) => [
      resourceText(apiGroups?.[0], resources?.[0]),
      list(nonResourceURLs),
      list(resourceNames),
      list(verbs),
    ])
    .toSorted((a, b) => compare(a[3], b[3]) || compare(a[0], b[0]) || compare(a[1], b[1]));
  return textTable(withHeader ? HEADER : undefined, lines);
}

/** `deployments.apps/scale`: the group is written before the sub-resource. */
function resourceText(group = '', resource = ''): string {
  if (resource === '') return '';
  const [name = '', ...subresource] = resource.split('/');
  return [qualifiedName({ group }, name), ...subresource].join('/');
}

const list = (words?: readonly string[] | null): string => `[${(words ?? []).join(' ')}]`;

const compare = (a = '', b = ''): number => (a < b ? -1 : Number(a > b));
