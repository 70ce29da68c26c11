import { flagGroup } from '@orch/process';

/** Flags of every process that runs controllers. */
export const controllerFlags = flagGroup('Controllers', [
  {
    name: 'orchconfig',
    type: 'string',
    default: undefined,
    help: 'Client configuration file. Without it: the one the environment names, then admin.conf in the data directory.',
  },
  {
    name: 'leader-elect',
    type: 'bool',
    default: false,
    help: 'Work only while holding a lease, so that several processes may run and one of them works.',
  },
  {
    name: 'leader-elect-lease-duration',
    type: 'duration',
    default: '15s',
    help: 'How long others wait for a renewal before they take the lease.',
  },
  {
    name: 'leader-elect-renew-deadline',
    type: 'duration',
    default: '10s',
    help: 'How long the holder works on without a renewal; less than the duration of the lease.',
  },
  {
    name: 'leader-elect-retry-period',
    type: 'duration',
    default: '2s',
    help: 'How often the lease is renewed, and tried for. Each renewal is a write.',
  },
  {
    name: 'workers',
    type: 'int',
    default: undefined,
    min: 1,
    max: 1000,
    help: 'Objects each controller works on at once. Without it: what suits the controller.',
  },
  {
    name: 'work-queue',
    type: 'string',
    default: 'memory',
    choices: ['memory'],
    // Until there is a second choice.
    hidden: true,
    help: 'Where keys wait to be worked on.',
  },
]);
