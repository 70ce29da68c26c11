import { AGE_COLUMN, column, NAME_COLUMN, WIDE } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import type { PrinterColumn } from '../../../definition/printer-column.js';
import { roleBindingDefaults } from './role-binding.defaults.js';
import { clusterRoleBindingStrategy, roleBindingStrategy } from './role-binding.strategy.js';
import { ClusterRoleBinding, RoleBinding } from './role-binding.types.js';

const subjectsOf = (name: string, kind: string, description: string): PrinterColumn =>
  column<RoleBinding>({ name, type: 'string', description, priority: WIDE }, ({ subjects = [] }) =>
    subjects
      .filter((subject) => subject.kind === kind)
      .map((subject) => (kind === 'ServiceAccount' ? `${subject.namespace ?? ''}/${subject.name}` : subject.name))
      .join(', '),
  );

/** @param kind as the descriptions name it. */
const columnsOf = (kind: string): readonly PrinterColumn[] => [
  NAME_COLUMN,
  column<RoleBinding>(
    { name: 'Role', type: 'string', description: 'Kind and name of the role.' },
    ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`,
  ),
  AGE_COLUMN,
  subjectsOf('Users', 'User', `Users in the ${kind}`),
  subjectsOf('Groups', 'Group', `Groups in the ${kind}`),
  subjectsOf('ServiceAccounts', 'ServiceAccount', `ServiceAccounts in the ${kind}`),
];

export const roleBindingKind: KindDeclaration = {
  type: RoleBinding,
  group: 'rbac',
  version: 'v1',
  kind: 'RoleBinding',
  resource: 'rolebindings',
  singular: 'rolebinding',
  namespaced: true,
  nameRule: 'path-segment',
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  columns: columnsOf('roleBinding'),
  defaults: roleBindingDefaults,
  strategy: roleBindingStrategy,
};

export const clusterRoleBindingKind: KindDeclaration = {
  type: ClusterRoleBinding,
  group: 'rbac',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  resource: 'clusterrolebindings',
  singular: 'clusterrolebinding',
  namespaced: false,
  nameRule: 'path-segment',
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  columns: columnsOf('clusterRoleBinding'),
  defaults: roleBindingDefaults,
  strategy: clusterRoleBindingStrategy,
};
