import { apiVersionOf } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { KindDeclaration, VersionLifecycle } from './kind-declaration.js';

/** Whether a server that emulates release 1.`emulatedMinor` serves a version (B-402). Unknown release: everything. */
export const isServed = (lifecycle: VersionLifecycle | undefined, emulatedMinor: number | undefined): boolean =>
  lifecycle?.removed === undefined || emulatedMinor === undefined || emulatedMinor < lifecycle.removed;

/** The Warning on use of a deprecated version (D-237); undefined if not deprecated. */
export function deprecationOf(
  { group, version, kind, lifecycle = {} }: KindDeclaration,
  { groups }: Vocabulary,
  emulatedMinor = Infinity,
): string | undefined {
  const { deprecated, removed, replacement } = lifecycle;
  if (deprecated === undefined || emulatedMinor < deprecated) return undefined;
  const named = (of: { group: typeof group; version: string; kind: string }): string =>
    `${apiVersionOf({ group: groups[of.group], version: of.version })} ${of.kind}`;
  return [
    `${named({ group, version, kind })} is deprecated in v1.${deprecated}+`,
    ...(removed === undefined ? [] : [`, unavailable in v1.${removed}+`]),
    ...(replacement === undefined ? [] : [`; use ${named(replacement)}`]),
  ].join('');
}
