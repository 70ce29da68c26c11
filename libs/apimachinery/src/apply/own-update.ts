import { capUpdaters } from './cap-updaters.js';
import type { CreatedFields } from './created-fields.js';
import {
  fieldOwner,
  inOwnerOrder,
  ownerKey,
  type FieldOwner,
  type FieldWriter,
  type KindVersions,
} from './field-owner.js';
import { difference, hasNoFields, union, type FieldSet } from './field-set.js';
import { ObjectChanges, reconcileOwners, releaseChanged } from './object-changes.js';
import { UNOWNED_FIELDS } from './unowned-fields.js';

/** A write other than apply: POST, PUT, other patches, sub-resources. */
export interface Update {
  /** Old object; for a create the empty object of the kind. */
  readonly before: unknown;
  readonly after: unknown;
  readonly owners: readonly FieldOwner[];
  readonly writer: FieldWriter;
  readonly versions: KindVersions;
}

/**
 * Owners after an update: the writer owns the fields it set, all other owners lose them (A-138..A-140, A-143); removed fields have no
 * owner. Returns the same list when nothing changed.
 */
export function ownersAfterUpdate({ before, after, owners, writer, versions }: Update): readonly FieldOwner[] {
  const reconciled = owners.length === 0 ? owners : reconcileOwners(owners, versions);
  const changes = new ObjectChanges(before, after, writer, versions);
  if (changes.none) return reconciled;
  const left = releaseChanged(reconciled, changes);
  const taken = ownable(changes);
  if (hasNoFields(taken)) return left;
  const mine = fieldOwner(writer, 'Update', taken);
  const at = left.findIndex((owner) => ownerKey(owner) === ownerKey(mine));
  if (at < 0) left.push(mine);
  else left[at] = { ...mine, fieldsV1: union(left[at]!.fieldsV1, taken) };
  return inOwnerOrder(capUpdaters(left));
}

/** Owners of a new object: its creator owns all its fields. `fields` computes them. */
export function ownersAfterCreate(
  { after, writer, versions }: Pick<Update, 'after' | 'writer' | 'versions'>,
  fields: CreatedFields,
): readonly FieldOwner[] {
  const taken = fields.of(after, () => ownable(new ObjectChanges(fields.empty, after, writer, versions)));
  return hasNoFields(taken) ? [] : [fieldOwner(writer, 'Update', taken)];
}

const ownable = (changes: ObjectChanges): FieldSet => difference(changes.taken, UNOWNED_FIELDS);
