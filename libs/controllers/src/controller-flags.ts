import { controllerFlags } from '@orch/controller-kit';
import { flagGroup, processFlags, type FlagGroup } from '@orch/process';
import type { ControllerEntry } from './controller-entry.js';
import { controllers } from './controllers.js';
import { DEFAULT_CONTROLLERS } from './select-controllers.js';

/** The flag of the process that runs several. */
export const controllerSelectionFlags = flagGroup('Selection', [
  {
    name: 'controllers',
    type: 'string[]',
    default: DEFAULT_CONTROLLERS,
    help: 'Controllers to run: * is all that are on by default, NAME turns one on, -NAME off.',
  },
]);

/** The flags of each controller, once. */
const ownGroups: readonly FlagGroup[] = [...new Set(controllers.flatMap(({ flags }) => flags))];

/**
 * What the process of one controller takes: the flags of other controllers too, so that one set of flags can be handed to
 * all, but `--help` does not show them.
 */
export const controllerProcessGroups = (entry: ControllerEntry) =>
  [processFlags, controllerFlags, ...ownGroups.map((group) => shownBy(entry, group))] as const;

/** Of the process that runs several. */
const managerLeaseFlags = flagGroup('Lease of the controller manager', [
  {
    name: 'leader-elect-resource-name',
    type: 'string',
    default: undefined,
    help: 'Name of its lease. Processes that run different sets of controllers need different ones. Default: that of the role of controller managers.',
  },
]);

/** What is handed to all controllers of `orch up`, each a process with a lease of its own. */
export const controllerFleetGroups = [processFlags, controllerSelectionFlags, controllerFlags, ...ownGroups] as const;

/** What the controller manager takes. */
export const controllerManagerGroups = [...controllerFleetGroups, managerLeaseFlags] as const;

function shownBy(entry: ControllerEntry, group: FlagGroup): FlagGroup {
  if (entry.flags.includes(group)) return group;
  return { ...group, flags: group.flags.map((flag) => ({ ...flag, hidden: true })) };
}
