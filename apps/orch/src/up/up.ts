import { join } from 'node:path';
import { newLoginCode } from '@orch/dashboard';
import {
  commandError,
  createLogger,
  type Logger,
  printReady,
  readFlagsOrExit,
  runUntilSignal,
  UsageError,
} from '@orch/process';
import { vocabularyByName, type VocabularyName } from '@orch/vocabulary';
import { startChild } from './child.js';
import { Fleet, type FleetPlan } from './fleet.js';
import { controllerGroups, fleetGroups, serverGroups } from './fleet-flags.js';
import { type FleetFlags, planFleet } from './fleet-plan.js';
import { dashboardLink, nextStep } from './next-step.js';

const COMMAND = 'orch up';

/** `orch up`: runs until a signal, or until the server ends or the controllers end too often. */
export function up(argv: readonly string[]): void {
  const head = { command: COMMAND, summary: 'Runs the API server in one process and the controllers in another.' };
  const flags = readFlagsOrExit({ ...head, groups: fleetGroups, argv });
  const logFormat = flags.values['log-format'] === 'json' ? 'json' : 'text';
  const logger = createLogger({
    format: logFormat,
    level: flags.values['log-level'] as 'debug' | 'info' | 'warn' | 'error',
    fields: { process: 'up' },
  });
  const link = wantsLink(flags) ? newLoginCode() : undefined;
  const groups = { server: serverGroups, controllers: controllerGroups };
  const plan = planOrExit(() => planFleet(flags, groups, link?.digest));
  const fleet = new Fleet((member) => startChild(process.argv[1] ?? '', member), logger);
  runUntilSignal(
    async (signal) => {
      const url = await fleet.start(plan, signal);
      printReady(url);
      if (process.stdout.isTTY) printNextStep(String(flags.values['vocabulary']), String(flags.values['data-dir']));
      // On standard error, not in the log: a person at the terminal is the administrator.
      if (link) process.stderr.write(`${dashboardLink(url, link.code)}\n`);
      const endDemo = flags.values['demo'] === true ? await beginDemo(flags, logger) : undefined;
      const stop = async (): Promise<void> => {
        await endDemo?.();
        await fleet.stop();
      };
      return { stop, failure: fleet.failure };
    },
    { logger, command: COMMAND, logFormat },
  );
}

/** A link is for a person at the terminal, unless it is asked for; else no code is made. */
function wantsLink({ values, given }: FleetFlags): boolean {
  if (values['dashboard'] === false || given.has('dashboard-link-digest')) return false;
  return values['dashboard-link'] === undefined ? process.stderr.isTTY : values['dashboard-link'] === true;
}

function planOrExit(plan: () => FleetPlan): FleetPlan {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(commandError(COMMAND, error.message));
    process.exit(2);
  }
}

/** Returns at once; the objects are there when the log says so. @returns ends it. */
async function beginDemo({ values }: FleetFlags, logger: Logger): Promise<() => Promise<void>> {
  // Loaded lazily: without it the launcher needs no client.
  const { startDemo } = await import('./demo/demo.js');
  logger.info('creating demo objects');
  const vocabulary = vocabularyByName(values['vocabulary'] as VocabularyName);
  return startDemo({ configurationFile: join(String(values['data-dir']), 'admin.conf'), vocabulary, logger });
}

/** For the user at the terminal; on standard error, since standard output has only the line `ready`. */
function printNextStep(vocabularyName: string, dataDir: string): void {
  const vocabulary = vocabularyByName(vocabularyName as VocabularyName);
  const own = vocabulary.name === 'orch' ? 'npx orchctl' : vocabulary.client.commandLine;
  process.stderr.write(`${nextStep(vocabulary, dataDir, own)}\n`);
}
