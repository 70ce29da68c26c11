import { declarationModule, runWithFlags, type RunControllersOptions } from '@orch/controller-kit';
import { createLogger, readFlagsOrExit, runUntilSignal, type Running } from '@orch/process';
import { vocabularyByName, type Vocabulary } from '@orch/vocabulary';
import type { ControllerEntry } from './controller-entry.js';
import { controllers } from './controllers.js';
import { selectControllers } from './select-controllers.js';
import {
  controllerManagerGroups,
  controllerOptionsOf,
  controllerProcessGroups,
  type ControllerFlagValues,
} from './controller-flags.js';

/**
 * Runs one controller as this process, until a signal: `orch <name>`. Says `synced` on standard output once it works.
 * @throws RangeError for a name that is not in the list: a bug of the app.
 */
export function runControllerProcess(name: string): void {
  const entry = controllers.find((candidate) => candidate.name === name);
  if (!entry) throw new RangeError(`no controller is called ${name}`);
  const groups = controllerProcessGroups(entry);
  const { values } = readFlagsOrExit({ command: `orch ${name}`, summary: entry.summary, groups });
  run(
    values,
    () => [entry],
    () => name,
  );
}

/** Runs the controllers that `--controllers` names as this process, until a signal: `orch controller-manager`. */
export function runControllerManagerProcess(): void {
  const { values } = readFlagsOrExit({
    command: 'orch controller-manager',
    summary: 'Runs any set of the controllers in one process.',
    groups: controllerManagerGroups,
  });
  run(
    values,
    () => selectControllers(values.controllers),
    // As the role of the controller manager names it.
    ({ systemNames }) => values['leader-elect-resource-name'] ?? systemNames.controllerManager.replace(/^system:/, ''),
  );
}

function run(
  values: ControllerFlagValues,
  select: () => readonly ControllerEntry[],
  leaseName: (vocabulary: Vocabulary) => string,
): void {
  const logger = createLogger({ format: values['log-format'], level: values['log-level'] });
  const lease = leaseName(vocabularyByName(values.vocabulary));
  runUntilSignal((signal) => start(values, select(), { logger, signal, leaseName: lease }), { logger });
}

function start(
  values: ControllerFlagValues,
  entries: readonly ControllerEntry[],
  process: Pick<RunControllersOptions, 'logger' | 'signal' | 'leaseName'>,
): Promise<Running> {
  const options = controllerOptionsOf(values);
  return runWithFlags(entries.flatMap((entry) => entry.declare(options)).map(declarationModule), values, {
    name: entries.length === 1 ? entries[0]!.name : 'controller-manager',
    ...process,
  });
}
