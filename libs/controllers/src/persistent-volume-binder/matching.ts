import { labelSelectorFromObject, Quantity } from '@orch/apimachinery';
import { isFor, type Claim, type Volume } from './volume-objects.js';

/**
 * The volume for a claim: one with a `claimRef` to it, else the smallest available one that satisfies it (C-242). A claim
 * with a data source binds no existing volume: a volume populator creates one for it.
 * @param waits the class binds when a pod is scheduled (WaitForFirstConsumer), so only a volume with a `claimRef` to the claim matches.
 */
export function volumeFor(claim: Claim, volumes: readonly Volume[], waits: boolean): Volume | undefined {
  const meant = volumes.find((volume) => volume.spec?.claimRef && isStaying(volume) && isFor(volume, claim));
  if (meant || waits || claim.spec?.dataSource || claim.spec?.dataSourceRef) return meant;
  const free = volumes.filter((volume) => !volume.spec?.claimRef && isStaying(volume) && satisfies(volume, claim));
  return free.sort(bySize)[0];
}

const isStaying = ({ metadata }: Volume): boolean => metadata.deletionTimestamp === undefined;

/** Whether a volume satisfies a claim: class, mode, access modes, size, labels (A-333, C-174). */
export function satisfies(volume: Volume, claim: Claim): boolean {
  const { spec: has = {} } = volume;
  const { spec: asks = {} } = claim;
  return (
    (has.storageClassName ?? '') === (asks.storageClassName ?? '') &&
    (has.volumeMode ?? 'Filesystem') === (asks.volumeMode ?? 'Filesystem') &&
    (asks.accessModes ?? []).every((mode) => has.accessModes?.includes(mode)) &&
    sizeOf(volume).compare(amount(asks.resources?.requests?.['storage'])) >= 0 &&
    (!asks.selector || labelSelectorFromObject(asks.selector).matches(volume.metadata.labels ?? {}))
  );
}

/** Equal sizes are ordered by name, so that the choice is deterministic. */
const bySize = (a: Volume, b: Volume): number =>
  sizeOf(a).compare(sizeOf(b)) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1);

const sizeOf = ({ spec }: Volume): Quantity => amount(spec?.capacity?.['storage']);
const amount = (text = '0'): Quantity => Quantity.parse(text) ?? Quantity.zero;
