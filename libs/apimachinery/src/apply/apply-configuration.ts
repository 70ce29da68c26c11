import { applyConflictError, type ApplyConflict } from './apply-conflict.js';
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

/** Who owns what was there before anybody applied, when that was not written down (C-121). */
const BEFORE_FIRST_APPLY = 'before-first-apply';

/** One apply of a configuration to what stands. */
export interface Application {
  /** What stands, without its owners; the empty object when nothing does. */
  readonly live: unknown;
  /** The empty object of the kind. */
  readonly empty: unknown;
  /** What the applier has an opinion about, as `readConfiguration` gives it. */
  readonly config: unknown;
  readonly owners: readonly FieldOwner[];
  readonly applier: FieldWriter;
  readonly versions: KindVersions;
  /** The form in which an object is stored: what says nothing there is no change, so two may say it. */
  readonly stored: (object: unknown) => unknown;
  /** Takes over what others own. */
  readonly force: boolean;
  /** Fields about which others may be overruled without force: what the applier set before it applied. */
  readonly allowed?: () => FieldSet | undefined;
}

/** What an apply makes, in stored form, neither defaulted nor validated yet. */
export interface Applied {
  readonly object: unknown;
  readonly owners: readonly FieldOwner[];
}

/**
 * Server-side apply (docs/requirements/resources.md, server-side apply): merges the configuration, takes out what the applier gave up and nobody else owns, and says
 * who owns what from now on.
 * @throws ApiError Conflict when others own what would change, unless forced.
 */
export function applyConfiguration(application: Application): Applied {
  const { live, config, applier, versions } = application;
  const standing = reconcileOwners(standingOwners(application), versions);
  const node = versions.schema(applier.apiVersion);
  const set = recursiveDifference(fieldSetOf(config, node), applier.unreachable);
  const mine = fieldOwner(applier, 'Apply', set);
  const key = ownerKey(mine);
  const last = standing.find((owner) => ownerKey(owner) === key);
  const others = standing.filter((owner) => owner !== last);
  const merged = {
    object: mergeConfiguration(live, config, node),
    apiVersion: applier.apiVersion,
    owners: [...others, mine],
    versions,
  };
  const said = application.stored(merged.object);
  const object = last && givesUp(last, mine) ? application.stored(pruned(merged, last, config)) : said;
  const changes = new ObjectChanges(live, object, applier, versions);
  if (!application.force) {
    // A configuration that says null, zero or empty removes a field: in stored form it is absent then.
    const emptied = object === said ? changes : new ObjectChanges(live, said, applier, versions);
    refuseConflicts(others, changes, emptied, application.allowed);
  }
  const left = releaseChanged(others, changes);
  const owned = difference(set, UNOWNED_FIELDS);
  if (hasNoFields(owned)) return { object, owners: left };
  const kept = last && changes.none && last.apiVersion === mine.apiVersion && sameFields(last.fieldsV1, owned);
  return { object, owners: inOwnerOrder([...left, kept ? last : { ...mine, fieldsV1: owned }]) };
}

function standingOwners({ live, empty, owners, applier, versions }: Application): readonly FieldOwner[] {
  if (owners.length > 0) return owners;
  return ownersAfterUpdate({
    before: empty,
    after: live,
    owners,
    writer: { ...applier, manager: BEFORE_FIRST_APPLY },
    versions,
  });
}

/** A list of which every item was given up goes with them, though the configuration may want it there, empty. */
function pruned(merged: Merged, last: FieldOwner, config: unknown): unknown {
  return mergeConfiguration(pruneConfiguration(merged, last), config, merged.versions.schema(merged.apiVersion));
}

/** Whether something that was applied is not applied any more; in another version, that is for the object to show. */
const givesUp = (last: FieldOwner, now: FieldOwner): boolean =>
  last.apiVersion !== now.apiVersion || !hasNoFields(difference(last.fieldsV1, now.fieldsV1));

function refuseConflicts(
  others: readonly FieldOwner[],
  changes: ObjectChanges,
  emptied: ObjectChanges,
  allowed?: () => FieldSet | undefined,
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
  if (rest.length > 0) throw applyConflictError(rest);
}
