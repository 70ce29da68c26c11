import { componentRoles } from './component-roles.js';
import { controllerRoles } from './controller-roles.js';
import type { DefaultArea } from './default-role.js';
import { namespaceRoles } from './namespace-roles.js';
import { nodeRoles } from './node-roles.js';
import { publicRoles } from './public-roles.js';
import { userFacingRoles } from './user-facing-roles.js';

const AREAS: readonly DefaultArea[] = [
  publicRoles,
  userFacingRoles,
  nodeRoles,
  componentRoles,
  controllerRoles,
  namespaceRoles,
];

/** All roles and bindings that a server has from its first start. A new area is one line above. Source: D-090..D-101. */
export const defaultRoles: DefaultArea = (vocabulary, features) => {
  const areas = AREAS.map((area) => area(vocabulary, features));
  return { roles: areas.flatMap(({ roles }) => roles), bindings: areas.flatMap(({ bindings }) => bindings) };
};
