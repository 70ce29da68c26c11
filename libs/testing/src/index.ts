export { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.js';
export { startTestRegistry, testWrite, type TestRegistry, type TestRegistryOptions } from './test-registry.js';
