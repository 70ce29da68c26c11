import type { SchemaNode } from '../schema/structural-schema.js';
import { presentFields } from './compare-objects.js';
import type { FieldOwner, KindVersions } from './field-owner.js';
import { difference, hasNoFields, intersection, union, unionOf, withSelf, type FieldSet } from './field-set.js';
import { isDeclared } from './ownership-shape.js';
import { SELF, fieldNameOf } from './path-element.js';
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
  const present = presentFields(whole, node);
  const owned = withDeclaredParents(last.fieldsV1, node);
  let kept: InVersion = { object: removeFields(whole, owned, node), apiVersion: last.apiVersion };
  for (const [version, fields] of fieldsByVersion(owners, last.apiVersion)) {
    kept = withOwned({ object: whole, apiVersion: last.apiVersion, present }, kept, version, fields, versions);
  }
  const left = presentFields(inVersion(kept.object, kept.apiVersion, last.apiVersion, versions), node);
  // Removes only fields that the applier owned: fields without an owner stay.
  const gone = intersection(difference(present, left), owned);
  return inVersion(removeFields(whole, gone, node), last.apiVersion, apiVersion, versions);
}

interface InVersion {
  readonly object: unknown;
  readonly apiVersion: string;
}

interface Whole extends InVersion {
  /** Its fields, in its version. */
  readonly present: FieldSet;
}

/** Removes from the whole object everything that is neither in the kept part nor owned. */
function withOwned(
  whole: Whole,
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
  const present = apiVersion === whole.apiVersion ? whole.present : presentFields(object, node);
  const gone = difference(present, stays);
  return { object: removeFields(object, gone, node), apiVersion };
}

/**
 * The set with the declared parents of its paths: an owner of `a.b` also keeps `a`, when `a` is a field of a
 * struct and not a map key or list item. Shares unchanged parts: the same set when it has them all.
 */
function withDeclaredParents(set: FieldSet, node: SchemaNode | undefined): FieldSet {
  let out: Record<string, FieldSet> | undefined;
  for (const element in set) {
    if (element === SELF) continue;
    const inner = set[element]!;
    const name = fieldNameOf(element);
    const below = withDeclaredParents(inner, name === undefined ? node?.items : node?.field(name));
    const wanted = name !== undefined && isDeclared(node, name) ? withSelf(below) : below;
    if (wanted !== inner) (out ??= { ...set })[element] = wanted;
  }
  return out ?? set;
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
