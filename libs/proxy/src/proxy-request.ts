import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  GuardedListeners,
  flowOfRequester,
  exemptFromRequestTimeout,
  isUpgradeRequest,
  hasBody,
  mustLinger,
  networkTurn,
  type RequestContext,
  CLIENT_GONE,
  writeText,
} from '@orch/http';
import { traceHeaders } from '@orch/tracing';
import type { IsCredential } from './credential-headers.js';
import type { Dial } from './dial.js';
import { forwardBytes, readAheadLittle } from './forward-bytes.js';
import { joinConnections } from './join-connections.js';
import { limitPieces } from './limit-pieces.js';
import { proxiedConnections } from './proxied-connections.js';
import type { ProxiedPath } from './proxied-path.js';
import { hostOf, type ProxyTarget } from './proxy-target.js';
import type { Headers } from './end-to-end-headers.js';
import { requestHeaders } from './request-headers.js';
import { responseHeaders } from './response-headers.js';
import { sendBack } from './send-back.js';
import { ClosedEarly, InvalidResponse, toProxyError } from './proxy-error.js';

/** Maximum number of 1xx responses before the final one. */
const MAX_INFORMATIONAL = 16;

/** What the answer of a backend with a redirect becomes, where redirects are refused. */
const REDIRECT_REFUSED = 'the backend attempted to redirect this request, which is not permitted';

/** How a request is proxied. */
export interface ProxyRequestOptions {
  readonly dial: Dial;
  readonly isCredential: IsCredential;
  /** Headers set on the request, after credentials of the client were removed. Default: none. */
  readonly setHeaders?: Headers;
  /** Whether a response with a redirect is answered with 502 instead of passed on. Default: false. */
  readonly refusesRedirects?: boolean;
  /** Ends the request early. Default: the signal of the request. */
  readonly signal?: AbortSignal;
}

/**
 * Proxies a request and its response as streams, without buffering: backpressure and close of one side propagate to the other. Redirects
 * are not followed. Resolves at the end of the response.
 * @throws ApiError ServiceUnavailable for a missing, invalid or incomplete response.
 */
export async function proxyRequest(
  context: RequestContext,
  target: ProxyTarget,
  place: ProxiedPath,
  options: ProxyRequestOptions,
): Promise<void> {
  const { raw, reply } = context;
  const { dial, isCredential, setHeaders, signal = context.signal } = options;
  const flow = flowOfRequester(context);
  const release = afterBoth(proxiedConnections.reserve(flow, raw.rawHeaders));
  if (hasBody(raw)) {
    exemptFromRequestTimeout(raw);
    if (raw.httpVersionMajor === 1) for (const stream of [raw, raw.socket]) readAheadLittle(stream);
  }
  const socket = await dial(target, signal, flow).catch((cause: unknown) => {
    release.request();
    release.connection();
    throw toProxyError(target, cause);
  });
  if (socket.closed) release.connection();
  else socket.once('close', release.connection);
  try {
    if (raw.headers.expect !== undefined) reply.writeContinue();
    const headers = requestHeaders(raw, place, isCredential);
    for (const [name, values] of setHeaders ?? []) headers.set(name, values);
    for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, [value]);
    await new ProxiedRequest(context, target, place, socket, signal, options.refusesRedirects).run(headers);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    release.request();
  }
}

/** Calls `release` when both the request and the connection to the backend have ended. */
function afterBoth(release: () => void): { readonly request: () => void; readonly connection: () => void } {
  let left = 2;
  const ended = (): void => void (--left === 0 && release());
  return { request: ended, connection: ended };
}

/** One request between two connections. All its listeners are guarded: see {@link GuardedListeners}. */
class ProxiedRequest {
  private readonly listeners = new GuardedListeners((error) => this.fail(error));
  /** The connection was upgraded: no HTTP may be written any more. */
  private joined = false;
  /** The request failed. Responses that the parser still finds in received bytes are ignored. */
  private failed = false;
  /** Forwards no more of the body of the request. */
  private stopBody: () => void = () => undefined;
  private resolve: () => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;

  constructor(
    private readonly context: RequestContext,
    private readonly target: ProxyTarget,
    private readonly place: ProxiedPath,
    private readonly socket: Duplex,
    private readonly signal: AbortSignal,
    private readonly refusesRedirects = false,
  ) {}

  run(headers: ReadonlyMap<string, readonly string[]>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      this.listeners.guard(() => this.begin(headers))();
    });
  }

  private begin(headers: ReadonlyMap<string, readonly string[]>): void {
    const { context, target, place, socket, listeners, signal } = this;
    const { raw } = context;
    const outgoing = request({
      createConnection: () => socket,
      host: target.ip,
      port: target.port,
      method: context.method,
      path: (place.path === '' ? '/' : place.path) + place.query,
    });
    // Stays to the end: an error without a listener would be an uncaught exception.
    listeners.on(outgoing, 'error', (error) => this.onRequestError(outgoing, error));
    for (const [name, values] of headers) outgoing.setHeader(name, values);
    signal.addEventListener('abort', listeners.guard(() => this.onAbort()), { once: true }); // prettier-ignore
    listeners.once(outgoing, 'response', (response: IncomingMessage) => {
      if (this.failed) return;
      if (this.refusesRedirects && isRedirect(response)) return this.refuseRedirect();
      sendBack(response, this.headersOf(response), context, listeners, {
        done: () => this.resolve(),
        failed: (cause) => this.fail(cause),
        received: () => this.stopBody(),
      });
    });
    // Node closes the connection after an unrequested upgrade.
    if (isUpgradeRequest(raw)) {
      listeners.once(outgoing, 'upgrade', (response: IncomingMessage, upstream: Duplex, head: Buffer) => {
        this.join(response, upstream, head);
      });
    }
    let informational = 0;
    listeners.on(outgoing, 'information', () => {
      if (++informational > MAX_INFORMATIONAL) throw new InvalidResponse();
    });
    listeners.once(outgoing, 'close', () => {
      if (!this.joined && !context.reply.headersSent) throw new ClosedEarly();
    });
    if (hasBody(raw)) {
      this.stopBody = forwardBytes(raw, outgoing, flowOfRequester(context).name, listeners);
      listeners.once(raw, 'end', () => outgoing.end());
      limitPieces(raw, listeners);
    } else outgoing.end();
    if (signal.aborted) this.onAbort();
  }

  private refuseRedirect(): void {
    this.failed = true;
    this.stopBody();
    this.socket.destroy();
    writeText(this.context, 502, REDIRECT_REFUSED);
    const { raw } = this.context;
    if (raw.httpVersionMajor === 1 && !mustLinger(raw)) raw.resume(); // the next request of the connection waits for its end
    this.resolve();
  }

  private headersOf(response: IncomingMessage): ReturnType<typeof responseHeaders> {
    const { context, place, target } = this;
    const origin = { prefix: place.prefix, targetHost: hostOf(target), requestHost: context.raw.headers.host };
    return responseHeaders(response, context, origin);
  }

  private join(response: IncomingMessage, upstream: Duplex, head: Buffer): void {
    if (this.failed) return;
    const headers = this.headersOf(response);
    this.joined = true;
    this.listeners.once(upstream, 'close', () => this.resolve());
    joinConnections(response, headers, this.context, upstream, head, this.listeners);
  }

  /** A server that has begun its response may leave the rest of the body unread; `sendBack` handles the end of the response. */
  private onRequestError({ res }: ClientRequest & { res?: IncomingMessage }, error: unknown): void {
    if (!res) this.fail(error);
  }

  private onAbort(): void {
    const { signal, listeners } = this;
    // No HTTP may be written on a joined connection, and nothing to a disconnected client.
    if (!this.joined && signal.reason !== CLIENT_GONE) return this.fail(signal.reason);
    if (this.joined) {
      this.context.reply.destroy(); // whose signal aborted this may answer an error, too
      this.leave();
    } else void networkTurn(this.context.raw).then(listeners.guard(() => this.leave())); // the client may have left hundreds of requests over HTTP/2
  }

  private leave(): void {
    this.socket.destroy();
    this.resolve();
  }

  /** Ends this request only: with an error response, or by closing the connection when a response has begun or cannot be sent. */
  private fail(cause: unknown): void {
    this.failed = true;
    this.stopBody();
    this.socket.destroy();
    if (!this.joined) return this.reject(toProxyError(this.target, cause));
    this.context.raw.socket.destroy();
    this.resolve();
  }
}

const isRedirect = ({ statusCode = 0, headers }: IncomingMessage): boolean =>
  statusCode >= 300 && statusCode <= 399 && headers.location !== undefined;
