import { flagGroup } from '@orch/process';

/** Flags of the storage of objects and of their history. */
export const storageFlags = flagGroup('Storage', [
  {
    name: 'storage-backend',
    type: 'string',
    default: 'embedded',
    choices: ['embedded', 'redis'],
    help: 'Where objects are kept: in the data directory, or in a Redis that several servers share.',
  },
  {
    name: 'initialize',
    type: 'bool',
    default: false,
    help: 'Begin with an empty store where one is missing or empty although the data directory was used before.',
  },
  { name: 'watch-history', type: 'duration', default: '5m', help: 'How far back a watch may start.' },
  {
    name: 'watch-cache-bytes',
    type: 'int',
    default: 268_435_456,
    min: 0,
    help: 'Limit of the bytes of recent events in memory: an eighth of the stored bytes, at least 32 MiB, up to this.',
  },
]);
