import { hostname } from 'node:os';
import { loadTracing, type Tracing } from '@orch/tracing';
import type { ServerContext } from '../context/server-context.js';

/** `service.name` of the traces of this server. */
const SERVICE_NAME = 'apiserver';

/** The traces of one server. An injection token. */
export class RequestTracing {
  /** @param tracing undefined without a configuration. */
  private constructor(readonly tracing: Tracing | undefined) {}

  /** @throws UserFacingError when the configuration cannot be used. */
  static async open({ options, vocabulary, log }: ServerContext): Promise<RequestTracing> {
    if (options.tracingConfigFile === undefined) return new RequestTracing(undefined);
    const tracing = await loadTracing(options.tracingConfigFile, vocabulary, {
      serviceName: SERVICE_NAME,
      instanceId: `${SERVICE_NAME}-${hostname()}-${process.pid}`,
      onProblem: (problem) => log.warn('failed to export traces', { problem }),
    });
    return new RequestTracing(tracing);
  }
}
