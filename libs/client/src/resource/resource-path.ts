import type { GroupVersion, GroupVersionResource } from '@orch/apimachinery';

/** `/apis/apps/v1`, or `/api/v1` in the core group. */
export const groupVersionPath = (gv: GroupVersion): string =>
  gv.group === ''
    ? `/api/${encodeURIComponent(gv.version)}`
    : `/apis/${encodeURIComponent(gv.group)}/${encodeURIComponent(gv.version)}`;

/** Path of a collection; `namespace` is empty for all namespaces and for cluster-scoped resources. */
export const collectionPath = (gvr: GroupVersionResource, namespace: string): string =>
  namespace === ''
    ? `${groupVersionPath(gvr)}/${encodeURIComponent(gvr.resource)}`
    : `${groupVersionPath(gvr)}/namespaces/${encodeURIComponent(namespace)}/${encodeURIComponent(gvr.resource)}`;

/** Query parameters; undefined and false are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** `path?a=1&b=2`, or `path` without parameters. */
export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== false && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
