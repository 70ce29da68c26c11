import { delimiter, join } from 'node:path';
import { systemClock } from '@orch/apimachinery';
import {
  Client,
  type ClientConfiguration,
  ConfigurationError,
  InformerFactory,
  loadClientConfiguration,
  type ObservedRequest,
} from '@orch/client';
import { createLogger, DEFAULT_DATA_DIR, UserFacingError } from '@orch/process';
import { vocabularies, type Vocabulary } from '@orch/vocabulary';
import { Subject } from 'rxjs';
import { ControllerRuntime } from '../controller/controller-runtime.js';
import { OutageLog } from '../controller/outage-log.js';
import type { SharedQueues } from '../work-queue/shared-queues.js';
import type { ControllerModuleOptions } from './controller-module-options.js';

/**
 * Creates the shared runtime of the controllers.
 * @param sharedQueues of all processes. Default: queues in memory.
 * @throws UserFacingError without a usable client configuration.
 */
export function openRuntime(options: ControllerModuleOptions, sharedQueues?: SharedQueues): ControllerRuntime {
  const { clock = systemClock, random = Math.random, logger = createLogger() } = options;
  const requests = options.requests ?? new Subject<ObservedRequest>();
  const client = options.client ?? openClient({ ...options, requests, logger });
  const outages = new OutageLog(logger, clock);
  const informers = new InformerFactory(client, {
    onFailure: (failure, resource) => outages.onFailure(failure, resource),
    onRecovery: (resource) => outages.onRecovery(resource),
    withoutManagedFields: options.withoutManagedFields === true,
    ...(options.members ? { members: options.members } : {}),
  });
  const clients = new Map<string, Client>();
  const clientOf = (reconciler: string): Client => {
    const as = options.actAs?.(reconciler);
    if (!as) return client;
    const made = clients.get(as.user) ?? client.as({ user: as.user }, `${client.vocabulary.product}-${as.name}`);
    clients.set(as.user, made);
    return made;
  };
  return new ControllerRuntime(client, clientOf, informers, clock, random, logger, sharedQueues, requests);
}

/** A client of the configured server. @throws UserFacingError without a usable configuration. */
export function openClient(options: ControllerModuleOptions): Client {
  const {
    configFile,
    environment,
    user,
    dataDir = DEFAULT_DATA_DIR,
    name = 'controller-manager',
    clock,
    random,
  } = options;
  const vocabulary = vocabularyOf(options);
  const files: string[] = [];
  const configuration = userFacing(() =>
    loadClientConfiguration({
      vocabulary,
      fallbackFiles: options.fallbackFiles ?? [join(dataDir, 'admin.conf')],
      onFile: (path) => files.push(path),
      ...(configFile === undefined ? {} : { file: configFile }),
      ...(environment ? { environment } : {}),
    }),
  );
  logServer(options, vocabulary, files, configuration);
  return new Client({
    configuration: user === undefined ? configuration : { ...configuration, impersonate: { user } },
    vocabulary,
    userAgent: `${vocabulary.product}-${name}`,
    ...(options.requests ? { onRequest: (request) => options.requests!.next(request) } : {}),
    ...(clock ? { clock } : {}),
    ...(random ? { random } : {}),
  });
}

/** Which server is used by which configuration, and a variable of the environment that a user may expect to name it. */
function logServer(
  { logger, configFile, environment = process.env, name }: ControllerModuleOptions,
  vocabulary: Vocabulary,
  files: readonly string[],
  { server, pathPrefix = '' }: ClientConfiguration,
): void {
  const process = name === undefined ? {} : { process: name };
  const source = files.length === 0 ? { file: 'none: the environment of a pod' } : { file: files.join(delimiter) };
  logger?.info('client configuration loaded', { ...process, ...source, server: `${server}${pathPrefix}` });
  const { configEnvironment: own } = vocabulary.client;
  if (configFile !== undefined || environment[own]) return;
  for (const { name: other, client } of Object.values(vocabularies))
    if (client.configEnvironment !== own && environment[client.configEnvironment])
      logger?.warn('environment variable of the other vocabulary ignored', {
        ...process,
        ignored: client.configEnvironment,
        use: `${own}, --orchconfig or --vocabulary=${other}`,
      });
}

const vocabularyOf = ({ vocabulary = 'orch' }: ControllerModuleOptions): Vocabulary =>
  typeof vocabulary === 'string' ? vocabularies[vocabulary] : vocabulary;

/** User-facing: the usual cause is a controller that was started before its server. */
function userFacing<T>(load: () => T): T {
  try {
    return load();
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    const advice =
      cause.code === 'NotFound' ? ' (an API server writes one into its data directory: start it first)' : '';
    throw new UserFacingError(`${cause.message}${advice}`, { cause });
  }
}
