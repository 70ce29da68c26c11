import type { RedisOverride } from './redis-store-options.js';

/** The text is no override. The message says what one looks like, and holds nothing of it: a password may be in the address. */
export class RedisOverrideError extends Error {
  override readonly name = 'RedisOverrideError';
}

const RESOURCE = /^[a-z][a-z0-9-]*$/;
const GROUP = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/**
 * Reads `/events#redis://host` or `/apps/deployments#redis+cluster://a,b;redis+cluster://c`; the first `/` may be left out where a
 * group stands. The addresses are not looked into.
 * @throws RedisOverrideError
 */
export function parseRedisOverride(text: string): RedisOverride {
  const hash = text.indexOf('#');
  const path = text.slice(0, Math.max(hash, 0)).split('/');
  if (path[0] === '') path.shift();
  const [resource = '', group = ''] = path.reverse();
  const urls = text
    .slice(hash + 1)
    .split(';')
    .filter((url) => url !== '');
  if (hash < 0 || path.length > 2 || !RESOURCE.test(resource) || (path.length === 2 && !GROUP.test(group)))
    throw new RedisOverrideError(
      'must be /RESOURCE#URL or /GROUP/RESOURCE#URL, such as /events#redis://127.0.0.1:6380',
    );
  if (urls.length === 0) throw new RedisOverrideError('needs an address after "#", such as redis://127.0.0.1:6380');
  return { group, resource, urls };
}
