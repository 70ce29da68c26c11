import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { structVersion } from '../definition/struct-version.js';
import { clusterRoleBindingKind, roleBindingKind } from './v1/binding/role-binding.kinds.js';
import { clusterRoleKind, roleKind } from './v1/role/role.kinds.js';

const stored: readonly KindDeclaration[] = [roleKind, roleBindingKind, clusterRoleKind, clusterRoleBindingKind];
const structs = structVersion('rbac.v1', 'rbac.v1beta1', {
  structs: { Subject: { structType: undefined }, RoleRef: { structType: undefined } },
});

/** Roles and bindings (D-079); 1.22 removes the older version (D-253). */
export const rbacKinds: readonly KindDeclaration[] = [
  ...stored,
  ...stored.map((declaration) =>
    siblingVersion(declaration, {
      version: 'v1beta1',
      structs,
      lifecycle: {
        deprecated: 17,
        removed: 22,
        replacement: { group: 'rbac', version: 'v1', kind: declaration.kind },
      },
    }),
  ),
];
