import { apiVersionOf } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { structOf } from './decorators.js';
import type { KindDeclaration, VersionLifecycle } from './kind-declaration.js';

/** Releases from the introduction of an alpha or beta version to its deprecation, and from there to its removal. */
const PRERELEASE_SUPPORT = 3;
/** From this release on, new beta versions are disabled by default. */
const BETAS_OPT_IN = 24;

/**
 * A declaration with its complete life cycle. A version was introduced in the release that added the struct of its kind. Alpha
 * and beta versions are deprecated three releases later, and removed another three later, unless declared otherwise.
 */
export function withLifecycle(declaration: KindDeclaration): KindDeclaration {
  const { type, version, lifecycle: declared = {} } = declaration;
  const { introduced = structOf(type).options.since } = declared;
  const stage = stageOf(version);
  const later = (release: number | undefined): number | undefined =>
    stage === 'ga' || release === undefined ? undefined : release + PRERELEASE_SUPPORT;
  const { deprecated = later(introduced) } = declared;
  const { removed = later(deprecated) } = declared;
  const { optIn = stage === 'alpha' || (stage === 'beta' && (introduced ?? 0) >= BETAS_OPT_IN) } = declared;
  const lifecycle: VersionLifecycle = {
    ...declared,
    optIn,
    ...(introduced === undefined ? {} : { introduced }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(removed === undefined ? {} : { removed }),
  };
  return { ...declaration, lifecycle };
}

/** Stability of a version: `v1`, `v2beta1`, `v1alpha1` (B-353). */
export const stageOf = (version: string): 'ga' | 'beta' | 'alpha' =>
  version.includes('alpha') ? 'alpha' : version.includes('beta') ? 'beta' : 'ga';

/** Whether release 1.`emulatedMinor` no longer has a version (B-402). Unknown release: it has all. */
export const isRemoved = ({ removed }: VersionLifecycle, emulatedMinor = 0): boolean =>
  removed !== undefined && emulatedMinor >= removed;

/** Whether a version was added after release 1.`emulatedMinor`. Unknown release: it has all. */
export const isIntroducedLater = ({ introduced = 0 }: VersionLifecycle = {}, emulatedMinor = Infinity): boolean =>
  introduced > emulatedMinor;

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
    ...(replacement === undefined || emulatedMinor < (replacement.since ?? 0) ? [] : [`; use ${named(replacement)}`]),
  ].join('');
}
