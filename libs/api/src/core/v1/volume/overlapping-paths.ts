import type { ComparisonBudget } from '../pod/comparison-budget.js';
import type { Volume } from './volume.js';
import type { ProjectedVolumeSource, VolumeProjection } from './projected-sources.js';

/** A path of a file in a volume and, in a projected volume, the source it is of. */
interface SourcePath {
  readonly path: string;
  readonly source?: string;
}

/**
 * Files of one volume that hide each other: of the same path, or one in a directory of the path of the other.
 * @param budget of the pod.
 */
export function overlapWarnings(volume: Volume, budget: ComparisonBudget): string[] {
  const { name, configMap, secret, downwardAPI, projected } = volume;
  const of = (description: string): Comparison => ({ volume: name, description, before: [], budget });
  if (configMap?.items) return overlapsOf(of(`ConfigMap "${configMap.name ?? ''}"`), configMap.items);
  if (secret?.items) return overlapsOf(of(`Secret "${secret.secretName ?? ''}"`), secret.items);
  if (downwardAPI?.items) return overlapsOf(of('DownwardAPI'), downwardAPI.items);
  return projected ? projectedOverlaps(of('Projected'), projected) : [];
}

/** The files of a volume so far. */
interface Comparison {
  readonly volume: string;
  readonly description: string;
  readonly before: SourcePath[];
  readonly budget: ComparisonBudget;
}

const overlapsOf = (comparison: Comparison, files: readonly SourcePath[]): string[] =>
  files.flatMap(({ path }) => overlaps(comparison, { path }));

/**
 * A source that lists no files is compared as the source before it, as clients of the reference server know it: its files
 * overlap themselves.
 */
function projectedOverlaps(comparison: Comparison, { sources }: ProjectedVolumeSource): string[] {
  let files: readonly SourcePath[] = [];
  return (sources ?? []).flatMap((source) => {
    if (Object.keys(source).length === 0) return [`volume "${comparison.volume}" (Projected) has no sources provided`];
    files = filesOf(source) ?? files;
    return comparison.budget.isSpent ? [] : files.flatMap((file) => overlaps(comparison, file));
  });
}

/** Undefined where the source does not list its files. */
function filesOf(projection: VolumeProjection): readonly SourcePath[] | undefined {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = projection;
  const from = (files: readonly SourcePath[], source: string) => files.map(({ path }) => ({ path, source }));
  if (configMap?.items) return from(configMap.items, `ConfigMap "${configMap.name ?? ''}"`);
  if (secret?.items) return from(secret.items, `Secret "${secret.name ?? ''}"`);
  if (downwardAPI?.items) return from(downwardAPI.items, 'DownwardAPI');
  if (serviceAccountToken) return from([serviceAccountToken], 'ServiceAccountToken');
  if (!clusterTrustBundle) return undefined;
  const { name, signerName = '' } = clusterTrustBundle;
  return from([clusterTrustBundle], `ClusterTrustBundle "${name ?? signerName}"`);
}

/** Compares with the files before it, and adds it to them. */
function overlaps({ volume, description, before, budget }: Comparison, file: SourcePath): string[] {
  if (budget.isSpent) return [];
  const added = { ...file, path: withoutTrailingSlashes(file.path) };
  const warnings = budget
    .take(before)
    .filter(({ path }) => isWithin(path, added.path) || isWithin(added.path, path))
    .map(
      (other) =>
        `volume "${volume}" (${shown(description)}): overlapping paths: ${quoted(added)} with ${quoted(other)}`,
    );
  before.push(added);
  return warnings;
}

const isWithin = (path: string, directory: string): boolean =>
  path.startsWith(directory) && (path.length === directory.length || path[directory.length] === '/');

function withoutTrailingSlashes(path: string): string {
  let { length } = path;
  while (length > 0 && path[length - 1] === '/') length--;
  return path.slice(0, length);
}

const quoted = ({ path, source }: SourcePath): string =>
  source ? `"${shown(path)}" (${shown(source)})` : `"${shown(path)}"`;

/** Characters of a path or source in a warning: each may be in many of them. */
const SHOWN = 1_024;

const shown = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text);
