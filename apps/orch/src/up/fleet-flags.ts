import { controllerFleetGroups } from '@orch/controllers';
import { mergeFlagGroups, type FlagGroup } from '@orch/process';
import { apiServerFlags } from '@orch/server';

/** What each member of the fleet is handed, as far as the user gave it. */
export const serverGroups: readonly FlagGroup[] = apiServerFlags;
export const controllerGroups: readonly FlagGroup[] = controllerFleetGroups;

/** What `orch up` takes: the flags of both. */
export const fleetGroups: readonly FlagGroup[] = mergeFlagGroups(serverGroups, controllerGroups);
