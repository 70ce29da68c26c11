import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, type Status } from '@orch/apimachinery';
import type { UserInfo } from '@orch/api';
import type { EventLoopWatchdog, LogFields, TurnSubject } from '@orch/process';
import { Warnings } from './warning-header.js';
import { headerMemory } from './header-memory.js';
import { assertRoom } from './in-turns.js';
import { bodyIncomplete, declaredLength, hasBody, hasWholeBody, readBody } from './read-body.js';
import type { Decision } from './authorizer.js';
import type { AuditAnnotation, Failure, LargeYamlDecoder, RequestContext, RequestInfo } from './request-context.js';
import { parseQuery } from './query.js';
import { queryOf, UNRESOLVED_REQUEST } from './request-info.js';
import { isReplyClosed } from './reply-closed.js';
import { flowOfRequester } from './requester.js';
import type { Seat } from './seat.js';
import { SeatlessRequests, type SeatlessRequest } from './seatless-requests.js';

/** Client data is truncated to this length in the log. */
const LOGGED_LENGTH = 256;
/** When the decoding queue is full, a larger body is rejected unread. Smaller ones are rarely decoded in steps. */
const LARGE_BODY_BYTES = 256 * 1_024;
const UNKNOWN_USER: UserInfo = { username: '', groups: [] };

/** Requests of all servers of this process that wait without a seat. */
const seatless = new SeatlessRequests();

/**
 * The request as the filters use it; later steps have the `RequestContext` only. Fields that are not always needed
 * (query, signal, body) are created on first use.
 */
export class ServerRequest implements RequestContext, TurnSubject {
  info: RequestInfo = UNRESOLVED_REQUEST;
  user: UserInfo = UNKNOWN_USER;
  impersonator: UserInfo | undefined;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly warnings = new Warnings();
  onlyVisible = false;
  /** The authorization decision for the whole request, for audit. */
  decision: Decision | undefined;
  failure: Failure | undefined;
  answeredStatus: Status | undefined;
  onUpgraded: (() => void) | undefined;
  record: RequestContext['record'];
  answerHeaders: Readonly<Record<string, string>> | undefined;
  auditAnnotations: Map<string, AuditAnnotation> | undefined;
  answerBytes = 0;
  excludedMs = 0;
  /** Called after authorization: a long-running request releases its seat. */
  onAuthorized: (() => void) | undefined;
  /** The seat of the request in its priority level; undefined without one. Set by flow control. */
  seat: Seat | undefined;
  /** Start of the phase that is measured, in milliseconds of a monotonic clock. */
  phaseStartedMs = 0;
  /** Time of arrival, in milliseconds of a monotonic clock. */
  readonly startedMs: number;
  private parsedQuery: URLSearchParams | undefined;
  private controller: AbortController | undefined;
  private abortReason: unknown;
  private body: Promise<Buffer> | undefined;
  /** Ends the wait for the rest of the body. */
  private abortBody: ((reason: unknown) => void) | undefined;

  constructor(
    readonly raw: IncomingMessage,
    readonly reply: ServerResponse,
    readonly auditId: string,
    private readonly bodyLimitBytes: number,
    readonly yamlDecoder: LargeYamlDecoder,
    private readonly watchdog?: EventLoopWatchdog,
  ) {
    this.method = raw.method ?? 'GET';
    this.headers = raw.headers;
    this.startedMs = performance.now();
  }

  get url(): string {
    return this.raw.url ?? '/';
  }

  get query(): URLSearchParams {
    return (this.parsedQuery ??= parseQuery(queryOf(this.url)));
  }

  /** A watch, a stream of watches or a connection of unlimited duration: no deadline, no seat in the in-flight limits. */
  get isLongRunning(): boolean {
    const { verb, subresource, isResource, path } = this.info;
    if (!isResource) return verb === 'post' && path === STREAMS_PATH;
    return verb === 'watch' || (subresource !== '' && LONG_RUNNING_SUBRESOURCES.has(subresource));
  }

  readBody(): Promise<Buffer> {
    return (this.body ??= this.receiveBody());
  }

  /** Releases the memory of the body: its client may not read the answer for long. */
  releaseBody(): void {
    this.body = undefined;
    this.abortBody = undefined;
  }

  private async receiveBody(): Promise<Buffer> {
    const { raw } = this;
    if (!hasBody(raw)) return this.receive();
    if ((declaredLength(raw) ?? 0) > LARGE_BODY_BYTES) assertRoom(flowOfRequester(this));
    if (!raw.complete) await Promise.resolve(); // Node parses what came with the headers after the request has begun
    return raw.complete || hasWholeBody(raw) ? this.receive() : this.awaitBody();
  }

  /** A client may send slowly or never: meanwhile others may have the seat. */
  private awaitBody(): Promise<Buffer> {
    return this.withoutSeat((waiting) => this.receive((bytes) => waiting.grow(bytes)));
  }

  async withoutSeat<T>(wait: (waiting: SeatlessRequest) => Promise<T>): Promise<T> {
    const { raw, seat } = this;
    seat?.release();
    const waiting = seatless.begin(flowOfRequester(this), headerMemory(raw.rawHeaders), (why) => this.abort(why));
    try {
      const result = await wait(waiting);
      await seat?.retake();
      return result;
    } finally {
      waiting.end();
    }
  }

  private receive(onPiece?: (bytes: number) => void): Promise<Buffer> {
    const { raw, reply, bodyLimitBytes, abortReason } = this;
    // The request may have ended during authentication, authorization or its wait for a seat: no further event would
    // release the seat.
    if (abortReason !== undefined || isReplyClosed(reply))
      return Promise.reject(bodyIncomplete(abortReason ?? CLIENT_GONE));
    return readBody(raw, reply, bodyLimitBytes, {
      onPiece,
      onWhole: () => this.watchdog?.begin(this),
      onWaiting: (cut) => (this.abortBody = cut),
    });
  }

  get turnFields(): LogFields {
    const { info, headers } = this;
    // The path after a proxied object's name belongs to another server, and may contain its secrets.
    const path = info.subresource === 'proxy' ? info.path.slice(0, info.path.indexOf('/proxy')) : info.path;
    return {
      verb: info.verb,
      ...(info.isResource ? { resource: info.resource, subresource: info.subresource } : {}),
      path: path.slice(0, LOGGED_LENGTH),
      userAgent: headers['user-agent']?.slice(0, LOGGED_LENGTH),
    };
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      const controller = (this.controller = new AbortController());
      if (this.abortReason !== undefined) controller.abort(this.abortReason);
      else if (isReplyClosed(this.reply)) controller.abort(CLIENT_GONE);
      else this.reply.once('close', () => controller.abort(CLIENT_GONE));
    }
    return this.controller.signal;
  }

  assertOpen(): void {
    if (this.abortReason !== undefined) throw this.abortReason;
    if (isReplyClosed(this.reply)) throw CLIENT_GONE;
  }

  /** Aborts the work for this request: deadline or drain. */
  abort(reason: unknown): void {
    this.abortReason ??= reason;
    this.controller?.abort(reason);
    this.abortBody?.(reason);
  }
}

/** Abort reason when the connection closed during the request. Not a fault of the server: it is not logged. */
export const CLIENT_GONE: ApiError = ApiError.badRequest('the client closed the connection');

const LONG_RUNNING_SUBRESOURCES: ReadonlySet<string> = new Set(['proxy', 'exec', 'attach', 'portforward', 'log']);
/** A POST opens a stream of watches. */
const STREAMS_PATH = '/dashboard/streams';
