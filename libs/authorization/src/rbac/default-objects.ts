import type { AggregationRule, FeatureGates, PolicyRule, RoleRef, Subject } from '@orch/api';
import { gathered, type ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { defaultRoles } from './defaults/default-roles.js';
import type { DefaultBinding, DefaultPolicy, DefaultRole } from './defaults/default-role.js';

/** All default roles and bindings, as they are stored at the first start. @param more in addition to those of every server. */
export function defaultObjects(
  vocabulary: Vocabulary,
  features: FeatureGates,
  more?: DefaultPolicy,
): { roles: RoleObject[]; bindings: BindingObject[] } {
  const { roles, bindings } = defaultRoles(vocabulary, features);
  const all = { roles: [...roles, ...(more?.roles ?? [])], bindings: [...bindings, ...(more?.bindings ?? [])] };
  return {
    roles: withGathered(all.roles.map((role) => roleObject(role, vocabulary))),
    bindings: all.bindings.map((binding) => bindingObject(binding, vocabulary)),
  };
}

/** A default role as it is stored. */
export type RoleObject = ApiObject & {
  readonly rules: readonly PolicyRule[];
  readonly aggregationRule?: AggregationRule;
};
/** A default binding as it is stored. */
export type BindingObject = ApiObject & { readonly roleRef: RoleRef; readonly subjects: readonly Subject[] };

function roleObject(
  { name, namespace, labels, rules, aggregationRule }: DefaultRole,
  vocabulary: Vocabulary,
): RoleObject {
  return {
    apiVersion: `${vocabulary.groups.rbac}/v1`,
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...marks(vocabulary, labels) },
    rules,
    ...(aggregationRule ? { aggregationRule } : {}),
  };
}

function bindingObject({ name, namespace, role, subjects }: DefaultBinding, vocabulary: Vocabulary): BindingObject {
  const apiGroup = vocabulary.groups.rbac;
  return {
    apiVersion: `${apiGroup}/v1`,
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...marks(vocabulary) },
    roleRef: { apiGroup, ...role },
    subjects: subjects.map((subject) =>
      subject.kind === 'ServiceAccount' ? { ...subject } : { apiGroup, ...subject },
    ),
  };
}

const marks = ({ labels: names, annotations }: Vocabulary, labels: DefaultRole['labels'] = {}) => ({
  labels: { [names.bootstrapping]: 'rbac-defaults', ...labels },
  annotations: { [annotations.roleAutoUpdate]: 'true' },
});

/** Adds the rules that aggregation will gather, so that they apply at once at the first start. */
function withGathered(all: readonly RoleObject[]): RoleObject[] {
  const gather = (from: readonly RoleObject[]): RoleObject[] =>
    from.map((role) => {
      const selectors = role.aggregationRule?.clusterRoleSelectors;
      if (!selectors) return role;
      const others = from.filter(({ metadata }) => metadata.name !== role.metadata.name);
      return { ...role, rules: gathered(selectors, others, ({ rules }) => rules) };
    });
  // Three levels: `admin` gathers `edit`, which gathers `view`.
  return gather(gather(gather(all)));
}
