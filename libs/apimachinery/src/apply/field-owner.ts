import { compareBytes } from '../schema/byte-order.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { sameFields, type FieldSet } from './field-set.js';

export type OwnerOperation = 'Apply' | 'Update';

/**
 * Who owns which fields: an entry of `metadata.managedFields` (A-231..A-238), as it is stored. Members stand in the order in
 * which they are written. Never changed; an owner whose fields stay is the same object.
 */
export interface FieldOwner {
  readonly manager: string;
  readonly operation: OwnerOperation;
  /** Version of the kind in which `fieldsV1` names its fields. */
  readonly apiVersion: string;
  /** RFC 3339 with seconds. Absent in entries that clients wrote without. */
  readonly time?: string | undefined;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: FieldSet;
  /** Absent for the main resource. */
  readonly subresource?: string | undefined;
}

/** Who writes, through which door, and when. */
export interface FieldWriter {
  readonly manager: string;
  readonly apiVersion: string;
  /** Empty for the main resource. */
  readonly subresource: string;
  /** RFC 3339 with seconds. */
  readonly now: string;
  /** Fields that a write through this door does not reach, with all below them: they are not owned by it. */
  readonly unreachable: FieldSet;
}

/** The versions of one stored kind: owners name fields in that in which they wrote. */
export interface KindVersions {
  /** Undefined for a version that is not known (any more): what its owners own is forgotten. */
  schema(apiVersion: string): SchemaNode | undefined;
  /** The same object in another version, both known. */
  convert(object: unknown, from: string, to: string): unknown;
}

/** Equal for entries that are one owner's: appliers have one entry whatever the version, updaters one for each (C-118). */
export const ownerKey = ({ operation, manager, subresource, apiVersion }: Omit<FieldOwner, 'fieldsV1'>): string =>
  JSON.stringify([operation, manager, subresource ?? '', operation === 'Update' ? apiVersion : '']);

/** An owner as it is written, without what is absent. */
export function fieldOwner(writer: FieldWriter, operation: OwnerOperation, fieldsV1: FieldSet): FieldOwner {
  const { manager, apiVersion, subresource, now } = writer;
  return {
    manager,
    operation,
    apiVersion,
    time: now,
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...(subresource === '' ? {} : { subresource }),
  };
}

/** In the order in which they are stored: appliers first, each sort by time, then by name. */
export const inOwnerOrder = (owners: readonly FieldOwner[]): readonly FieldOwner[] =>
  owners.length < 2 ? owners : [...owners].sort(compareOwners);

function compareOwners(a: FieldOwner, b: FieldOwner): number {
  return (
    compareBytes(a.operation, b.operation) ||
    compareBytes(a.time ?? '', b.time ?? '') ||
    compareBytes(a.manager, b.manager) ||
    compareBytes(a.apiVersion, b.apiVersion) ||
    compareBytes(a.subresource ?? '', b.subresource ?? '')
  );
}

/** Whether two lists of owners say the same but for their times: a write that changes no more is none (C-122). */
export function sameOwnersButTimes(a: readonly FieldOwner[], b: readonly FieldOwner[]): boolean {
  if (a === b) return true;
  const known = new Map(b.map((owner) => [ownerKey(owner), owner]));
  return (
    a.length === b.length &&
    a.every((owner) => {
      const other = known.get(ownerKey(owner));
      return other?.apiVersion === owner.apiVersion && sameFields(owner.fieldsV1, other.fieldsV1);
    })
  );
}
