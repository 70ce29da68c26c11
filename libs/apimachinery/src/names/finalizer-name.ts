/** Finalizers of the garbage collector, the only ones without a domain. */
export const ORPHAN_FINALIZER = 'orphan';
export const FOREGROUND_FINALIZER = 'foregroundDeletion';

/** Whether a finalizer has a domain, or is one of the garbage collector's (C-102). */
export const isKnownFinalizer = (name: string): boolean =>
  name.includes('/') || name === ORPHAN_FINALIZER || name === FOREGROUND_FINALIZER;
