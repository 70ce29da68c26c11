import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { UserInfo } from '@orch/api';
import type { EventLoopWatchdog, LogFields, TurnSubject } from '@orch/process';
import { flowOf } from './fair-queue.js';
import { receiveInTurn } from './in-turns.js';
import { bodyCutOff, declaredLength, hasBody, readBody } from './read-body.js';
import type { Decision } from './authorizer.js';
import type { Failure, LargeYamlDecoder, RequestContext, RequestInfo } from './request-context.js';
import { queryOf, UNRESOLVED_REQUEST } from './request-info.js';
import { isReplyClosed } from './reply-closed.js';

/** What a client sends is cut for the log after so many characters. */
const LOGGED_LENGTH = 256;
/** Where many bodies wait to be decoded, a larger one is refused unread. Smaller ones are seldom decoded in steps. */
const LARGE_BODY_BYTES = 256 * 1_024;
const NOBODY: UserInfo = { username: '', groups: [] };

/**
 * The request as the filters see and shape it; behind them it is only a `RequestContext`. Everything that not every
 * request needs (query, signal, body) is made on first use.
 */
export class ServerRequest implements RequestContext, TurnSubject {
  info: RequestInfo = UNRESOLVED_REQUEST;
  user: UserInfo = NOBODY;
  impersonator: UserInfo | undefined;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly warnings: string[] = [];
  onlyVisible = false;
  /** What authorization said of the request as a whole: for audit. */
  decision: Decision | undefined;
  failure: Failure | undefined;
  record: RequestContext['record'];
  answerHeaders: Readonly<Record<string, string>> | undefined;
  auditAnnotations: Map<string, string> | undefined;
  answerBytes = 0;
  /** Called once authorization has passed: a long-running request gives back what it held until then. */
  onAuthorized: (() => void) | undefined;
  /** Frees the seat of the request in its priority level; undefined while it has none. Set by flow control, called by `releaseSeat` only. */
  freeSeat: (() => void) | undefined;
  /** When it came, in milliseconds of a clock that only moves forward. */
  readonly startedMs: number;
  private parsedQuery: URLSearchParams | undefined;
  private controller: AbortController | undefined;
  private abortReason: unknown;
  private body: Promise<Buffer> | undefined;
  /** Ends the wait for the rest of the body. */
  private cutBody: ((reason: unknown) => void) | undefined;

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

  /** Gives back the seat, once. */
  releaseSeat(): void {
    const { freeSeat } = this;
    this.freeSeat = undefined;
    freeSeat?.();
  }

  get url(): string {
    return this.raw.url ?? '/';
  }

  get query(): URLSearchParams {
    return (this.parsedQuery ??= new URLSearchParams(queryOf(this.url)));
  }

  /** A watch or a connection that lives as long as its client wants: no deadline, no place in the in-flight limits. */
  get isLongRunning(): boolean {
    const { verb, subresource } = this.info;
    return verb === 'watch' || (subresource !== '' && LONG_RUNNING_SUBRESOURCES.has(subresource));
  }

  readBody(): Promise<Buffer> {
    return (this.body ??= this.receiveBody());
  }

  private receiveBody(): Promise<Buffer> {
    const { raw } = this;
    const isLarge = hasBody(raw) && (declaredLength(raw) ?? Infinity) > LARGE_BODY_BYTES;
    return isLarge ? receiveInTurn(flowOf(this.user), () => this.receive()) : this.receive();
  }

  private receive(): Promise<Buffer> {
    const { raw, reply, bodyLimitBytes, abortReason } = this;
    // Authentication, authorization or a full level may have taken long: neither is told again, and the seat would be held for ever.
    if (abortReason !== undefined || isReplyClosed(reply))
      return Promise.reject(bodyCutOff(abortReason ?? CLIENT_GONE));
    const onWhole = (): void => this.watchdog?.begin(this);
    return readBody(raw, reply, bodyLimitBytes, onWhole, (cut) => (this.cutBody = cut));
  }

  get turnFields(): LogFields {
    const { info, headers } = this;
    // What follows a proxied object's name is a path of another server, and may hold its secrets.
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

  /** Tells whoever works for this request to stop: deadline or drain. */
  abort(reason: unknown): void {
    this.abortReason ??= reason;
    this.controller?.abort(reason);
    this.cutBody?.(reason);
  }
}

/** Why a signal fired when the connection closed under the request. */
export const CLIENT_GONE: Error = new Error('the client closed the connection');

const LONG_RUNNING_SUBRESOURCES: ReadonlySet<string> = new Set(['proxy', 'exec', 'attach', 'portforward', 'log']);
