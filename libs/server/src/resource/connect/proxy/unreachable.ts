import { ApiError } from '@orch/apimachinery';
import { hostOf, type ProxyTarget } from './proxy-target.js';

/** Nothing moved on a connection for too long. */
export class IdleTooLong extends Error {
  readonly code = 'EIDLE';
}

/** A connection ended before there was an answer. */
export class BrokenOff extends Error {
  readonly code = 'ECONNRESET';
}

const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EHOSTUNREACH: 'no route to host',
  EIDLE: 'nothing came for too long',
  ENETUNREACH: 'network is unreachable',
  EPIPE: 'the connection was closed before the answer was complete',
  EPROTO: 'no TLS is spoken there',
  ETIMEDOUT: 'connection timed out',
};

/** Why nothing came from behind the proxy, by the code of the failure; nothing else of it is told to a client. */
export function unreachable(target: ProxyTarget, cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  const text = textOf(codeOf(cause));
  // Without Retry-After: clients would try again for a while by themselves.
  return new ApiError('ServiceUnavailable', `error trying to reach service: ${hostOf(target)}: ${text}`, { cause });
}

function textOf(code: string | undefined): string {
  if (code === undefined) return 'the request was ended'; // from here, so that no system gave it a code
  if (code.startsWith('HPE_')) return 'the answer is no HTTP';
  return TEXTS[code] ?? `the connection failed (${code})`;
}

function codeOf(cause: unknown): string | undefined {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
