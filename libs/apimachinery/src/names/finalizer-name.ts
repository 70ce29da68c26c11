import { validateQualifiedName } from './qualified-name.js';

/** Finalizers of the garbage collector, the only ones without a domain. */
export const ORPHAN_FINALIZER = 'orphan';
export const FOREGROUND_FINALIZER = 'foregroundDeletion';

/** Errors of a finalizer name in an object's metadata (C-102); empty when valid. */
export function validateFinalizerName(name: string): string[] {
  const faults = validateQualifiedName(name);
  if (faults.length > 0 || name.includes('/')) return faults;
  if (name === ORPHAN_FINALIZER || name === FOREGROUND_FINALIZER) return [];
  return ['name is neither a standard finalizer name nor is it fully qualified'];
}
