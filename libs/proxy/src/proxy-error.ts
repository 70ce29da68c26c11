import { ApiError } from '@orch/apimachinery';
import { SERVER_STOPPING } from '@orch/http';
import { hostOf, type ProxyTarget } from './proxy-target.js';

/** Nothing moved on a connection for too long. */
export class IdleTooLong extends Error {
  readonly code = 'EIDLE';
}

/** A connection was closed before there was a response. */
export class ClosedEarly extends Error {
  readonly code = 'ECONNRESET';
}

/** Node's parser took it, and yet it is not a response that may be sent on. */
export class InvalidResponse extends Error {
  readonly code = 'HPE_INVALID_RESPONSE';
}

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'the connection was closed before the response was complete'],
  ['EHOSTUNREACH', 'no route to host'],
  ['EIDLE', 'the connection was idle for too long'],
  ['ENETUNREACH', 'network is unreachable'],
  ['EPIPE', 'the connection was closed before the response was complete'],
  ['EPROTO', 'the server does not speak TLS on this port'],
  ['ETIMEDOUT', 'connection timed out'],
]);

/**
 * The error that a client sees, by the code of its cause: nothing else of the cause is shown.
 * @returns ApiError ServiceUnavailable; an error without a code is a fault of this server, and returned as it is.
 */
export function toProxyError(target: ProxyTarget, cause: unknown): unknown {
  if (cause instanceof ApiError) return cause;
  const text = textOf(cause);
  if (text === undefined) return cause;
  // Without Retry-After: clients would try again for a while by themselves.
  return new ApiError('ServiceUnavailable', `error trying to reach service: ${hostOf(target)}: ${text}`, { cause });
}

function textOf(cause: unknown): string | undefined {
  if (cause === SERVER_STOPPING) return 'the server is stopping';
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  if (typeof code !== 'string') return undefined;
  if (code.startsWith('HPE_')) return 'the response is not valid HTTP';
  return TEXTS.get(code) ?? `the connection failed (${code})`;
}
