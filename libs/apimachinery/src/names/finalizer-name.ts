import { validateQualifiedName } from './qualified-name.js';

/** Finalizers of the garbage collector, which alone have no domain. */
export const ORPHAN_FINALIZER = 'orphan';
export const FOREGROUND_FINALIZER = 'foregroundDeletion';

/** What is wrong with the name of a finalizer on an object's metadata (C-102); empty when it is fine. */
export function validateFinalizerName(name: string): string[] {
  const faults = validateQualifiedName(name);
  if (faults.length > 0 || name.includes('/')) return faults;
  if (name === ORPHAN_FINALIZER || name === FOREGROUND_FINALIZER) return [];
  return ['name is neither a standard finalizer name nor is it fully qualified'];
}
