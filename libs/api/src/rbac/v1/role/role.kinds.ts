import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { clusterRoleStrategy, roleStrategy } from './role.strategy.js';
import { ClusterRole, Role } from './role.types.js';

export const roleKind: KindDeclaration = {
  type: Role,
  group: 'rbac',
  version: 'v1',
  kind: 'Role',
  resource: 'roles',
  singular: 'role',
  namespaced: true,
  nameRule: 'path-segment',
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  strategy: roleStrategy,
};

export const clusterRoleKind: KindDeclaration = {
  type: ClusterRole,
  group: 'rbac',
  version: 'v1',
  kind: 'ClusterRole',
  resource: 'clusterroles',
  singular: 'clusterrole',
  namespaced: false,
  nameRule: 'path-segment',
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  strategy: clusterRoleStrategy,
};
