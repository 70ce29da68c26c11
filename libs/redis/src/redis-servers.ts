import { parseRedisUrls } from './redis-url.js';

/** The servers of an address as messages name them, without passwords. */
export function redisServers(urls: readonly string[]): { readonly text: string; readonly tls: boolean } {
  const target = parseRedisUrls(urls);
  const { tls } = target;
  const list = (addresses: readonly { readonly host: string; readonly port: number }[]): string =>
    addresses.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(', ');
  switch (target.kind) {
    case 'single':
      return { text: `Redis at ${list([target])}`, tls };
    case 'unix':
      return { text: `Redis at ${target.path}`, tls };
    case 'sentinel':
      return { text: `Redis "${target.name}" by the Sentinels at ${list(target.sentinels)}`, tls };
    case 'cluster':
      return { text: `the Redis cluster at ${list(target.nodes)}`, tls };
  }
}
