import type { AggregationRule, FeatureGates, PolicyRule, RoleRef, Subject } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';

/** A role that every server has from its first start. */
export interface DefaultRole {
  readonly name: string;
  /** Undefined for a cluster role. */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly rules: readonly PolicyRule[];
  /** With it, the rules are aggregated from other roles. */
  readonly aggregationRule?: AggregationRule;
}

/** A binding of a default role, created at the first start. */
export interface DefaultBinding {
  readonly name: string;
  readonly namespace?: string;
  readonly role: Pick<RoleRef, 'kind' | 'name'>;
  readonly subjects: readonly Pick<Subject, 'kind' | 'name' | 'namespace'>[];
}

/** Roles and bindings of one area. */
export interface DefaultPolicy {
  readonly roles: readonly DefaultRole[];
  readonly bindings: readonly DefaultBinding[];
}

/** The defaults of one area, in the names of a vocabulary. Rights on what only some releases have depend on its feature. */
export type DefaultArea = (vocabulary: Vocabulary, features: FeatureGates) => DefaultPolicy;

export const READ: readonly string[] = ['get', 'list', 'watch'];
export const WRITE: readonly string[] = ['create', 'delete', 'deletecollection', 'patch', 'update'];
/** Reads and writes. */
export const ALL: readonly string[] = [...READ, ...WRITE].sort();
export const AUTHENTICATED = { kind: 'Group', name: 'system:authenticated' } as const;
export const UNAUTHENTICATED = { kind: 'Group', name: 'system:unauthenticated' } as const;

/** Each of the words is a list, separated by spaces; the core group is the empty word. All but READ and WRITE are sorted, as roles are stored. */
export function allow(verbs: string | readonly string[], group: string, resources: string, names = ''): PolicyRule {
  return {
    verbs: typeof verbs === 'string' ? words(verbs) : [...verbs],
    apiGroups: words(group),
    resources: words(resources),
    ...(names === '' ? {} : { resourceNames: words(names) }),
  };
}

const words = (text: string): string[] => text.split(' ').toSorted();

/** A permission on non-resource paths. */
export const allowPaths = (verbs: string, ...nonResourceURLs: string[]): PolicyRule => ({
  verbs: words(verbs),
  nonResourceURLs: nonResourceURLs.toSorted(),
});

export const user = (name: string): Subject => ({ kind: 'User', name });
export const group = (name: string): Subject => ({ kind: 'Group', name });
export const account = (namespace: string, name: string): Subject => ({ kind: 'ServiceAccount', name, namespace });

/** A binding for the whole cluster, by default named like its role. */
export const bind = (role: string, subjects: DefaultBinding['subjects'], name = role): DefaultBinding => ({
  name,
  role: { kind: 'ClusterRole', name: role },
  subjects,
});

/** A binding of a namespaced role, in its namespace. */
export const bindIn = (
  namespace: string,
  role: string,
  subjects: DefaultBinding['subjects'],
  name = role,
): DefaultBinding => ({ name, namespace, role: { kind: 'Role', name: role }, subjects });
