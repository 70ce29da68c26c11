import { builtinKinds, compileKinds, isIntroducedLater, stageOf, type ResourceDefinition } from '@orch/api';
import { UsageError } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';

/** Versions and resources set by the flag, by key: `api/beta`, `batch/v1`, `batch/v1/jobs`. Later pairs win. */
export type RuntimeConfig = ReadonlyMap<string, boolean>;

const SETS: readonly string[] = ['api/all', 'api/ga', 'api/beta', 'api/alpha'];
/** The required version: it has namespaces. */
const CORE = 'v1';
const API_CORE = /^api\/v1(?=\/|$)/;

/** Versions that kube-apiserver accepts in the flag and never serves, or of which no kind is here, by group. */
const UNSERVED: readonly (readonly [group: keyof Vocabulary['groups'], version: string])[] = [
  ['admission', 'v1'],
  ['admission', 'v1beta1'],
  ['apps', 'v1beta1'],
  ['apps', 'v1beta2'],
  ['internal', 'v1alpha1'],
  ['rbac', 'v1alpha1'],
];

/** For the log, one per pair of `--runtime-config` whose version is never served. */
export function runtimeConfigWarnings(pairs: readonly string[], vocabulary: Vocabulary): string[] {
  const isUnserved = unservedVersions(vocabulary);
  return pairs
    .filter((pair) => isUnserved(pair.split('=', 1)[0] ?? ''))
    .map((pair) => `Setting --runtime-config=${pair} has no effect on this server.`);
}

/**
 * Parses the pairs of `--runtime-config`; a key alone means true (B-367, B-368). `api/v1` is another name of `v1`.
 * Versions that are never served are taken, and have no effect (`runtimeConfigWarnings`).
 * @throws UsageError for a value that is not a boolean, for unknown keys, and when the core is disabled (D-230).
 */
export function parseRuntimeConfig(pairs: readonly string[], vocabulary: Vocabulary): RuntimeConfig {
  const known = knownKeys(vocabulary);
  const isUnserved = unservedVersions(vocabulary);
  const settings = new Map<string, boolean>();
  for (const pair of pairs) {
    const [written = '', value = 'true'] = pair.split('=', 2);
    const key = written.replace(API_CORE, CORE);
    if (value !== 'true' && value !== 'false') throw wrong(pair, 'the value must be true or false');
    if (!known.has(key) && !isUnserved(key)) {
      throw wrong(
        pair,
        `${JSON.stringify(key)} is not a version or resource that this server knows, nor one of ${SETS.join(', ')}`,
      );
    }
    settings.set(key, value === 'true');
  }
  if (setting(settings, CORE, 'ga') === false) {
    throw new UsageError(`flag --runtime-config: ${CORE} cannot be turned off: add ${CORE}=true`);
  }
  return settings;
}

/**
 * Whether a version of a kind is served (B-353, B-357, B-366, B-369, B-370, D-231). The most specific setting wins: the
 * resource, then the version, then its stability, then `api/all`. The last two do not enable versions that were added after
 * release 1.`emulatedMinor`.
 */
export function isTurnedOn(
  settings: RuntimeConfig,
  { apiVersion, gvr, declaration: { lifecycle } }: ResourceDefinition,
  emulatedMinor: number,
): boolean {
  const explicit = settings.get(`${apiVersion}/${gvr.resource}`) ?? settings.get(apiVersion);
  if (explicit !== undefined) return explicit;
  if (isIntroducedLater(lifecycle, emulatedMinor)) return false;
  return setting(settings, apiVersion, stageOf(gvr.version)) ?? lifecycle?.optIn !== true;
}

const setting = (settings: RuntimeConfig, version: string, stage: string): boolean | undefined =>
  settings.get(version) ?? settings.get(`api/${stage}`) ?? settings.get('api/all');

/** Of all releases: resources removed in the emulated release are known, and stay off. */
function knownKeys(vocabulary: Vocabulary): ReadonlySet<string> {
  const keys = new Set(SETS);
  for (const { apiVersion, gvr } of compileKinds(builtinKinds, vocabulary)) {
    keys.add(apiVersion).add(`${apiVersion}/${gvr.resource}`);
  }
  return keys;
}

/** Whether a key is such a version, or a resource of one. */
function unservedVersions({ groups, pluginConfigurationGroups }: Vocabulary): (key: string) => boolean {
  const versions = UNSERVED.map(([group, version]) => `${groups[group]}/${version}`);
  versions.push(`${pluginConfigurationGroups.imagePolicy}/v1alpha1`);
  return (key) => versions.some((version) => key === version || key.startsWith(`${version}/`));
}

const wrong = (pair: string, reason: string): UsageError => new UsageError(`flag --runtime-config=${pair}: ${reason}`);
