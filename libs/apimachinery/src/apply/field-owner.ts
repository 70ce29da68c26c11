import { compareBytes } from '../schema/byte-order.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { sameFields, type FieldSet } from './field-set.js';

export type OwnerOperation = 'Apply' | 'Update';

/**
 * One entry of `metadata.managedFields` (A-231..A-238), as stored. Members are in serialization order.
 * Immutable; an owner whose fields do not change stays the same object.
 */
export interface FieldOwner {
  readonly manager: string;
  readonly operation: OwnerOperation;
  /** Version of the kind that `fieldsV1` refers to. */
  readonly apiVersion: string;
  /** RFC 3339 with seconds. Absent for an apply that changed nothing yet, and when a client wrote the entry without a time. */
  readonly time?: string | undefined;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: FieldSet;
  /** Absent for the main resource. */
  readonly subresource?: string | undefined;
}

/** Manager, sub-resource and time of a write. */
export interface FieldWriter {
  readonly manager: string;
  readonly apiVersion: string;
  /** Empty for the main resource. */
  readonly subresource: string;
  /** RFC 3339 with seconds. */
  readonly now: string;
  /** Fields that a write to this sub-resource cannot set, with all fields below: it does not own them. */
  readonly unreachable: FieldSet;
}

/** The versions of one stored kind: each owner names fields in the version of its write. */
export interface KindVersions {
  /** Undefined for a version that is not served (any more): its owners are dropped. */
  schema(apiVersion: string): SchemaNode | undefined;
  /** Converts an object between two served versions. */
  convert(object: unknown, from: string, to: string): unknown;
}

/** Equal for entries of one owner: one Apply entry for all versions, one Update entry per version (C-118). */
export const ownerKey = ({ operation, manager, subresource, apiVersion }: Omit<FieldOwner, 'fieldsV1'>): string =>
  JSON.stringify([operation, manager, subresource ?? '', operation === 'Update' ? apiVersion : '']);

/** An owner as serialized, without absent members. */
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

/** In stored order: appliers first, then by time and name. */
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

/** Whether two lists of owners are equal except for times: a write without another change is a no-op (C-122). */
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
