import { flagGroup } from '@orch/process';

/** Flags of every process that runs controllers. */
export const controllerFlags = flagGroup('Controllers', [
  {
    name: 'orchconfig',
    type: 'string',
    default: undefined,
    help: 'Client configuration file. Default: that of the environment, then the one in the data directory: controllers/NAME.conf, of a controller of your own admin.conf.',
  },
  {
    name: 'leader-elect',
    type: 'bool',
    default: false,
    help: 'Enable leader election: only the process that holds the lease reconciles. With --work-queue=redis the work is shared instead, except that of some controllers, which always hold a lease.',
  },
  {
    name: 'leader-elect-lease-duration',
    type: 'duration',
    default: '15s',
    help: 'How long other candidates wait for a renewal before they acquire the lease.',
  },
  {
    name: 'leader-elect-renew-deadline',
    type: 'duration',
    default: '10s',
    help: 'How long the leader continues without a renewal; must be less than the lease duration.',
  },
  {
    name: 'leader-elect-retry-period',
    type: 'duration',
    default: '2s',
    help: 'Interval of renewals and of attempts to acquire the lease. Each renewal is a write.',
  },
  {
    name: 'publish-status',
    type: 'bool',
    default: true,
    help: 'Publish the state of the work queues and the last errors in a Lease of the system namespace, which the dashboard shows: at most two writes a minute, usually one in five.',
  },
  {
    name: 'workers',
    type: 'int',
    default: undefined,
    min: 1,
    max: 1000,
    help: 'Concurrent reconciles of each controller. Default: that of the controller.',
  },
]);
