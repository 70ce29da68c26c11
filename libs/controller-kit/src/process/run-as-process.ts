import {
  createLogger,
  printSynced,
  processFlags,
  readFlagsOrExit,
  runUntilSignal,
  SERVING,
  silentLogger,
  UsageError,
  watchEventLoop,
  type FlagValues,
  type Running,
} from '@orch/process';
import { vocabularyByName } from '@orch/vocabulary';
import type { ModuleMetadata, Type } from '@nestjs/common';
import { ControllerModule } from '../module/controller.module.js';
import type { FeatureOptions } from '../module/reconciler.module.js';
import { reconcilerOptions } from '../reconcile/reconciler-options.js';
import type { Reconciler } from '../reconcile/reconciler.js';
import { runControllers, type RunControllersOptions } from './run-controllers.js';
import { checkedLeaseTimes, type LeaseTimes } from '../leader-election/lease-times.js';
import { controllerFlags } from './controller-flags.js';
import { servingFlags, servingOptions } from '../serving/serving-flags.js';
import { sharedQueueOptions, workQueueFlags } from './work-queue-flags.js';

const groups = [processFlags, controllerFlags, workQueueFlags, servingFlags] as const;

/** Values of the common flags of controller processes. */
export type ControllerProcessFlags = FlagValues<typeof groups>;

/**
 * Runs one controller of your own as this process, until SIGTERM or SIGINT: `orch <name>`. It takes the flags of the built-in
 * controllers (`--help` lists them; an unknown flag ends the process with status 2) and prints `synced` on standard output once
 * its caches are synced.
 */
export function runAsProcess(reconciler: Type<Reconciler>, options: FeatureOptions = {}): void {
  const { name, summary = '' } = reconcilerOptions(reconciler);
  const command = `orch ${name}`;
  const { values } = readFlagsOrExit({ command, summary, groups });
  const logger = createLogger({ format: values['log-format'], level: values['log-level'] });
  const feature = ControllerModule.forFeature([reconciler], options);
  runUntilSignal((signal) => runWithFlags([feature], values, { name, logger, signal }), {
    logger,
    command,
    logFormat: values['log-format'],
  });
}

/** Starts modules of controllers with the flags of their process. @throws as `runControllers`; UsageError. */
export async function runWithFlags(
  modules: NonNullable<ModuleMetadata['imports']>,
  values: ControllerProcessFlags,
  process: Pick<
    RunControllersOptions,
    'name' | 'logger' | 'signal' | 'leaseName' | 'fallbackFiles' | 'user' | 'actAs' | 'withoutManagedFields' | 'members'
  >,
): Promise<Running> {
  const leaseTimes = leaseTimesOf(values);
  // A process that does not renew loses its keys after the time after which it loses a lease.
  const workQueue = sharedQueueOptions(values, values['leader-elect-lease-duration']);
  const serving = servingOptions(values, workQueue !== undefined);
  const { name = '', logger = silentLogger } = process;
  const watchdog = watchEventLoop(values['event-loop-warning-threshold'], logger, name);
  // Before the others: its port is open while their caches are filled.
  const port = serving ? [(await import('../serving/serving.module.js')).ServingModule.forRoot(serving, name)] : []; // prettier-ignore
  return runControllers([...port, ...modules], {
    ...process,
    vocabulary: vocabularyByName(values.vocabulary),
    dataDir: values['data-dir'],
    leaderElect: values['leader-elect'],
    publishStatus: values['publish-status'],
    onSynced: () => {
      if (watchdog) watchdog.phase = SERVING;
      printSynced();
    },
    leaseTimes,
    ...(workQueue && { workQueue }),
    ...(values.orchconfig === undefined ? {} : { configFile: values.orchconfig }),
    ...(values.workers === undefined ? {} : { workers: values.workers }),
  });
}

/** @throws UsageError when the durations are inconsistent. */
function leaseTimesOf(values: ControllerProcessFlags): LeaseTimes {
  try {
    return checkedLeaseTimes({
      leaseSeconds: values['leader-elect-lease-duration'] / 1_000,
      renewDeadlineSeconds: values['leader-elect-renew-deadline'] / 1_000,
      retrySeconds: values['leader-elect-retry-period'] / 1_000,
    });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new UsageError(`flags --leader-elect-lease-duration and others: ${cause.message}`);
  }
}
