export { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.js';
export { startTestRegistry, testWrite, type TestRegistry, type TestRegistryOptions } from './test-registry.js';
export { runOrch, type OrchProcess } from './orch-process.js';
export { clientFor, startControlPlane, type ControlPlaneOptions, type TestControlPlane } from './test-control-plane.js';
export { runCommand, type CommandResult } from './run-command.js';
export { untilGone, untilObject } from './until.js';
