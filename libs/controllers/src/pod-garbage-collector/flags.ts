import { flagGroup } from '@orch/process';

/** Flags of the garbage collector of pods. */
export const podGarbageCollectorFlags = flagGroup('Garbage collection of pods', [
  {
    name: 'terminated-pod-gc-threshold',
    type: 'int',
    default: 12_500,
    help: 'Terminated pods that are kept; beyond, the oldest are deleted. 0 or less: all are kept.',
  },
]);
