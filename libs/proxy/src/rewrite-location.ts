/** Where a proxied answer comes from, and where it is seen. */
export interface ProxyOrigin {
  /** Path up to `/proxy`. */
  readonly prefix: string;
  /** `10.0.0.7:80` */
  readonly targetHost: string;
  /** `Host` of the request. */
  readonly requestHost: string | undefined;
}

/**
 * A `Location` as the client must see it. A path, or a URL of the host that answered or was asked, is meant behind the proxy
 * and gets its prefix; what is relative is right already, and another host is another host.
 */
export function rewriteLocation(location: string, { prefix, targetHost, requestHost }: ProxyOrigin): string {
  const path = pathAt(location, (url) =>
    [targetHost, requestHost].some((host) => host !== undefined && isHost(url, host)),
  );
  if (path === undefined || isBelow(path, prefix)) return location;
  return prefix + path;
}

/** Path with query and fragment, where the location is one of this origin; undefined otherwise. */
function pathAt(location: string, isOwn: (url: URL) => boolean): string | undefined {
  if (location.startsWith('/') && !location.startsWith('//')) return location;
  // Its scheme does not matter: it is that of the proxy afterwards.
  const text = location.startsWith('//') ? `http:${location}` : location;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return isOwn(url) ? url.pathname + url.search + url.hash : undefined;
}

/** A port that the scheme says already may be left out. */
const isHost = (url: URL, host: string): boolean =>
  URL.canParse(`${url.protocol}//${host}`) && new URL(`${url.protocol}//${host}`).host === url.host;

const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && ['', '/', '?', '#'].includes(path.charAt(prefix.length));
