import type { RedisOverride } from './redis-store-options.js';

/**
 * An invalid override. The message shows the format, without any part of the text: the address may contain a password.
 */
export class RedisOverrideError extends Error {
  override readonly name = 'RedisOverrideError';
}

const RESOURCE = /^[a-z][a-z0-9-]*$/;
const GROUP = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/**
 * Parses `/events#redis://host` or `/apps/deployments#redis+cluster://a,b;redis+cluster://c`; the first `/` is optional
 * before a group. The addresses are not validated.
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
