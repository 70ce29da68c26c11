import { startApiServer, type ApiServerDependencies, type ApiServerOptions } from '@orch/server';
import { copyPrepared, giveTokenKey } from '@orch/testing';
import type { VocabularyName } from '@orch/vocabulary';

/** No controller creates service accounts here, and the ServiceAccount plugin would reject all pods. */
export const BASE_OPTIONS = { securePort: 0, disableAdmissionPlugins: ['ServiceAccount'] };

/** Options and dependencies that do not change what the first start of a server writes into its data directory. */
const WITHOUT_DATA: ReadonlySet<keyof ApiServerOptions | keyof ApiServerDependencies> = new Set([
  'anonymousAuth',
  'audit',
  'authenticationConfigFile',
  'authorization',
  'dial',
  'http2',
  'log',
  'maxMutatingRequestsInflight',
  'maxRequestsInflight',
  'requestTimeoutMs',
  'tlsCipherSuites',
  'tlsMinVersion',
  'tokenAuthFile',
  'vocabulary',
  'webhookTokens',
]);

/** Whether a first start with these leaves the same data as one with default options. */
export const writesUsualData = (options: Partial<ApiServerOptions>, dependencies: ApiServerDependencies): boolean =>
  [...Object.keys(options), ...Object.keys(dependencies)].every((name) =>
    (WITHOUT_DATA as ReadonlySet<string>).has(name),
  );

/**
 * Copies the data directory of a server that was started with default options and stopped: certificates and bootstrap objects take more than half
 * of the CPU time of a first start.
 * @param vocabulary default: `orch`.
 */
export const copyUsualData = (dataDir: string, vocabulary: VocabularyName = 'orch'): Promise<void> =>
  copyPrepared(`server-${vocabulary}`, dataDir, async (path) => {
    await giveTokenKey(path);
    const server = await startApiServer({ ...BASE_OPTIONS, vocabulary, dataDir: path });
    await server.stop();
  });
