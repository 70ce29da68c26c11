/** Headers of a request, as Node has them. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether the host and port of a page are those of the request that it made. The scheme is not compared: one port has one.
 * @param origin as in the header `Origin`.
 */
export function isOwnOrigin(origin: string, headers: Headers): boolean {
  const authority = headers[':authority'] ?? headers['host'];
  if (typeof authority !== 'string' || !URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  const own = `${protocol}//${authority}`; // parsed too: the port of the scheme is left out
  return URL.canParse(own) && new URL(own).host === host;
}
