import type { SchemaNode } from '../schema/structural-schema.js';
import { presentFields } from './compare-objects.js';
import type { FieldOwner, KindVersions } from './field-owner.js';
import {
  LEAF,
  difference,
  hasNoFields,
  includes,
  intersection,
  recursiveDifference,
  union,
  unionOf,
  withSelf,
  type FieldSet,
} from './field-set.js';
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
  // Most applies give up nothing.
  if (owners.some((one) => one.apiVersion === last.apiVersion && includes(one.fieldsV1, last.fieldsV1))) {
    return merged.object;
  }
  const whole = partOf(inVersion(merged.object, apiVersion, last.apiVersion, versions), last.apiVersion, node);
  const owned = withDeclaredParents(last.fieldsV1, node);
  let kept = whole.without(owned);
  for (const [version, fields] of fieldsByVersion(owners, last.apiVersion)) {
    const schema = versions.schema(version);
    if (schema !== undefined) kept = withOwned(whole, kept, { version, schema, fields }, versions);
  }
  const left = partInVersion(kept, last.apiVersion, node, versions).present();
  // Removes only fields that the applier owned: fields without an owner stay.
  const gone = intersection(difference(whole.present(), left), owned);
  return inVersion(whole.without(gone).object(), last.apiVersion, apiVersion, versions);
}

// Fields of a part of an object follow from those of the whole. Reading each part makes and
// hashes thousands of path elements again.
/** What is left of the object. The value and its fields are made when they are asked for. */
interface Part {
  readonly apiVersion: string;
  object(): unknown;
  present(): FieldSet;
  /** Without these paths, each with all below it. */
  without(set: FieldSet): Part;
}

function partOf(object: unknown, apiVersion: string, node: SchemaNode): Part {
  let present: FieldSet | undefined;
  return lazyPart(apiVersion, node, () => object, () => (present ??= presentFields(object, node))); // prettier-ignore
}

const lazyPart = (apiVersion: string, node: SchemaNode, object: () => unknown, present: () => FieldSet): Part => ({
  apiVersion,
  object,
  present,
  without(set) {
    let left: FieldSet | undefined;
    return lazyPart(
      apiVersion,
      node,
      () => removeFields(object(), set, node),
      () => (left ??= recursiveDifference(present(), set)),
    );
  },
});

interface OwnedFields {
  readonly version: string;
  /** Of that version. */
  readonly schema: SchemaNode;
  readonly fields: FieldSet;
}

/** Removes from the whole object everything that is neither in the kept part nor owned. */
function withOwned(whole: Part, kept: Part, { version, schema, fields }: OwnedFields, versions: KindVersions): Part {
  const left = partInVersion(kept, version, schema, versions).present();
  const all = partInVersion(whole, version, schema, versions);
  return all.without(difference(all.present(), union(left, withDeclaredParents(fields, schema))));
}

const partInVersion = (part: Part, version: string, node: SchemaNode, versions: KindVersions): Part =>
  part.apiVersion === version
    ? part
    : partOf(inVersion(part.object(), part.apiVersion, version, versions), version, node);

/**
 * The set with the declared parents of its paths: an owner of `a.b` also keeps `a`, when `a` is a field of a
 * struct and not a map key or list item. Shares unchanged parts: the same set when it has them all.
 */
function withDeclaredParents(set: FieldSet, node: SchemaNode | undefined): FieldSet {
  let out: Record<string, FieldSet> | undefined;
  for (const element of Object.keys(set)) {
    if (element === SELF) continue;
    const inner = set[element]!;
    if (inner === LEAF) continue;
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
