import type { ModuleMetadata, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ObservedRequest } from '@orch/client';
import { nestLogger, silentLogger } from '@orch/process';
import { Subject } from 'rxjs';
import { ControllerManager } from '../manager/controller-manager.js';
import type { ControllerModuleOptions } from '../manager/controller-module-options.js';
import { openClient } from '../manager/open-runtime.js';
import { openSharedQueues } from '../manager/open-shared-queues.js';
import { reconcilerOptions } from '../reconcile/reconciler-options.js';
import { ControllerModule } from '../module/controller.module.js';
import type { Reconciler } from '../reconcile/reconciler.js';

/** Options of controllers in a process. Nothing is logged without a `logger`; a failure is reported by {@link RunningControllers}. */
export type RunControllersOptions = Omit<ControllerModuleOptions, 'onFailure'>;

/** Running controllers. Fits `runUntilSignal` of `@orch/process`. */
export interface RunningControllers {
  /** Stops workers, releases leases, closes what the kit opened; within 5 s. */
  stop(): Promise<void>;
  /** Rejects when a controller cannot continue: leadership was lost, so its caches may be stale. Never resolves. */
  readonly failure: Promise<never>;
}

/**
 * Starts modules of controllers as a separate Nest application; resolves when their caches are synced and the workers have started.
 * @param modules such as `ControllerModule.forFeature([...])` returns.
 * @throws UserFacingError without a usable client configuration; RangeError for two controllers of one name; the signal's reason when
 *   aborted before.
 */
export async function runControllers(
  modules: NonNullable<ModuleMetadata['imports']>,
  options: RunControllersOptions,
): Promise<RunningControllers> {
  const { logger = silentLogger } = options;
  // Opened here, since Nest would log the error of a provider, which the caller logs as well.
  const requests = new Subject<ObservedRequest>();
  const client = options.client ?? openClient({ ...options, requests });
  const sharedQueues = await openSharedQueues({ ...options, logger });
  const closeAll = async (): Promise<void> => {
    if (!options.sharedQueues) sharedQueues?.close();
    if (!options.client) await client.close();
  };
  const root = ControllerModule.forRoot({
    ...options,
    client,
    requests,
    ...(sharedQueues && { sharedQueues }),
    logger,
    onFailure: () => undefined,
  });
  try {
    const application = await NestFactory.createApplicationContext(
      { imports: [root, ...modules] },
      { logger: nestLogger(logger), abortOnError: false },
    );
    const manager = application.get(ControllerManager);
    return {
      failure: manager.failure,
      stop: async () => {
        await manager.beforeApplicationShutdown();
        await application.close();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Starts one controller, see {@link runControllers}. */
export const runController = (
  reconciler: Type<Reconciler>,
  options: RunControllersOptions,
): Promise<RunningControllers> =>
  runControllers([ControllerModule.forFeature([reconciler])], { name: reconcilerOptions(reconciler).name, ...options });
