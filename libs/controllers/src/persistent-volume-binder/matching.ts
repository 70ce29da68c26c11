import { Quantity } from '@orch/apimachinery';
import { inTurns } from '@orch/controller-kit';
import { conditionsOf } from '../shared/known-conditions.js';
import type { LabelConditions } from '../shared/label-conditions.js';
import { isFor, type Claim, type Volume } from '../shared/volume-objects.js';

/**
 * The volume for a claim: one with a `claimRef` to it, else the smallest available one that satisfies it (C-242). A claim
 * with a data source binds no existing volume: a volume populator creates one for it.
 * @param claim of a lister.
 * @param waits the class binds when a pod is scheduled (WaitForFirstConsumer), so only a volume with a `claimRef` to the claim matches.
 */
export async function volumeFor(
  claim: Claim,
  volumes: readonly Volume[],
  waits: boolean,
  signal: AbortSignal,
): Promise<Volume | undefined> {
  const meant = volumes.find((volume) => volume.spec?.claimRef && isStaying(volume) && isFor(volume, claim));
  if (meant || waits || claim.spec?.dataSource || claim.spec?.dataSourceRef) return meant;
  return inTurns(smallestAvailable(await requestOf(claim, signal), volumes), signal);
}

/** What a claim asks for, read once for all volumes (A-333, C-174). */
export interface VolumeRequest {
  readonly storageClass: string;
  readonly volumeMode: string;
  readonly accessModes: readonly string[];
  readonly size: Quantity;
  /** Undefined: any labels. */
  readonly labels: LabelConditions | undefined;
}

/** @param claim of a lister. */
export async function requestOf(claim: Claim, signal: AbortSignal): Promise<VolumeRequest> {
  const { spec = {} } = claim;
  return {
    storageClass: spec.storageClassName ?? '',
    volumeMode: spec.volumeMode ?? 'Filesystem',
    accessModes: [...new Set(spec.accessModes)],
    size: amount(spec.resources?.requests?.['storage']),
    labels: spec.selector && (await conditionsOf(claim, signal)),
  };
}

/** In steps. Of equal sizes the first by name, so that the choice is deterministic. */
function* smallestAvailable(
  request: VolumeRequest,
  volumes: readonly Volume[],
): Generator<undefined, Volume | undefined> {
  let best: { readonly volume: Volume; readonly size: Quantity } | undefined;
  for (const volume of volumes) {
    if (!volume.spec?.claimRef && satisfies(volume, request)) {
      const size = sizeOf(volume);
      const order = best ? size.compare(best.size) || compareNames(volume, best.volume) : -1;
      if (order < 0) best = { volume, size };
    }
    yield;
  }
  return best?.volume;
}

const isStaying = ({ metadata }: Volume): boolean => metadata.deletionTimestamp === undefined;

/** Whether a volume satisfies a claim: class, mode, access modes, size, labels (A-333, C-174). One that is being deleted does not. */
export function satisfies(volume: Volume, request: VolumeRequest): boolean {
  const { spec: has = {} } = volume;
  return (
    isStaying(volume) &&
    (has.storageClassName ?? '') === request.storageClass &&
    (has.volumeMode ?? 'Filesystem') === request.volumeMode &&
    request.accessModes.every((mode) => has.accessModes?.includes(mode)) &&
    sizeOf(volume).compare(request.size) >= 0 &&
    (!request.labels || request.labels.matches(volume.metadata.labels))
  );
}

const compareNames = (a: Volume, b: Volume): number => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1);

const sizeOf = ({ spec }: Volume): Quantity => amount(spec?.capacity?.['storage']);
const amount = (text = '0'): Quantity => Quantity.parse(text) ?? Quantity.zero;
