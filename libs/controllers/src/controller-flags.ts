import { controllerFlags } from '@orch/controller-kit';
import { flagGroup, processFlags, type FlagGroup, type FlagValues } from '@orch/process';
import type { ControllerEntry, ControllerOptions } from './controller-entry.js';
import { csrSignerFlags } from './csr-signer/flags.js';
import { garbageCollectorFlags } from './garbage-collector/flags.js';
import { serviceAccountTokenFlags } from './service-account-token/flags.js';
import { rootCaFlags } from './shared/root-ca-flags.js';
import { DEFAULT_CONTROLLERS } from './select-controllers.js';
import { vocabularyByName } from '@orch/vocabulary';

/** The flag of the process that runs several. */
export const controllerSelectionFlags = flagGroup('Selection', [
  {
    name: 'controllers',
    type: 'string[]',
    default: DEFAULT_CONTROLLERS,
    help: 'Controllers to run: * is all that are on by default, NAME turns one on, -NAME off.',
  },
]);

const ownGroups = [csrSignerFlags, garbageCollectorFlags, rootCaFlags, serviceAccountTokenFlags] as const;

/**
 * What the process of one controller takes: the flags of other controllers too, so that one set of flags can be handed to
 * all, but `--help` does not show them.
 */
export const controllerProcessGroups = (entry: ControllerEntry) =>
  [
    processFlags,
    controllerFlags,
    shownBy(entry, csrSignerFlags),
    shownBy(entry, garbageCollectorFlags),
    shownBy(entry, rootCaFlags),
    shownBy(entry, serviceAccountTokenFlags),
  ] as const;

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

type ProcessGroups = ReturnType<typeof controllerProcessGroups>;

/** Flag values that every process of controllers has. */
export type ControllerFlagValues = FlagValues<ProcessGroups>;

function shownBy<G extends FlagGroup>(entry: ControllerEntry, group: G): G {
  if (entry.flags.some((own) => own.title === group.title)) return group;
  return { ...group, flags: group.flags.map((flag) => ({ ...flag, hidden: true })) };
}

export const controllerOptionsOf = (values: ControllerFlagValues): ControllerOptions => ({
  vocabulary: vocabularyByName(values.vocabulary),
  dataDir: values['data-dir'],
  clusterSigningCertFile: values['cluster-signing-cert-file'],
  clusterSigningKeyFile: values['cluster-signing-key-file'],
  clusterSigningDurationMs: values['cluster-signing-duration'],
  concurrentGcSyncs: values['concurrent-gc-syncs'],
  rootCaFile: values['root-ca-file'],
  serviceAccountPrivateKeyFiles: values['service-account-private-key-file'],
});
