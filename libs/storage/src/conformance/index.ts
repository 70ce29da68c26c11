export { storageConformance, type ConformanceOptions } from './storage-conformance.js';
export type { ConformanceStore, OpenStore } from './conformance-store.js';
