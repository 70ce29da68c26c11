import { controllerFlags, servingFlags, workQueueFlags } from '@orch/controller-kit';
import { flagGroup, processFlags, type FlagGroup } from '@orch/process';
import type { ControllerEntry } from './controller-entry.js';
import { controllers } from './controllers.js';
import { DEFAULT_CONTROLLERS } from './select-controllers.js';

/** The flag that selects the controllers of the controller manager. */
export const controllerSelectionFlags = flagGroup('Selection', [
  {
    name: 'controllers',
    type: 'string[]',
    default: DEFAULT_CONTROLLERS,
    help: 'Controllers to run: * enables all that are on by default, -* none, NAME enables one, -NAME disables one.',
  },
]);

/** The flags of all controllers, without duplicates. */
const ownGroups: readonly FlagGroup[] = [...new Set(controllers.flatMap(({ flags }) => flags))];

/**
 * Flags of the process of one controller: it accepts the flags of other controllers too, so that one set can be passed to
 * all, but `--help` does not show them.
 */
export const controllerProcessGroups = (entry: ControllerEntry) =>
  [
    processFlags,
    controllerFlags,
    workQueueFlags,
    servingFlags,
    ...ownGroups.map((group) => shownBy(entry, group)),
  ] as const;

/** Flags of a process with several controllers. */
const managerFlags = flagGroup('Controller manager', [
  {
    name: 'use-service-account-credentials',
    type: 'bool',
    default: undefined,
    help: 'Each controller acts as its own service account, which the user of the client configuration must be allowed to impersonate. Default: true with controllers/controller-manager.conf of the data directory.',
  },
  {
    name: 'leader-elect-resource-name',
    type: 'string',
    default: undefined,
    help: 'Name of the lease. Processes with different sets of controllers need different leases. Default: the one that the role of the controller manager allows.',
  },
]);

/** Flags passed to all controllers of `orch up`, each a process with its own lease. */
export const controllerFleetGroups = [
  processFlags,
  controllerSelectionFlags,
  controllerFlags,
  workQueueFlags,
  ...ownGroups,
] as const;

/** Flags of the controller manager. */
export const controllerManagerGroups = [...controllerFleetGroups, servingFlags, managerFlags] as const;

function shownBy(entry: ControllerEntry, group: FlagGroup): FlagGroup {
  if (entry.flags.includes(group)) return group;
  return { ...group, flags: group.flags.map((flag) => ({ ...flag, hidden: true })) };
}
