import { labelSelectorFromObject, Quantity } from '@orch/apimachinery';
import { isFor, type Claim, type Volume } from './volume-objects.js';

/**
 * The volume a claim is bound to: one that is meant for it, else the smallest free one that has all it asks for (C-242). A claim
 * that wants to begin with data of something else takes no volume that lies about: who fills volumes makes one for it.
 * @param waits the class binds when a pod is placed, so only a volume meant for the claim will do.
 */
export function volumeFor(claim: Claim, volumes: readonly Volume[], waits: boolean): Volume | undefined {
  const meant = volumes.find((volume) => volume.spec?.claimRef && isStaying(volume) && isFor(volume, claim));
  if (meant || waits || claim.spec?.dataSource || claim.spec?.dataSourceRef) return meant;
  const free = volumes.filter((volume) => !volume.spec?.claimRef && isStaying(volume) && satisfies(volume, claim));
  return free.sort(bySize)[0];
}

const isStaying = ({ metadata }: Volume): boolean => metadata.deletionTimestamp === undefined;

/** Whether a volume has what a claim asks for: class, mode, access, size, labels (A-333, C-174). */
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

/** Of equally large ones the first by name, so that every turn chooses the same. */
const bySize = (a: Volume, b: Volume): number =>
  sizeOf(a).compare(sizeOf(b)) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1);

const sizeOf = ({ spec }: Volume): Quantity => amount(spec?.capacity?.['storage']);
const amount = (text = '0'): Quantity => Quantity.parse(text) ?? Quantity.zero;
