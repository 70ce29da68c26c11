import { type ApiObject, at, listAt, textAt } from '../api/object';
import { allows, type ResourceRule } from '../api/rights';

/** What is asked: who may do any of the verbs with a resource. */
export interface Question {
  readonly verbs: readonly string[];
  readonly group: string;
  /** May name a subresource: `pods/log`. */
  readonly resource: string;
}

/** Roles and bindings, as far as the user may list them. */
export interface AccessRules {
  readonly roles: readonly ApiObject[];
  readonly clusterRoles: readonly ApiObject[];
  readonly roleBindings: readonly ApiObject[];
  readonly clusterRoleBindings: readonly ApiObject[];
}

/** One binding allows a subject something of what was asked. */
export interface Grant {
  readonly subject: { readonly kind: string; readonly name: string; readonly namespace: string };
  /** Those of the question that are allowed. */
  readonly verbs: readonly string[];
  /** Only for objects of these names; none: for all. */
  readonly names: readonly string[];
  readonly binding: { readonly name: string; readonly namespace: string };
  readonly role: { readonly kind: string; readonly name: string };
}

/** What the rules of a role allow of the question: one part without names, and one for each rule with names. */
function allowedBy(
  rules: readonly ResourceRule[],
  { verbs, group, resource }: Question,
): Pick<Grant, 'verbs' | 'names'>[] {
  const allowedOf = (some: readonly ResourceRule[]): string[] => {
    const rights = { rules: some.map((rule) => ({ ...rule, resourceNames: [] })), paths: [], isIncomplete: false };
    return verbs.filter((verb) => allows(rights, verb, group, resource));
  };
  const isNamed = ({ resourceNames }: ResourceRule): boolean => (resourceNames ?? []).length > 0;
  return [
    { verbs: allowedOf(rules.filter((rule) => !isNamed(rule))), names: [] },
    ...rules.filter(isNamed).map((rule) => ({ verbs: allowedOf([rule]), names: rule.resourceNames ?? [] })),
  ].filter((allowed) => allowed.verbs.length > 0);
}

/** The answer by RBAC: one entry for each subject, binding and set of names, those of namespaces first; a role that is not among the rules allows nothing. */
export function grantsOf(question: Question, rules: AccessRules): Grant[] {
  const allowed = new Map<string, Pick<Grant, 'verbs' | 'names'>[]>();
  for (const role of [...rules.roles, ...rules.clusterRoles]) {
    const key = `${role.metadata.namespace ?? ''}/${role.metadata.name}`;
    allowed.set(key, allowedBy(listAt(role, 'rules') as readonly ResourceRule[], question));
  }
  return [...rules.roleBindings, ...rules.clusterRoleBindings].flatMap((binding) => {
    const { name, namespace = '' } = binding.metadata;
    const reference = at(binding, 'roleRef');
    const role = { kind: textAt(reference, 'kind'), name: textAt(reference, 'name') };
    const parts = allowed.get(`${role.kind === 'ClusterRole' ? '' : namespace}/${role.name}`) ?? [];
    return listAt(binding, 'subjects').flatMap((entry) =>
      parts.map((part) => ({
        subject: {
          kind: textAt(entry, 'kind'),
          name: textAt(entry, 'name'),
          namespace: textAt(entry, 'namespace'),
        },
        ...part,
        binding: { name, namespace },
        role,
      })),
    );
  });
}
