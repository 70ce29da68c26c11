import { presentFields } from './compare-objects.js';
import type { FieldOwner, KindVersions } from './field-owner.js';
import { difference, hasNoFields, intersection, union, unionOf, type FieldSet } from './field-set.js';
import { withDeclaredParents } from './named-fields.js';
import { removeFields } from './remove-fields.js';

/** A merged object and its owners. */
export interface Merged {
  /** In `apiVersion`. */
  readonly object: unknown;
  readonly apiVersion: string;
  /** Includes the new fields of the applier. */
  readonly owners: readonly FieldOwner[];
  readonly versions: KindVersions;
}

/**
 * Removes from a merged object the fields that its applier applied last time and that no manager owns now (A-147..A-151).
 * Removing an item removes everything below it.
 * @param last the previous entry of the applier.
 */
export function pruneConfiguration(merged: Merged, last: FieldOwner): unknown {
  const { versions, apiVersion, owners } = merged;
  const node = versions.schema(last.apiVersion);
  if (node === undefined || hasNoFields(last.fieldsV1)) return merged.object;
  const whole = inVersion(merged.object, apiVersion, last.apiVersion, versions);
  const owned = withDeclaredParents(last.fieldsV1, node);
  let kept = { object: removeFields(whole, owned, node), apiVersion: last.apiVersion };
  for (const [version, fields] of fieldsByVersion(owners, last.apiVersion)) {
    kept = withOwned({ object: whole, apiVersion: last.apiVersion }, kept, version, fields, versions);
  }
  const left = presentFields(inVersion(kept.object, kept.apiVersion, last.apiVersion, versions), node);
  // Removes only fields that the applier owned: fields without an owner stay.
  const gone = intersection(difference(presentFields(whole, node), left), owned);
  return inVersion(removeFields(whole, gone, node), last.apiVersion, apiVersion, versions);
}

interface InVersion {
  readonly object: unknown;
  readonly apiVersion: string;
}

/** Removes from the whole object everything that is neither in the kept part nor owned. */
function withOwned(
  whole: InVersion,
  kept: InVersion,
  apiVersion: string,
  owned: FieldSet,
  versions: KindVersions,
): InVersion {
  const node = versions.schema(apiVersion);
  if (node === undefined) return kept;
  const object = inVersion(whole.object, whole.apiVersion, apiVersion, versions);
  const left = presentFields(inVersion(kept.object, kept.apiVersion, apiVersion, versions), node);
  const stays = union(left, withDeclaredParents(owned, node));
  const gone = difference(presentFields(object, node), stays);
  return { object: removeFields(object, gone, node), apiVersion };
}

/** Union of the owned fields per version; first the version in which a field was given up. */
function fieldsByVersion(owners: readonly FieldOwner[], first: string): ReadonlyMap<string, FieldSet> {
  const sets = new Map<string, FieldSet[]>();
  const ordered = [...owners].sort((a, b) => Number(b.apiVersion === first) - Number(a.apiVersion === first));
  for (const { apiVersion, fieldsV1 } of ordered) {
    const known = sets.get(apiVersion);
    if (known === undefined) sets.set(apiVersion, [fieldsV1]);
    else known.push(fieldsV1);
  }
  return new Map([...sets].map(([apiVersion, fields]) => [apiVersion, unionOf(fields)]));
}

const inVersion = (object: unknown, from: string, to: string, versions: KindVersions): unknown =>
  from === to ? object : versions.convert(object, from, to);
