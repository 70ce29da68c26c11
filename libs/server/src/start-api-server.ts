import { NestFactory } from '@nestjs/core';
import { nestLogger } from '@orch/process';
import { ApiServer } from './api-server.js';
import { ApiServerModule } from './api-server.module.js';
import { ServerContext, type ApiServerDependencies } from './context/server-context.js';
import type { ApiServerOptions } from './options/api-server-options.js';

/** A server that answers. */
export interface RunningApiServer extends Pick<ApiServer, 'url' | 'dataDir' | 'adminConfigPath' | 'failure'> {
  /** New requests are refused, watches end, writes in flight are answered, the storage is closed. */
  stop(): Promise<void>;
}

/**
 * Starts an API server in this process, as a Nest application of its own. Options left out have their defaults.
 * @throws StorageError Locked when another process uses the data directory; StoreOpenError of a store on Redis, RedisFileError, UnknownStoredResource;
 * AbsentStoreError, DataDirVocabularyError, DataDirKeysError, TokenFileError, UnknownAdmissionPlugin; what the operating system says about ports and files. Nothing stays open then. A process shows what
 * `explainedStart` makes of it.
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
