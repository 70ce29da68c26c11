import { componentRights } from './component-roles.js';
import { controllerRights } from './controller-roles.js';
import type { DefaultArea } from './default-role.js';
import { namespaceRights } from './namespace-rights.js';
import { nodeRights } from './node-roles.js';
import { publicRights } from './public-rights.js';
import { userFacingRights } from './user-facing-roles.js';

const AREAS: readonly DefaultArea[] = [
  publicRights,
  userFacingRights,
  nodeRights,
  componentRights,
  controllerRights,
  namespaceRights,
];

/** All roles and bindings that a server has from its first start. A new area is one line above. Source: D-090..D-101. */
export const defaultRights: DefaultArea = (vocabulary) => {
  const areas = AREAS.map((area) => area(vocabulary));
  return { roles: areas.flatMap(({ roles }) => roles), bindings: areas.flatMap(({ bindings }) => bindings) };
};
