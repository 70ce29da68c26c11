import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { ConnectionLimit } from '@orch/connections';
import { answerInTurn } from '@orch/http';
import { ServerCertificates } from '../certificates/server-certificates.js';
import { ServerContext } from '../context/server-context.js';
import { onClientError } from './client-error.js';
import { limitHeaderFields } from './limit-header-fields.js';
import { refuseHttpVersion } from './refuse-http-version.js';
import { RequestPipeline } from './request-pipeline.js';
import { RequestMetrics } from '../metrics/request-metrics.js';
import { createTlsServer } from './tls-server.js';
import { onUpgrade } from './upgrade.js';

/**
 * The TLS port. Requests go from Node's server directly to the pipeline: a router before it would cost a tenth of a GET
 * (bench: get) and handle unusual paths, methods and escapes before the dispatcher (decision 058).
 */
@Injectable()
export class HttpsListener {
  readonly server: Server;
  private readonly limit = new ConnectionLimit();

  constructor(
    private readonly context: ServerContext,
    { contexts }: ServerCertificates,
    pipeline: RequestPipeline,
    metrics: RequestMetrics,
  ) {
    const { options, log } = context;
    const { http2, requestTimeoutMs } = options;
    const listener = refuseHttpVersion(limitHeaderFields(answerInTurn(pipeline.handle)));
    this.server = createTlsServer({ contexts, http2, requestTimeoutMs }, listener);
    this.server.on('clientError', onClientError);
    this.server.on('tlsClientError', () => metrics.failedHandshakes++);
    this.server.on('upgrade', (raw, socket, head) => onUpgrade({ pipeline, log }, raw, socket as Socket, head));
    this.limit.guard(this.server);
  }

  /** Opens the port. @returns its number. @throws errors of the operating system. */
  async listen(): Promise<number> {
    const { options, log } = this.context;
    this.server.listen(options.securePort, options.bindAddress);
    await once(this.server, 'listening');
    // For example too many open files during accept: that connection fails, the server continues.
    this.server.on('error', (error) => log.error('the listener failed', { error }));
    const bound = this.server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the listener has no port');
    return bound.port;
  }

  /** Closes the port and all connections, including those in their handshake. */
  async close(): Promise<void> {
    const closed = this.server.listening ? once(this.server, 'close') : undefined;
    if (closed) this.server.close();
    this.limit.destroyAll();
    await closed;
  }
}
