import { fieldError, FieldPath, goString, goStruct, goValue, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { reportedTwice } from '../../../validation/reported-twice.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkName, requireName } from '../../../validation/names.js';
import type { RoleBinding, Subject } from './role-binding.types.js';

const ROLE_REF = FieldPath.of('roleRef');
const SUBJECTS = FieldPath.of('subjects');

const goRoleRef = goStruct('rbac.RoleRef', { apiGroup: goString, kind: goString, name: goString });

/** A binding in a namespace may grant a role of it, or a cluster role. */
export const roleBindingStrategy = (vocabulary: Vocabulary): Strategy<RoleBinding> =>
  bindingRules(vocabulary, ['Role', 'ClusterRole'], true);

/** A cluster role binding may reference a cluster role only. */
export const clusterRoleBindingStrategy = (vocabulary: Vocabulary): Strategy<RoleBinding> =>
  bindingRules(vocabulary, ['ClusterRole'], false);

function bindingRules(
  { groups }: Vocabulary,
  roleKinds: readonly string[],
  namespaced: boolean,
): Strategy<RoleBinding> {
  const group = groups.rbac;
  const validate = ({ roleRef, subjects = [] }: RoleBinding): FieldError[] => [
    ...inGroup(ROLE_REF, roleRef.apiGroup, group),
    ...(roleKinds.includes(roleRef.kind)
      ? []
      : [fieldError.notSupported(ROLE_REF.child('kind'), roleRef.kind ?? '', roleKinds)]),
    ...requireName(ROLE_REF.child('name'), roleRef.name, 'path-segment'),
    ...subjects.flatMap((subject, index) => validateSubject(SUBJECTS.index(index), subject, group, namespaced)),
  ];
  return {
    validateCreate: validate,
    validateUpdate: (binding, old) => [
      ...reportedTwice(validate(binding)),
      // Permission to bind depends on the role, so the role is immutable.
      ...(sameJson(binding.roleRef, old.roleRef)
        ? []
        : [fieldError.invalid(ROLE_REF, goValue(goRoleRef, binding.roleRef), 'cannot change roleRef')]),
    ],
  };
}

function validateSubject(path: FieldPath, subject: Subject, group: string, namespaced: boolean): FieldError[] {
  const { kind = '', name = '', apiGroup = '', namespace = '' } = subject;
  const named = name === '' ? [fieldError.required(path.child('name'))] : [];
  switch (kind) {
    case 'ServiceAccount':
      return [
        ...named,
        ...checkName(path.child('name'), name, 'dns-subdomain'),
        ...inGroup(path, apiGroup, ''),
        ...(!namespaced && namespace === '' ? [fieldError.required(path.child('namespace'))] : []),
      ];
    case 'User':
    case 'Group':
      return [...named, ...inGroup(path, apiGroup, group)];
    default:
      return [...named, fieldError.notSupported(path.child('kind'), kind, ['ServiceAccount', 'User', 'Group'])];
  }
}

const inGroup = (path: FieldPath, actual = '', wanted: string): FieldError[] =>
  actual === wanted ? [] : [fieldError.notSupported(path.child('apiGroup'), actual, [wanted])];
