import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest } from 'node:http2';
import { Injectable } from '@nestjs/common';
import { Aggregator } from '@orch/aggregation';
import { requireAllowed } from '@orch/authorization';
import {
  Authorizer,
  abortResponse,
  AuditIds,
  chainFilters,
  dispatcher,
  isReplyClosed,
  NetworkTurns,
  requestConnection,
  ServerRequest,
  unknownPath,
  type RequestContext,
  type Step,
} from '@orch/http';
import { YamlDecoder } from '../body/yaml-decoder.js';
import { ServedKinds } from '../context/served-kinds.js';
import { ServerContext } from '../context/server-context.js';
import { DashboardRequests } from '../dashboard/dashboard-requests.js';
import { Endpoints } from '../endpoints/endpoints.js';
import { FilterChain } from '../filters/filter-chain.js';
import { ResourceRequests } from '../resource/resource-requests.js';
import { endWithoutBody } from './end-without-body.js';

/** Requests of HTTP/2 connections that wait to be begun, some 6 KiB each. One read of a connection may have hundreds, most of them reset in the same read. */
const MAX_WAITING = 16_384;

/** Runs a request through all filters in order, then the handler. */
@Injectable()
export class RequestPipeline {
  private readonly auditIds = new AuditIds();
  private readonly starts = new NetworkTurns(MAX_WAITING);
  private readonly first: Step;
  /** The header Strict-Transport-Security. */
  private readonly transportSecurity: string;

  constructor(
    private readonly context: ServerContext,
    private readonly yamlDecoder: YamlDecoder,
    { filters }: FilterChain,
    resources: ResourceRequests,
    endpoints: Endpoints,
    { isGroup }: ServedKinds,
    aggregator: Aggregator,
    authorizer: Authorizer,
    dashboard: DashboardRequests,
  ) {
    this.transportSecurity = context.options.strictTransportSecurity.join('; ');
    dashboard.dispatch = this.handle;
    const notFound = (request: RequestContext) => unknownPath(request, isGroup);
    const here = dispatcher(resources.handle, endpoints, notFound);
    const authorizeWhole = (request: RequestContext) => requireAllowed(authorizer, request, request.info);
    this.first = chainFilters(filters, aggregator.handler(here, authorizeWhole));
  }

  /**
   * Handles one request of the listener. Never throws: every failure is answered by the filters, or ends its
   * connection.
   */
  readonly handle = (raw: IncomingMessage, reply: ServerResponse): void => {
    // A connection that breaks emits errors at several places; without a listener they would end the process.
    reply.on('error', ignoreBrokenConnection);
    if (raw.httpVersionMajor !== 2) {
      endWithoutBody(raw);
      return this.begin(raw, reply);
    }
    raw.on('error', ignoreBrokenConnection);
    if (this.starts.mayRun()) return this.begin(raw, reply);
    this.starts.add({
      ...requestConnection(raw),
      run: () => this.begin(raw, reply),
      isGone: () => isReplyClosed(reply), // a request of HTTP/2 is not destroyed with its stream
      refuse: () => refuse(raw, reply),
    });
  };

  private begin(raw: IncomingMessage, reply: ServerResponse): void {
    const { options, watchdog } = this.context;
    try {
      if (this.transportSecurity !== '') reply.setHeader('Strict-Transport-Security', this.transportSecurity);
      const auditId = this.auditIds.idFor(raw.headers);
      const request = new ServerRequest(raw, reply, auditId, options.maxRequestBodyBytes, this.yamlDecoder, watchdog);
      watchdog?.begin(request, request.startedMs);
      const answered = this.first(request);
      if (answered instanceof Promise) {
        answered.then(
          () => request.releaseBody(),
          (error: unknown) => this.failed(reply, error),
        );
      }
    } catch (error) {
      this.failed(reply, error);
    }
  }

  /** The recover filter answers all failures. Only bugs of the recover filter itself remain. */
  private failed(reply: ServerResponse, error: unknown): void {
    this.context.log.error('an error response could not be sent', { error });
    abortResponse(reply);
  }
}

/** A watch of the dashboard is a request without a stream. */
function refuse(raw: IncomingMessage, reply: ServerResponse): void {
  const { stream } = raw as unknown as Partial<Http2ServerRequest>;
  if (stream) stream.close(constants.NGHTTP2_REFUSED_STREAM);
  else reply.destroy();
}

/** The client disconnected: `close` follows, and aborts the request. */
const ignoreBrokenConnection = (): void => undefined;
