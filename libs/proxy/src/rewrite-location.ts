/** The backend of a proxied response, and its address as the client sees it. */
export interface ProxyOrigin {
  /** Path up to `/proxy`. */
  readonly prefix: string;
  /** `10.0.0.7:80` */
  readonly targetHost: string;
  /** `Host` of the request. */
  readonly requestHost: string | undefined;
}

/**
 * Rewrites a `Location` for the client. An absolute path, or a URL of the backend or of the requested host, gets the prefix of the
 * proxy; relative paths and URLs of other hosts stay unchanged.
 */
export function rewriteLocation(location: string, { prefix, targetHost, requestHost }: ProxyOrigin): string {
  const path = pathAt(location, (url) =>
    [targetHost, requestHost].some((host) => host !== undefined && isHost(url, host)),
  );
  if (path === undefined || isBelow(path, prefix)) return location;
  return prefix + path;
}

/** Path with query and fragment of a location on this origin; undefined for others. */
function pathAt(location: string, isOwn: (url: URL) => boolean): string | undefined {
  if (location.startsWith('/') && !location.startsWith('//')) return location;
  // The scheme does not matter: the result has that of the proxy.
  const text = location.startsWith('//') ? `http:${location}` : location;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return isOwn(url) ? url.pathname + url.search + url.hash : undefined;
}

/** Equal hosts, where the default port of the scheme may be omitted. */
const isHost = (url: URL, host: string): boolean =>
  URL.canParse(`${url.protocol}//${host}`) && new URL(`${url.protocol}//${host}`).host === url.host;

const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && ['', '/', '?', '#'].includes(path.charAt(prefix.length));
