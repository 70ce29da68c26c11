import type { ResourceDefinition } from '@orch/api';
import {
  CreatedFields,
  LEAF,
  NO_FIELDS,
  clearsOwners,
  fieldElement,
  formatTime,
  ownersAfterCreate,
  ownersAfterUpdate,
  readOwners,
  sameOwnersButTimes,
  type ApiObject,
  type FieldOwner,
  type FieldSet,
  type FieldWriter,
  type ManagedFieldsEntry,
} from '@orch/apimachinery';
import { withMetadata } from './object-metadata.js';
import type { WriteRequest } from './write-request.js';
import type { WriterParts } from './writer-parts.js';

/**
 * Owners of the fields of an object (A-137..A-140, C-118..C-124). Computed last, from the old and new object, so fields set by
 * admission and the strategy belong to the writer too.
 */
export class FieldOwnership {
  private readonly unreachable = new Map<string, FieldSet>();
  private readonly createdFields: CreatedFields;

  constructor(private readonly parts: WriterParts) {
    this.createdFields = new CreatedFields(parts.definition.schema);
  }

  /** The creator owns all fields, whatever managedFields it sent. */
  created(request: WriteRequest, object: ApiObject): ApiObject {
    const writer = this.writer(request, '', object.metadata.creationTimestamp);
    const create = { after: object, writer, versions: this.parts.versions };
    return withOwners(object, ownersAfterCreate(create, this.createdFields));
  }

  /**
   * The main resource accepts sent owners, a sub-resource does not. An object without owners stays so until an apply, or until a
   * write clears its owners (A-169..A-174).
   */
  updated(request: WriteRequest, subresource: string, object: ApiObject, old: ApiObject): ApiObject {
    const current = ownersOf(old);
    const sent = subresource === '' ? this.sentOwners(object.metadata.managedFields, current) : undefined;
    const owners = sent ?? current;
    if (owners.length === 0 && sent === undefined) return withOwners(object, current);
    const after = ownersAfterUpdate({
      before: old,
      after: object,
      owners,
      writer: this.writer(request, subresource),
      versions: this.parts.versions,
    });
    return withOwners(object, sent !== undefined && isUnchanged(after, object, old) ? current : after);
  }

  /** The result of an apply, with the owners that the apply computed. */
  applied(object: ApiObject, owners: readonly FieldOwner[], old: ApiObject): ApiObject {
    return withOwners(object, isUnchanged(owners, object, old) ? ownersOf(old) : owners);
  }

  /** @param now formatted time of the write, if already known. */
  writer(request: WriteRequest, subresource: string, now = formatTime(this.parts.clock.now())): FieldWriter {
    const { definition } = this.parts;
    return {
      manager: request.fieldManager,
      apiVersion: definition.apiVersion,
      subresource,
      now,
      unreachable: this.unreachableBy(subresource),
    };
  }

  /** Undefined: owners were not sent, or not changed. */
  private sentOwners(sent: unknown, current: readonly FieldOwner[]): readonly FieldOwner[] | undefined {
    // Most clients send managedFields as they read them.
    if (sent === undefined || JSON.stringify(sent) === JSON.stringify(current)) return undefined;
    return clearsOwners(sent) ? NONE : readOwners(sent);
  }

  private unreachableBy(subresource: string): FieldSet {
    let fields = this.unreachable.get(subresource);
    if (fields === undefined) {
      fields = unreachableFields(this.parts.definition, subresource);
      this.unreachable.set(subresource, fields);
    }
    return fields;
  }
}

const NONE: readonly FieldOwner[] = [];

/** The current owners. They were validated or computed before they were stored. */
export const ownersOf = (object: ApiObject): readonly FieldOwner[] =>
  (object.metadata.managedFields as readonly FieldOwner[] | undefined) ?? NONE;

const withOwners = (object: ApiObject, owners: readonly FieldOwner[]): ApiObject => {
  const managedFields = owners.length === 0 ? undefined : (owners as ManagedFieldsEntry[]);
  if (managedFields === object.metadata.managedFields) return object;
  return withMetadata(object, { ...object.metadata, managedFields });
};

/** Only the times of owners changed (C-122). */
function isUnchanged(owners: readonly FieldOwner[], object: ApiObject, old: ApiObject): boolean {
  return sameOwnersButTimes(owners, ownersOf(old)) && contentOf(object) === contentOf(old);
}

/** Both states are canonical, so equal objects have equal text. */
const contentOf = (object: ApiObject): string =>
  JSON.stringify(withMetadata(object, { ...object.metadata, managedFields: undefined }));

/** Sub-resources that write `status`; others write `spec`. */
const OF_STATUS: ReadonlySet<string> = new Set(['status', 'approval']);

/** Sub-resources do not write owner references. */
const OWNER_REFERENCES: FieldSet = { [fieldElement('metadata')]: { [fieldElement('ownerReferences')]: LEAF } };

/** Fields that a write to the main resource or a sub-resource cannot change. */
function unreachableFields(definition: ResourceDefinition, subresource: string): FieldSet {
  if (subresource === '') return definition.subresources.has('status') ? { [fieldElement('status')]: LEAF } : NO_FIELDS;
  const properties = Object.keys(definition.definitions.get(definition.schemaName)?.properties ?? {});
  const reached = OF_STATUS.has(subresource) ? 'status' : 'spec';
  const others = properties.filter((name) => name !== 'metadata' && name !== reached);
  return { ...OWNER_REFERENCES, ...Object.fromEntries(others.map((name) => [fieldElement(name), LEAF])) };
}
