import { runControllers } from '@orch/controller-kit';
import { createLogger, printSynced, readFlagsOrExit, runUntilSignal, type Logger, type Running } from '@orch/process';
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
  run(values, () => [entry]);
}

/** Runs the controllers that `--controllers` names as this process, until a signal: `orch controller-manager`. */
export function runControllerManagerProcess(): void {
  const { values } = readFlagsOrExit({
    command: 'orch controller-manager',
    summary: 'Runs any set of the controllers in one process.',
    groups: controllerManagerGroups,
  });
  run(values, () => selectControllers(values.controllers));
}

function run(values: ControllerFlagValues, select: () => readonly ControllerEntry[]): void {
  const logger = createLogger({ format: values['log-format'], level: values['log-level'] });
  runUntilSignal(() => start(values, select(), logger), { logger });
}

async function start(
  values: ControllerFlagValues,
  entries: readonly ControllerEntry[],
  logger: Logger,
): Promise<Running> {
  const options = controllerOptionsOf(values);
  const signal = firstStopSignal();
  try {
    const running = await runControllers(
      entries.flatMap((entry) => entry.declare(options)),
      {
        vocabulary: options.vocabulary,
        dataDir: options.dataDir,
        leaderElect: values['leader-elect'],
        logger,
        signal,
        onSynced: printSynced,
        ...(values.orchconfig === undefined ? {} : { configFile: values.orchconfig }),
        ...(values.workers === undefined ? {} : { workers: values.workers }),
      },
    );
    running.failure.catch(endProcess);
    return running;
  } catch (err) {
    if (signal.aborted) return { stop: () => Promise.resolve() }; // asked to end before it began: nothing is left open
    throw err;
  }
}

/** Lets a start that waits for a server which is away end at once; the end itself is `runUntilSignal`'s. */
function firstStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () => controller.abort(new Error(`${name} during the start`)));
  }
  return controller.signal;
}

/** What was read before may be old now: the process ends as with any uncaught error, and whoever watches it starts it anew. */
function endProcess(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
