import { type RequestInfo, pathOf, queryOf } from '@orch/http';

/** The URL of a proxied request, in two parts that are kept as they came: escapes mean something to who is behind the proxy. */
export interface ProxiedPath {
  /** Up to `/proxy`, without a slash at the end. */
  readonly prefix: string;
  /** What comes after it, from its slash on; empty when there is nothing. */
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
