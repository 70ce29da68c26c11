import { applyConflictError, type ApplyConflict, type NamedVersions } from './apply-conflict.js';
import {
  fieldOwner,
  inOwnerOrder,
  ownerKey,
  type FieldOwner,
  type FieldWriter,
  type KindVersions,
} from './field-owner.js';
import {
  NO_FIELDS,
  difference,
  hasNoFields,
  recursiveDifference,
  sameFields,
  union,
  type FieldSet,
} from './field-set.js';
import { fieldSetOf } from './field-set-of.js';
import { mergeConfiguration } from './merge-configuration.js';
import { ObjectChanges, reconcileOwners, releaseChanged } from './object-changes.js';
import { ownersAfterUpdate } from './own-update.js';
import { pruneConfiguration, type Merged } from './prune-configuration.js';
import { UNOWNED_FIELDS } from './unowned-fields.js';

/** Manager of the fields that exist before the first apply, when the object has no managedFields (C-121). */
const BEFORE_FIRST_APPLY = 'before-first-apply';

/** One apply of a configuration to the live object. */
export interface Application {
  /** Live object without managedFields; the empty object of the kind when none exists. */
  readonly live: unknown;
  /** The empty object of the kind. */
  readonly empty: unknown;
  /** Applied configuration, as returned by `readConfiguration`. */
  readonly config: unknown;
  readonly owners: readonly FieldOwner[];
  readonly applier: FieldWriter;
  readonly versions: KindVersions;
  /** Converts to the stored form. A value equal in that form is not a change, so several managers may share it. */
  readonly stored: (object: unknown) => unknown;
  /** Takes ownership of fields of other managers. */
  readonly force: boolean;
  /** Owners whose version a conflict names. */
  readonly conflictsNameVersionOf: NamedVersions;
  /** Fields of other managers that may be overwritten without force: those the applier set before its first apply. */
  readonly allowed?: () => FieldSet | undefined;
}

/** Result of an apply, in stored form, not yet defaulted or validated. */
export interface Applied {
  readonly object: unknown;
  readonly owners: readonly FieldOwner[];
}

/**
 * Server-side apply (docs/requirements/resources.md, server-side apply): merges the configuration, removes fields that the applier gave up and no other
 * manager owns, and returns the new owners.
 * @throws ApiError Conflict when other managers own a field that would change, unless forced.
 */
export function applyConfiguration(application: Application): Applied {
  const { live, config, applier, versions } = application;
  const current = reconcileOwners(currentOwners(application), versions);
  const node = versions.schema(applier.apiVersion);
  const set = recursiveDifference(fieldSetOf(config, node), applier.unreachable);
  const mine = fieldOwner(applier, 'Apply', set);
  const key = ownerKey(mine);
  const last = current.find((owner) => ownerKey(owner) === key);
  const others = current.filter((owner) => owner !== last);
  const merged = {
    object: mergeConfiguration(live, config, node),
    apiVersion: applier.apiVersion,
    owners: [...others, mine],
    versions,
  };
  const said = application.stored(merged.object);
  const raw = last && givesUp(last, mine) ? pruned(merged, last, config) : merged.object;
  const object = raw === merged.object ? said : application.stored(raw);
  const changes = new ObjectChanges(live, object, applier, versions);
  if (!application.force) {
    // A null, zero or empty value in the configuration removes the field: it is absent in stored form.
    const emptied = object === said ? changes : new ObjectChanges(live, said, applier, versions);
    refuseConflicts(others, changes, emptied, application);
  }
  const left = releaseChanged(others, changes);
  const owned = difference(set, UNOWNED_FIELDS);
  if (hasNoFields(owned)) return { object, owners: left };
  const isKept = changes.none && last?.apiVersion === mine.apiVersion && sameFields(last.fieldsV1, owned);
  if (isKept) return { object, owners: inOwnerOrder([...left, last]) };
  // An apply that changes nothing keeps the time of its last change, and has none before the first.
  const isUntouched = changes.none && new ObjectChanges(live, raw, applier, versions).none;
  const time = isUntouched ? last?.time : mine.time;
  return { object, owners: inOwnerOrder([...left, { ...mine, time, fieldsV1: owned }]) };
}

function currentOwners({ live, empty, owners, applier, versions }: Application): readonly FieldOwner[] {
  if (owners.length > 0) return owners;
  return ownersAfterUpdate({
    before: empty,
    after: live,
    owners,
    writer: { ...applier, manager: BEFORE_FIRST_APPLY },
    versions,
  });
}

/** Pruning removes a list with its last item; merging again restores it when the configuration has it, empty. */
function pruned(merged: Merged, last: FieldOwner, config: unknown): unknown {
  return mergeConfiguration(pruneConfiguration(merged, last), config, merged.versions.schema(merged.apiVersion));
}

/** Whether an applied field is no longer applied; between versions, comparing the objects decides. */
const givesUp = (last: FieldOwner, now: FieldOwner): boolean =>
  last.apiVersion !== now.apiVersion || !hasNoFields(difference(last.fieldsV1, now.fieldsV1));

function refuseConflicts(
  others: readonly FieldOwner[],
  changes: ObjectChanges,
  emptied: ObjectChanges,
  { allowed, conflictsNameVersionOf }: Application,
): void {
  const conflicts: ApplyConflict[] = [];
  for (const owner of others) {
    const fields = union(changes.takenFrom(owner) ?? NO_FIELDS, emptied.removedFrom(owner) ?? NO_FIELDS);
    if (!hasNoFields(fields)) conflicts.push({ owner, fields });
  }
  if (conflicts.length === 0) return;
  const permitted = allowed?.();
  const rest =
    permitted === undefined
      ? conflicts
      : conflicts
          .map(({ owner, fields }) => ({ owner, fields: difference(fields, permitted) }))
          .filter(({ fields }) => !hasNoFields(fields));
  if (rest.length > 0) throw applyConflictError(rest, conflictsNameVersionOf);
}
