export { storageConformance } from './storage-conformance.js';
export { type ConformanceStore, conformanceStore } from './conformance-store.js';
