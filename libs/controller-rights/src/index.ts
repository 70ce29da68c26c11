export { builtinRights } from './builtin-rights.js';
export { controllerNames, type ControllerName } from './controller-names.js';
export {
  CONTROLLER_MANAGER,
  controllerAccount,
  controllerConfigPath,
  controllerGroups,
  controllerUser,
  managerLeaseName,
} from './controller-accounts.js';
export { controllerRoles, type ControllerRole } from './controller-roles.js';
export type { Calls, ControllerRights, Resources } from './rights.js';
