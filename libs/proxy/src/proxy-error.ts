import { ApiError } from '@orch/apimachinery';
import { SERVER_STOPPING } from '@orch/http';
import { hostOf, type ProxyTarget } from './proxy-target.js';

/** A connection was idle for too long. */
export class IdleTooLong extends Error {
  readonly code = 'EIDLE';
}

/** A connection was closed before a response arrived. */
export class ClosedEarly extends Error {
  readonly code = 'ECONNRESET';
}

/** A response that Node's parser accepts but that may not be forwarded. */
export class InvalidResponse extends Error {
  readonly code = 'HPE_INVALID_RESPONSE';
}

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'the connection was closed before the response was complete'],
  ['EHANDSHAKEREFUSED', 'the TLS handshake of the server is not valid, or has too many certificates'],
  ['EHANDSHAKETOOLONG', 'the TLS handshake of the server is longer than 16 KiB'],
  ['EHOSTUNREACH', 'no route to host'],
  ['EIDLE', 'the connection was idle for too long'],
  ['ENETUNREACH', 'network is unreachable'],
  ['EPIPE', 'the connection was closed before the response was complete'],
  ['EPROTO', 'the server does not speak TLS on this port'],
  ['ERECORDFLOOD', 'the server sent too many TLS records without data'],
  ['ETIMEDOUT', 'connection timed out'],
]);

/**
 * The error for the client, by the code of its cause: nothing else of the cause is shown.
 * @returns ApiError ServiceUnavailable; an error without a code is a bug of this server and returned unchanged.
 */
export function toProxyError(target: ProxyTarget, cause: unknown): unknown {
  if (cause instanceof ApiError) return cause;
  const text = textOf(cause);
  if (text === undefined) return cause;
  // Without Retry-After: clients would retry for a while.
  return new ApiError('ServiceUnavailable', `error trying to reach service: ${hostOf(target)}: ${text}`, { cause });
}

function textOf(cause: unknown): string | undefined {
  if (cause === SERVER_STOPPING) return 'the server is stopping';
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  if (typeof code !== 'string') return undefined;
  if (code.startsWith('HPE_')) return 'the response is not valid HTTP';
  return TEXTS.get(code) ?? `the connection failed (${code})`;
}
