import { ApiError } from '@orch/apimachinery';
import type { Filter } from './filter.js';

/**
 * Acting as somebody else is not served yet. A request that asks for it is refused: to answer it as the real user would
 * give the caller another view than the one asked for.
 */
export const impersonate = (): Filter => (next) => (request) => {
  const { headers } = request;
  if (headers['impersonate-user'] !== undefined || headers['impersonate-group'] !== undefined || hasOther(headers)) {
    throw new ApiError('Forbidden', 'impersonation is not served by this server: leave out the Impersonate-* headers', {
      details: {},
    });
  }
  return next(request);
};

function hasOther(headers: object): boolean {
  for (const name in headers) if (name.startsWith('impersonate-')) return true;
  return false;
}
