import { flagGroup } from '@orch/process';

/** Flags of the garbage collector. */
export const garbageCollectorFlags = flagGroup('Garbage collection', [
  {
    name: 'concurrent-gc-syncs',
    type: 'int',
    default: 20,
    min: 1,
    max: 1000,
    help: 'Concurrent reconciles of the garbage collector.',
  },
]);
