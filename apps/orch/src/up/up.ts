import { createLogger, printReady, readFlagsOrExit, runUntilSignal, UsageError } from '@orch/process';
import { startChild } from './child.js';
import { Fleet, type FleetPlan } from './fleet.js';
import { controllerGroups, fleetGroups, serverGroups } from './fleet-flags.js';
import { planFleet } from './fleet-plan.js';

/** `orch up`: runs until a signal or until one of its processes dies. */
export function up(argv: readonly string[]): void {
  const head = { command: 'orch up', summary: 'Runs the API server and the controllers, each as a process.' };
  const flags = readFlagsOrExit({ ...head, groups: fleetGroups, argv });
  const logger = createLogger({
    format: flags.values['log-format'] === 'json' ? 'json' : 'text',
    level: flags.values['log-level'] as 'debug' | 'info' | 'warn' | 'error',
    fields: { process: 'up' },
  });
  const plan = planOrExit(() => planFleet(flags, { server: serverGroups, controllers: controllerGroups }));
  const fleet = new Fleet((member) => startChild(process.argv[1] ?? '', member), logger);
  runUntilSignal(
    async (signal) => {
      printReady(await fleet.start(plan, signal));
      return { stop: () => fleet.stop(), failure: fleet.failure };
    },
    { logger },
  );
}

function planOrExit(plan: () => FleetPlan): FleetPlan {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`orch up: ${error.message}\n`);
    process.exit(2);
  }
}
