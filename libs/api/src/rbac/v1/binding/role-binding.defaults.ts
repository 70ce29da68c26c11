import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { RoleBinding, RoleRef, Subject } from './role-binding.types.js';

const ROLE_SUBJECTS: ReadonlySet<string> = new Set(['User', 'Group']);

/** Default API group of roles, users and groups; service accounts are in the core group. */
export function roleBindingDefaults(object: ApiObject, { groups }: Vocabulary): ApiObject {
  const { roleRef, subjects } = object as Partial<RoleBinding>;
  return {
    ...object,
    ...(roleRef ? { roleRef: inGroup(roleRef, groups.rbac) } : {}),
    ...(subjects ? { subjects: subjects.map((s) => (ROLE_SUBJECTS.has(s.kind) ? inGroup(s, groups.rbac) : s)) } : {}),
  };
}

const inGroup = <T extends RoleRef | Subject>(ref: T, group: string): T =>
  ref.apiGroup ? ref : { ...ref, apiGroup: group };
