/** Fields of a message by their names in lower case. A map: `__proto__` is a name like any other. */
export type Headers = Map<string, string[]>;

/** Fields that are about one connection and not about the message (RFC 9110, section 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers of a message to forward: all but hop-by-hop headers and those that `Connection` names.
 * @param rawHeaders name and value in turn, as Node gives them.
 */
export function endToEndHeaders(rawHeaders: readonly string[]): Headers {
  const headers: Headers = new Map();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (name.startsWith(':')) continue; // pseudo-headers of HTTP/2
    const values = headers.get(name);
    if (values) values.push(rawHeaders[i + 1]!);
    else headers.set(name, [rawHeaders[i + 1]!]);
  }
  for (const name of namedByConnection(headers)) headers.delete(name);
  for (const name of HOP_BY_HOP) headers.delete(name);
  return headers;
}

const namedByConnection = (headers: Headers): string[] =>
  (headers.get('connection') ?? []).flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase());
