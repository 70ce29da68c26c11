import { runWithFlags, type ControllerProcessFlags, type RunControllersOptions } from '@orch/controller-kit';
import { CONTROLLER_MANAGER, managerLeaseName } from '@orch/controller-rights';
import { createLogger, readFlagsOrExit, runUntilSignal, type Running } from '@orch/process';
import { vocabularyByName, type Vocabulary } from '@orch/vocabulary';
import type { ControllerEntry, ReadFlags } from './controller-entry.js';
import { controllers } from './controllers.js';
import { controllerIdentity, managerIdentity, type ProcessIdentity } from './process-identity.js';
import { keptMembers } from './kept-members.js';
import { selectSomeControllers } from './select-controllers.js';
import { controllerManagerGroups, controllerProcessGroups } from './controller-flags.js';

type ControllerFlagValues = ControllerProcessFlags & ReadFlags;

/** What differs between the processes. */
interface ControllerProcess {
  readonly select: () => readonly ControllerEntry[];
  readonly leaseName: (vocabulary: Vocabulary) => string;
  readonly identity: (entries: readonly ControllerEntry[]) => ProcessIdentity;
}

/**
 * Runs one controller as this process, until a signal: `orch <name>`. Prints `synced` on standard output when its caches are synced.
 * @throws RangeError for a name that is not in the list: a bug of the app.
 */
export function runControllerProcess(name: string): void {
  const entry = controllers.find((candidate) => candidate.name === name);
  if (!entry) throw new RangeError(`no controller is called ${name}`);
  const groups = controllerProcessGroups(entry);
  const { values } = readFlagsOrExit({ command: `orch ${name}`, summary: entry.summary, groups });
  run(name, values, {
    select: () => [entry],
    leaseName: () => name,
    identity: () => controllerIdentity(values, entry),
  });
}

/** Runs the controllers of `--controllers` in this process, until a signal: `orch controller-manager`. */
export function runControllerManagerProcess(): void {
  const { values } = readFlagsOrExit({
    command: 'orch controller-manager',
    summary: 'Runs a selection of the controllers in one process.',
    groups: controllerManagerGroups,
  });
  run(CONTROLLER_MANAGER, values, {
    select: () => selectSomeControllers(values.controllers),
    leaseName: (vocabulary) => values['leader-elect-resource-name'] ?? managerLeaseName(vocabulary),
    identity: (entries) => managerIdentity(values, entries, values['use-service-account-credentials']),
  });
}

function run(name: string, values: ControllerFlagValues, of: ControllerProcess): void {
  const logger = createLogger({ format: values['log-format'], level: values['log-level'] });
  const leaseName = of.leaseName(vocabularyByName(values.vocabulary));
  const begin = (signal: AbortSignal): Promise<Running> => {
    const entries = of.select();
    return start(values, entries, { name, logger, leaseName, signal, ...of.identity(entries) });
  };
  runUntilSignal(begin, { logger, command: `orch ${name}`, logFormat: values['log-format'] });
}

async function start(
  values: ControllerFlagValues,
  entries: readonly ControllerEntry[],
  process: Pick<RunControllersOptions, 'name' | 'logger' | 'signal' | 'leaseName'> & ProcessIdentity,
): Promise<Running> {
  const modules = await Promise.all(entries.map((entry) => entry.load(values)));
  const members = keptMembers(vocabularyByName(values.vocabulary));
  return runWithFlags(modules, values, { ...process, withoutManagedFields: true, members });
}
