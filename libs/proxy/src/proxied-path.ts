import { type RequestInfo, pathOf, queryOf } from '@orch/http';

/** The URL of a proxied request, split without decoding: escapes are significant to the backend. */
export interface ProxiedPath {
  /** Up to `/proxy`, without a slash at the end. */
  readonly prefix: string;
  /** The rest, with its leading slash; empty when there is none. */
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
}

export function proxiedPath(url: string, { group, namespace }: RequestInfo): ProxiedPath {
  const whole = pathOf(url);
  // `/api/v1` or `/apis/g/v1`, `/namespaces/n`, and `/resource/name/proxy`: none of these parts is empty.
  const parts = (group === '' ? 2 : 3) + (namespace === '' ? 0 : 2) + 3;
  let end = 0;
  for (let i = 0; i < parts && end >= 0; i++) end = whole.indexOf('/', end + 1);
  const at = end < 0 ? whole.length : end;
  const query = queryOf(url);
  return { prefix: whole.slice(0, at), path: whole.slice(at), query: query === '' ? '' : `?${query}` };
}
