import { flagGroup, processFlags, type FlagGroup, type FlagValues } from '@orch/process';
import type { ControllerEntry, ControllerOptions } from './controller-entry.js';
import { csrSignerFlags } from './csr-signer/flags.js';
import { garbageCollectorFlags } from './garbage-collector/flags.js';
import { serviceAccountTokenFlags } from './service-account-token/flags.js';
import { rootCaFlags } from './shared/root-ca-flags.js';
import { DEFAULT_CONTROLLERS } from './select-controllers.js';
import { vocabularyByName } from '@orch/vocabulary';

/** Flags of every process that runs controllers. Source: design, section 9. */
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
    help: 'Where keys wait to be worked on.',
  },
]);

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

/** What the controller manager takes. */
export const controllerManagerGroups = [processFlags, controllerSelectionFlags, controllerFlags, ...ownGroups] as const;

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
