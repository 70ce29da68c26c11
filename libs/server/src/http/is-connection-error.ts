/** Of Node's HTTP, TLS, streams and parsers, and of the HTTP client. */
const CODE_PREFIXES = ['ERR_HTTP', 'ERR_STREAM_', 'ERR_TLS_', 'ERR_SSL_', 'ERR_SOCKET_', 'HPE_', 'UND_ERR_'];

/** Of the operating system about one connection, and of Node about one header or path. */
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

/**
 * Whether an error, by its code, is about one connection or message alone. The memory of the process agrees with its store as before,
 * so that one which nothing caught costs that connection (decision 047). Errors without such a code may come from anywhere.
 */
export function isConnectionError(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && (CODES.has(code) || CODE_PREFIXES.some((prefix) => code.startsWith(prefix)));
}
