export type { ControllerEntry } from './controller-entry.js';
export { controllers } from './controllers.js';
export { controllerFleetGroups, controllerManagerGroups, controllerSelectionFlags } from './controller-flags.js';
export { runControllerManagerProcess, runControllerProcess } from './run-controller-process.js';
export { DEFAULT_CONTROLLERS, selectControllers } from './select-controllers.js';
