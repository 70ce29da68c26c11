import { compareBytes } from '../schema/byte-order.js';
import { ownerKey, type FieldOwner } from './field-owner.js';
import { unionOf } from './field-set.js';

/** So many owners that update an object has at most; appliers do not count. */
const MAX_UPDATERS = 10;
/** Who owns what the oldest of more updaters owned. */
const ANCIENT = 'ancient-changes';

/**
 * Bounds the owners of an object that many write to: the oldest updaters of a version become one. Owners of versions of which
 * there is only one stay, so there may be more when many versions have been written.
 */
export function capUpdaters(owners: readonly FieldOwner[]): readonly FieldOwner[] {
  const excess = owners.filter(({ operation }) => operation === 'Update').length - MAX_UPDATERS;
  if (excess <= 0) return owners;
  const gone = new Set<FieldOwner>();
  const ancients: FieldOwner[] = [];
  for (const members of oldest(owners, excess)) {
    if (members.size < 2) continue;
    for (const member of members) gone.add(member);
    ancients.push(ancient([...members]));
  }
  return [...owners.filter((owner) => !gone.has(owner)), ...ancients];
}

/** The oldest updaters, those of one version together. Clients may send a thousand: each is looked at once. */
function oldest(owners: readonly FieldOwner[], excess: number): Iterable<ReadonlySet<FieldOwner>> {
  const updaters = owners
    .filter(({ operation }) => operation === 'Update')
    .map((owner) => ({ owner, key: ownerKey(owner) }))
    .sort((a, b) => compareBytes(a.owner.time ?? '', b.owner.time ?? '') || compareBytes(a.key, b.key));
  const byKey = new Map(updaters.map(({ owner, key }) => [key, owner]));
  const versions = new Map<string, Set<FieldOwner>>();
  for (const { owner } of updaters) {
    if (excess <= 0) break;
    const members = versions.get(owner.apiVersion);
    if (members === undefined) {
      versions.set(owner.apiVersion, new Set([owner]));
      continue;
    }
    // Two or more become what the ancient ones of this version are already.
    const standing = byKey.get(ownerKey({ ...owner, manager: ANCIENT, subresource: undefined }));
    for (const member of standing === undefined ? [owner] : [standing, owner]) {
      if (members.has(member)) continue;
      members.add(member);
      excess--;
    }
  }
  return versions.values();
}

/** @param members of one version, the latest last. */
function ancient(members: readonly FieldOwner[]): FieldOwner {
  const { apiVersion, time, fieldsType } = members.at(-1)!;
  const fieldsV1 = unionOf(members.map((member) => member.fieldsV1));
  return { manager: ANCIENT, operation: 'Update', apiVersion, time, fieldsType, fieldsV1 };
}
