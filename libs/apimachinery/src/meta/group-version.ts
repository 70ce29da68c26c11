/** Group is empty for the core group. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}

/** `apps/v1`, or `v1` in the core group. */
export const apiVersionOf = (gv: GroupVersion): string => (gv.group === '' ? gv.version : `${gv.group}/${gv.version}`);

/** Reads `apps/v1` or `v1`; undefined when it has more than one slash or an empty part. */
export function parseApiVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split('/');
  if (parts.length > 2 || parts.some((part) => part === '')) return undefined;
  return parts.length === 1 ? { group: '', version: parts[0]! } : { group: parts[0]!, version: parts[1]! };
}

/** `deployments.apps`, or `pods` in the core group: name of a resource in messages and storage. */
export const groupResource = (gr: { group: string; resource: string }): string =>
  gr.group === '' ? gr.resource : `${gr.resource}.${gr.group}`;

/** `Deployment.apps`, or `Pod` in the core group: name of a kind in validation messages. */
export const groupKind = (gk: { group: string; kind: string }): string =>
  gk.group === '' ? gk.kind : `${gk.kind}.${gk.group}`;

const VERSION = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;

/**
 * Orders versions as in discovery: stable before beta before alpha, then the higher number first; names of
 * another form come last, in alphabetical order. Negative when `a` comes first.
 */
export function compareVersions(a: string, b: string): number {
  const left = VERSION.exec(a);
  const right = VERSION.exec(b);
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0;
  const maturity = (m: RegExpExecArray) => (m[2] === undefined ? 0 : m[2] === 'beta' ? 1 : 2);
  return (
    maturity(left) - maturity(right) ||
    Number(right[1]) - Number(left[1]) ||
    Number(right[3] ?? 0) - Number(left[3] ?? 0)
  );
}
