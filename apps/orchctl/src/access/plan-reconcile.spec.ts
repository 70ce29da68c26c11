import { planReconcile, type ReconcileWish } from './plan-reconcile.js';
import type { RightsObject } from './rights-object.js';

const KEEP: ReconcileWish = { removeExtraPermissions: false, removeExtraSubjects: false, protection: 'x/autoupdate' };
const REMOVE: ReconcileWish = { ...KEEP, removeExtraPermissions: true, removeExtraSubjects: true };
const pods = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const nodes = { verbs: ['get'], apiGroups: [''], resources: ['nodes'] };
const role = (rules: RightsObject['rules'], metadata: object = {}): RightsObject => ({
  metadata: { name: 'r', ...metadata },
  rules: rules ?? [],
});
const jane = { kind: 'User', name: 'jane' };
const joe = { kind: 'User', name: 'joe' };
const binding = (subjects: RightsObject['subjects'], name = 'r'): RightsObject => ({
  metadata: { name: 'b' },
  roleRef: { kind: 'Role', name },
  subjects: subjects ?? [],
});
const sum = (...labels: string[]): RightsObject => ({
  ...role([pods]),
  aggregationRule: { clusterRoleSelectors: labels.map((label) => ({ matchLabels: { [label]: '1' } })) },
});

const rows: [string, RightsObject, RightsObject | undefined, ReconcileWish, string, object][] = [
  ['what is not there is made', role([pods]), undefined, KEEP, 'create', { rules: [pods] }],
  ['what is there stays', role([pods]), role([pods]), REMOVE, 'none', { rules: [pods] }],
  ['missing rules come behind', role([pods]), role([nodes]), KEEP, 'update', { rules: [nodes, pods] }],
  ['extra rules stay', role([pods]), role([nodes, pods]), KEEP, 'none', { rules: [nodes, pods] }],
  ['extra rules are removed when requested', role([pods]), role([nodes, pods]), REMOVE, 'update', { rules: [pods] }],
  ['a protected one stays', role([pods]), role([], { annotations: { 'x/autoupdate': 'false' } }), KEEP, 'protected', { rules: [] }],
  ['labels are set', role([], { labels: { a: '1' } }), role([], { labels: { b: '2' } }), KEEP, 'update', { metadata: { labels: { a: '1', b: '2' } } }],
  ['selectors are added, rules stay', sum('a'), sum('b'), KEEP, 'update', { rules: [pods], aggregationRule: sum('b', 'a').aggregationRule }],
  ['extra selectors are removed when requested', sum('a'), sum('b', 'a'), REMOVE, 'update', { aggregationRule: sum('a').aggregationRule }],
  ['the same selectors', sum('a'), sum('b', 'a'), KEEP, 'none', {}],
  ['missing subjects come behind', binding([jane]), binding([joe]), KEEP, 'update', { subjects: [joe, jane] }],
  ['extra subjects stay', binding([jane]), binding([joe, jane]), KEEP, 'none', {}],
  ['extra subjects are removed when requested', binding([jane]), binding([joe, jane]), REMOVE, 'update', { subjects: [jane] }],
  ['a binding of another role', binding([jane]), binding([jane], 'other'), KEEP, 'recreate', { roleRef: { name: 'r' } }],
]; // prettier-ignore
it.each(rows)('%s', (_name, wanted, existing, wish, action, object) => {
  const plan = planReconcile(wanted, existing, wish);
  expect(plan.action).toBe(action);
  expect(plan.object).toMatchObject(object);
});
