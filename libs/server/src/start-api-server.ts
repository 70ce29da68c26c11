import { NestFactory } from '@nestjs/core';
import { nestLogger } from '@orch/process';
import { ApiServer } from './api-server.js';
import { ApiServerModule } from './api-server.module.js';
import { ServerContext, type ApiServerDependencies } from './context/server-context.js';
import type { ApiServerOptions } from './options/api-server-options.js';

/** A server that answers. */
export interface RunningApiServer extends Pick<ApiServer, 'url' | 'dataDir' | 'adminConfigPath' | 'failure'> {
  /** Refuses new requests, ends watches, completes writes in flight, closes the storage. */
  stop(): Promise<void>;
}

/**
 * Starts an API server in this process, as a separate Nest application. Missing options get their defaults.
 * @throws StorageError Locked when another process uses the data directory; StoreOpenError of a store on Redis,
 * RedisFileError, UnknownStoredResource; AbsentStoreError, DataDirVocabularyError, DataDirKeysError, TokenFileError,
 * UnknownAdmissionPlugin; errors of the operating system for ports and files. Nothing stays open then. Use
 * `userFacingStartError` for a user-facing message.
 */
export async function startApiServer(
  given: Partial<ApiServerOptions>,
  dependencies: ApiServerDependencies = {},
): Promise<RunningApiServer> {
  const context = await ServerContext.create(given, dependencies);
  try {
    const application = await NestFactory.createApplicationContext(
      ApiServerModule.around(() => Promise.resolve(context)),
      { logger: nestLogger(context.log), abortOnError: false },
    );
    const { url, dataDir, adminConfigPath, failure } = application.get(ApiServer);
    return { url, dataDir, adminConfigPath, failure, stop: () => application.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}
