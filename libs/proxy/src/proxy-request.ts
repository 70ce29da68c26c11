import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import {
  GuardedListeners,
  exemptFromRequestTimeout,
  isUpgradeRequest,
  hasBody,
  type RequestContext,
  CLIENT_GONE,
} from '@orch/http';
import type { IsCredential } from './credential-headers.js';
import type { Dial } from './dial.js';
import { joinConnections } from './join-connections.js';
import type { ProxiedPath } from './proxied-path.js';
import { hostOf, type ProxyTarget } from './proxy-target.js';
import { requestHeaders } from './request-headers.js';
import { responseHeaders } from './response-headers.js';
import { sendBack } from './send-back.js';
import { ClosedEarly, IdleTooLong, InvalidResponse, toProxyError } from './proxy-error.js';

/** Idle timeout. Long, since long polls and watches may be silent for long; closes connections whose peer vanished. */
const IDLE_MS = 3_600_000;

/** Maximum number of 1xx responses before the final one. */
const MAX_INFORMATIONAL = 16;

/**
 * Proxies a request and its response as streams, without buffering: backpressure and close of one side propagate to the other. Redirects
 * are not followed. Resolves at the end of the response.
 * @throws ApiError ServiceUnavailable for a missing, invalid or incomplete response.
 */
export async function proxyRequest(
  context: RequestContext,
  target: ProxyTarget,
  place: ProxiedPath,
  { dial, isCredential }: { readonly dial: Dial; readonly isCredential: IsCredential },
): Promise<void> {
  const { raw, reply, signal } = context;
  if (hasBody(raw)) exemptFromRequestTimeout(raw);
  const socket = await dial(target, signal).catch((cause: unknown) => {
    throw toProxyError(target, cause);
  });
  try {
    if (raw.headers.expect !== undefined) reply.writeContinue();
    await new ProxiedRequest(context, target, place, socket).run(requestHeaders(raw, place, isCredential));
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** One request between two connections. All its listeners are guarded: see {@link GuardedListeners}. */
class ProxiedRequest {
  private readonly listeners = new GuardedListeners((error) => this.fail(error));
  /** The connection was upgraded: no HTTP may be written any more. */
  private joined = false;
  /** The request failed. Responses that the parser still finds in received bytes are ignored. */
  private failed = false;
  private resolve: () => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;

  constructor(
    private readonly context: RequestContext,
    private readonly target: ProxyTarget,
    private readonly place: ProxiedPath,
    private readonly socket: Socket,
  ) {}

  run(headers: ReadonlyMap<string, readonly string[]>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      this.listeners.guard(() => this.begin(headers))();
    });
  }

  private begin(headers: ReadonlyMap<string, readonly string[]>): void {
    const { context, target, place, socket, listeners } = this;
    const { raw, signal } = context;
    socket.setTimeout(IDLE_MS, () => socket.destroy(new IdleTooLong()));
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
      sendBack(response, this.headersOf(response), context, listeners, {
        done: () => this.resolve(),
        failed: (cause) => this.fail(cause),
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
    if (hasBody(raw)) raw.pipe(outgoing);
    else outgoing.end();
    if (signal.aborted) this.onAbort();
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
    const { signal } = this.context;
    // No HTTP may be written on a joined connection, and nothing to a disconnected client.
    if (!this.joined && signal.reason !== CLIENT_GONE) return this.fail(signal.reason);
    this.socket.destroy();
    this.resolve();
  }

  /** Ends this request only: with an error response, or by closing the connection when a response has begun or cannot be sent. */
  private fail(cause: unknown): void {
    this.failed = true;
    this.socket.destroy();
    if (!this.joined) return this.reject(toProxyError(this.target, cause));
    this.context.raw.socket.destroy();
    this.resolve();
  }
}
