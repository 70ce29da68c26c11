import { flagGroup } from '@orch/process';

/** Flags of the storage of objects and of their history. */
export const storageFlags = flagGroup('Storage', [
  {
    name: 'storage-backend',
    type: 'string',
    default: 'embedded',
    choices: ['embedded', 'redis'],
    help: 'Storage backend: embedded in the data directory, or a Redis that several servers share.',
  },
  {
    name: 'initialize',
    type: 'bool',
    default: false,
    help: 'Start with an empty store although the data directory was used before and its store is missing or empty.',
  },
  {
    name: 'watch-history',
    type: 'duration',
    default: '5m',
    help: 'How long the history of changes is kept for watches.',
  },
  {
    name: 'watch-cache-bytes',
    type: 'int',
    default: 268_435_456,
    min: 0,
    help: 'Maximum size of the watch cache: it is an eighth of the stored bytes, at least 32 MiB, up to this.',
  },
]);
