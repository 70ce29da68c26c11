import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { systemClock } from '@orch/apimachinery';
import { builtinResources, Client, ConfigurationError, InformerFactory, loadClientConfiguration } from '@orch/client';
import { DEFAULT_DATA_DIR, ExplainedError, silentLogger } from '@orch/process';
import { LeaderElection } from '../leader-election/leader-election.js';
import type { Lease } from '../leader-election/lease.js';
import type { ControllerDeclaration } from './controller-declaration.js';
import { ControllerRuntime } from './controller-runtime.js';
import { ControllerModule, ControllerRuntimeModule, controllerToken } from './controller.module.js';
import { Controller } from './controller.js';
import { OutageLog } from './outage-log.js';
import type { RunControllersOptions, RunningControllers } from './run-options.js';

/** How long turns may take to end after a stop, and then what is left to send. Together below the 5 s of a process. */
const TURNS_LIMIT_MS = 3_500;
const FLUSH_LIMIT_MS = 1_000;

@Module({})
class ControllersModule {}

/**
 * Starts controllers in one process; resolves when all informers are synced and the work has begun.
 * @throws ExplainedError when there is no usable client configuration; RangeError for two controllers of one name; the
 *   signal's reason when aborted before.
 */
export async function runControllers(
  declarations: readonly ControllerDeclaration[],
  options: RunControllersOptions,
): Promise<RunningControllers> {
  refuseDoubleNames(declarations);
  const client = options.client ?? openClient(declarations, options);
  const runtime = runtimeOf(client, options);
  const app = await NestFactory.createApplicationContext(
    {
      module: ControllersModule,
      imports: [ControllerRuntimeModule.forRoot(runtime), ...declarations.map((one) => ControllerModule.forRoot(one))],
    },
    { logger: false, abortOnError: false },
  );
  const controllers = declarations.map(({ name }) => app.get<Controller>(controllerToken(name), { strict: false }));
  const closeAll = async (): Promise<void> => {
    await within(runtime, FLUSH_LIMIT_MS, runtime.flushEvents());
    runtime.dropEvents();
    runtime.informers.stop();
    for (const controller of controllers) controller.close();
    if (!options.client) await client.close();
    await app.close();
  };
  try {
    await syncInformers(runtime.informers, options.signal);
    await orAborted(Promise.all(controllers.map(({ synced }) => synced)), options.signal);
    options.onSynced?.();
  } catch (err) {
    await closeAll();
    throw err;
  }

  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // every call of every worker listens
  const run = runAll(controllers, runtime, options, stopping.signal);
  return {
    failure: failureOf(run),
    stop: async () => {
      stopping.abort(new Error('the controllers are being stopped'));
      await within(runtime, TURNS_LIMIT_MS, Promise.allSettled([run]));
      await closeAll();
    },
  };
}

/** Starts one controller. */
export const runController = (
  declaration: ControllerDeclaration,
  options: RunControllersOptions,
): Promise<RunningControllers> => runControllers([declaration], options);

function refuseDoubleNames(declarations: readonly ControllerDeclaration[]): void {
  const names = declarations.map(({ name }) => name);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined) throw new RangeError(`two controllers are called ${double}`);
}

function openClient(declarations: readonly ControllerDeclaration[], options: RunControllersOptions): Client {
  const { vocabulary, configFile, environment, dataDir = DEFAULT_DATA_DIR, clock, random } = options;
  const configuration = explained(() =>
    loadClientConfiguration({
      vocabulary,
      fallbackFiles: [join(dataDir, 'admin.conf')],
      ...(configFile === undefined ? {} : { file: configFile }),
      ...(environment ? { environment } : {}),
    }),
  );
  const only = declarations.length === 1 ? declarations[0]!.name : 'controller-manager';
  return new Client({
    configuration,
    vocabulary,
    userAgent: `${vocabulary.product}-${only}`,
    ...(clock ? { clock } : {}),
    ...(random ? { random } : {}),
  });
}

/** The user can mend it: no stack. Most who see this started a controller before its server. */
function explained<T>(load: () => T): T {
  try {
    return load();
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    const advice =
      cause.code === 'NotFound' ? ' (an API server writes admin.conf into its data directory: start it first)' : '';
    throw new ExplainedError(`${cause.message}${advice}`, { cause });
  }
}

function runtimeOf(client: Client, options: RunControllersOptions): ControllerRuntime {
  const { clock = systemClock, random = Math.random, logger = silentLogger } = options;
  const informers = new InformerFactory(client, new OutageLog(logger, clock));
  return new ControllerRuntime(client, informers, clock, random, logger);
}

async function syncInformers(informers: InformerFactory, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const stop = (): void => informers.stop();
  signal?.addEventListener('abort', stop, { once: true });
  informers.start();
  try {
    await informers.synced();
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** What `work` resolves to. Rejects with the signal's reason when it is aborted before. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** One Lease for all controllers of the process: its renewals are writes, also where nothing else happens. */
async function runAll(
  controllers: readonly Controller[],
  runtime: ControllerRuntime,
  options: RunControllersOptions,
  signal: AbortSignal,
): Promise<void> {
  const run = (until: AbortSignal): Promise<void> => runTogether(controllers, options.workers, until);
  if (!options.leaderElect) return run(signal);
  const { client, clock, random, logger } = runtime;
  const election = new LeaderElection({
    leases: client.resource<Lease>(builtinResources.leases),
    namespace: client.vocabulary.namespaces.system,
    name: options.leaseName ?? controllers.map(({ declaration }) => declaration.name).join('.'),
    identity: `${hostname()}_${randomUUID()}`,
    clock,
    random,
    logger,
    ...options.leaseTimes,
  });
  await election.run(run, signal);
}

/**
 * Runs controllers until the signal, or until one of them fails. Resolves when none of them works any more: only then may another process
 * become leader. @throws the first failure.
 */
async function runTogether(
  controllers: readonly Controller[],
  workers: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const running = new AbortController();
  setMaxListeners(0, running.signal); // every call of every worker listens
  const stop = (): void => running.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const failures: unknown[] = [];
  const runs = controllers.map((controller) =>
    controller.run(running.signal, workers).catch((error: unknown) => {
      failures.push(error);
      running.abort(error);
    }),
  );
  await Promise.all(runs);
  signal.removeEventListener('abort', stop);
  if (failures.length > 0) throw failures[0];
}

/** Rejects with the failure; controllers that end in peace do not settle it. */
function failureOf(run: Promise<void>): Promise<never> {
  const failure = new Promise<never>((_resolve, reject) => void run.catch(reject));
  // Nobody has to listen.
  failure.catch(() => undefined);
  return failure;
}

/** Waits for `work`, but no longer than `limitMs`. */
async function within(runtime: ControllerRuntime, limitMs: number, work: Promise<unknown>): Promise<void> {
  let cancel: () => void = () => undefined;
  const limit = new Promise<void>((resolve) => {
    cancel = runtime.clock.setTimer(() => {
      runtime.logger.warn('the stop took too long and was cut short', { limitMs });
      resolve();
    }, limitMs);
  });
  await Promise.race([work, limit]);
  cancel();
}
