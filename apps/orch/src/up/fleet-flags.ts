import { controllerFleetGroups } from '@orch/controllers';
import { mergeFlagGroups, type FlagGroup } from '@orch/process';
import { apiServerFlags } from '@orch/server';

/** Flags that are passed on to the members of the fleet. */
export const serverGroups: readonly FlagGroup[] = apiServerFlags;
export const controllerGroups: readonly FlagGroup[] = controllerFleetGroups;

/** Flags of `orch up`: those of the server and of the controllers. */
export const fleetGroups: readonly FlagGroup[] = mergeFlagGroups(serverGroups, controllerGroups);
