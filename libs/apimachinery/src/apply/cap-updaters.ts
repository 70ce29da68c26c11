import { compareBytes } from '../schema/byte-order.js';
import { ownerKey, type FieldOwner } from './field-owner.js';
import { unionOf } from './field-set.js';

/** Maximum number of Update entries of one object; Apply entries do not count. */
const MAX_UPDATERS = 10;
/** Manager of the merged entries of the oldest updaters. */
const ANCIENT = 'ancient-changes';

/**
 * Caps the number of owners: merges the oldest updaters of a version into one. The only owner of a version stays, so the cap may be
 * exceeded when many versions were written.
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

/** The oldest updaters, grouped by version. Clients may send a thousand entries: visits each once. */
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
    // Two or more are merged into the existing `ancient-changes` entry of this version.
    const current = byKey.get(ownerKey({ ...owner, manager: ANCIENT, subresource: undefined }));
    for (const member of current === undefined ? [owner] : [current, owner]) {
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
