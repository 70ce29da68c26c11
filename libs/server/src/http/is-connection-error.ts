/** Of Node's HTTP, TLS, streams and parsers, and of the HTTP client. */
const CODE_PREFIXES = ['ERR_HTTP', 'ERR_STREAM_', 'ERR_TLS_', 'ERR_SSL_', 'ERR_SOCKET_', 'HPE_', 'UND_ERR_'];

/** Codes of the operating system for one connection, and of Node for one header or path. */
const CODES: ReadonlySet<string> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTCONN',
  'EPIPE',
  'EPROTO',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_UNESCAPED_CHARACTERS',
  'ETIMEDOUT',
]);

/** Node throws where a connection that it has destroyed has data, as OpenSSL may after an error of a certificate. */
const READ_OF_DESTROYED = /\n +at new ErrnoException \(node:internal\/[^\n]*\n +at \w+\.onStreamRead \(node:internal\//;

/**
 * Whether an error, by its code or its stack, concerns one connection or message only. The state of the process is then consistent
 * with its store, so an uncaught one costs that connection only (decision 047). Errors without such a code may come
 * from anywhere.
 */
export function isConnectionError(error: unknown): boolean {
  const { code, stack = '' } = (error ?? {}) as { readonly code?: unknown; readonly stack?: string };
  if (code === 'ERR_OUT_OF_RANGE') return READ_OF_DESTROYED.test(stack);
  return typeof code === 'string' && (CODES.has(code) || CODE_PREFIXES.some((prefix) => code.startsWith(prefix)));
}
