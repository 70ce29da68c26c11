export { storageConformance } from './storage-conformance.js';
export type { ConformanceStore } from './conformance-store.js';
