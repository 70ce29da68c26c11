import { flagGroup, mergeFlagGroups, processFlags, type FlagGroup } from '@orch/process';

/** Flags every controller takes. */
export const controllerFlags = flagGroup('Controllers', [
  {
    name: 'controllers',
    type: 'string[]',
    default: ['*'],
    help: 'Controllers to run: * all that are on by default, NAME on, -NAME off.',
  },
]);

export const apiServerFlagGroups: readonly FlagGroup[] = [processFlags];
export const controllerFlagGroups: readonly FlagGroup[] = [processFlags, controllerFlags];
export const fleetFlagGroups: readonly FlagGroup[] = mergeFlagGroups(apiServerFlagGroups, controllerFlagGroups);
