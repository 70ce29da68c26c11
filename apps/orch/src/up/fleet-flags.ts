import { controllerFleetGroups } from '@orch/controllers';
import { flagGroup, mergeFlagGroups, type FlagGroup } from '@orch/process';
import { apiServerFlags } from '@orch/server';

/** Flags of the launcher itself. */
const launcherFlags = flagGroup('Processes', [
  {
    name: 'controllers-as-processes',
    type: 'bool',
    default: false,
    help: 'Run each controller in a process of its own, instead of all in one.',
  },
  {
    name: 'dashboard-link',
    type: 'bool',
    default: undefined,
    help: 'Print a link with which the administrator logs in to the dashboard, once; default: when standard error is a terminal.',
  },
  {
    name: 'demo',
    type: 'bool',
    default: false,
    help: 'Create example objects, and change them until the process stops: for a first look at the dashboard, not for a control plane in use.',
  },
]);

/** Flags that are passed on to the processes. */
export const serverGroups: readonly FlagGroup[] = apiServerFlags;
export const controllerGroups: readonly FlagGroup[] = controllerFleetGroups;

/** Flags of `orch up`: its own, those of the server and of the controllers. */
export const fleetGroups: readonly FlagGroup[] = mergeFlagGroups([launcherFlags], serverGroups, controllerGroups);
