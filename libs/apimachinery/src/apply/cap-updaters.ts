import { compareBytes } from '../schema/byte-order.js';
import { ownerKey, type FieldOwner } from './field-owner.js';
import { union } from './field-set.js';

/** So many owners that update an object has at most; appliers do not count. */
const MAX_UPDATERS = 10;
/** Who owns what the oldest of more updaters owned. */
const ANCIENT = 'ancient-changes';

/**
 * Bounds the owners of an object that many write to: the oldest updaters of a version become one. Owners of versions of which
 * there is only one stay, so there may be more when many versions have been written.
 */
export function capUpdaters(owners: readonly FieldOwner[]): readonly FieldOwner[] {
  const updaters = owners.filter(({ operation }) => operation === 'Update');
  let excess = updaters.length - MAX_UPDATERS;
  if (excess <= 0) return owners;
  updaters.sort((a, b) => compareBytes(a.time ?? '', b.time ?? '') || compareBytes(ownerKey(a), ownerKey(b)));
  const kept = new Set(owners);
  const oldest = new Map<string, FieldOwner>();
  for (const updater of updaters) {
    if (excess <= 0) break;
    const first = oldest.get(updater.apiVersion);
    if (first === undefined) {
      oldest.set(updater.apiVersion, updater);
      continue;
    }
    const bucket = ancient(updater, union(first.fieldsV1, updater.fieldsV1));
    const isOwn = (owner: FieldOwner) => owner !== first && owner !== updater && ownerKey(owner) === ownerKey(bucket);
    const standing = [...kept].find(isOwn);
    kept.delete(first);
    kept.delete(updater);
    if (standing) kept.delete(standing);
    const merged = standing ? { ...bucket, fieldsV1: union(bucket.fieldsV1, standing.fieldsV1) } : bucket;
    kept.add(merged);
    oldest.set(updater.apiVersion, merged);
    excess -= standing ? 2 : 1;
  }
  return [...kept];
}

const ancient = ({ apiVersion, time, fieldsType }: FieldOwner, fieldsV1: FieldOwner['fieldsV1']): FieldOwner => ({
  manager: ANCIENT,
  operation: 'Update',
  apiVersion,
  time,
  fieldsType,
  fieldsV1,
});
