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
 * The last thing that is known of an object before it is stored: who owns its fields (A-137..A-140, C-118..C-124). It is told
 * from the states before and after, so what admission and the kind's rules set is the writer's too.
 */
export class FieldOwnership {
  private readonly unreachable = new Map<string, FieldSet>();
  private readonly createdFields: CreatedFields;

  constructor(private readonly parts: WriterParts) {
    this.createdFields = new CreatedFields(parts.definition.schema);
  }

  /** The creator owns all there is, whatever owners it sent along. */
  created(request: WriteRequest, object: ApiObject): ApiObject {
    const writer = this.writer(request, '', object.metadata.creationTimestamp);
    const create = { after: object, writer, versions: this.parts.versions };
    return withOwners(object, ownersAfterCreate(create, this.createdFields));
  }

  /**
   * A main resource takes owners that were sent, a sub-resource does not. An object of which nobody owns anything stays so until
   * somebody applies to it, or clears its owners in the same write (A-169..A-174).
   */
  updated(request: WriteRequest, subresource: string, object: ApiObject, old: ApiObject): ApiObject {
    const standing = ownersOf(old);
    const sent = subresource === '' ? this.sentOwners(object.metadata.managedFields, standing) : undefined;
    const owners = sent ?? standing;
    if (owners.length === 0 && sent === undefined) return withOwners(object, standing);
    const after = ownersAfterUpdate({
      before: old,
      after: object,
      owners,
      writer: this.writer(request, subresource),
      versions: this.parts.versions,
    });
    return withOwners(object, sent !== undefined && isNoChange(after, object, old) ? standing : after);
  }

  /** An object that an apply made, with the owners the apply gave it. */
  applied(object: ApiObject, owners: readonly FieldOwner[], old: ApiObject): ApiObject {
    return withOwners(object, isNoChange(owners, object, old) ? ownersOf(old) : owners);
  }

  /** @param now the time of the write, where it is written out already. */
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

  /** Undefined: nothing new was said about owners. */
  private sentOwners(sent: unknown, standing: readonly FieldOwner[]): readonly FieldOwner[] | undefined {
    // Most clients send back what they read.
    if (sent === undefined || JSON.stringify(sent) === JSON.stringify(standing)) return undefined;
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

/** The owners that stand. They were read or made here before they were stored, so they need no second look. */
export const ownersOf = (object: ApiObject): readonly FieldOwner[] =>
  (object.metadata.managedFields as readonly FieldOwner[] | undefined) ?? NONE;

const withOwners = (object: ApiObject, owners: readonly FieldOwner[]): ApiObject => {
  const managedFields = owners.length === 0 ? undefined : (owners as ManagedFieldsEntry[]);
  if (managedFields === object.metadata.managedFields) return object;
  return withMetadata(object, { ...object.metadata, managedFields });
};

/** Nothing changed but the times at which somebody said so (C-122). */
function isNoChange(owners: readonly FieldOwner[], object: ApiObject, old: ApiObject): boolean {
  return sameOwnersButTimes(owners, ownersOf(old)) && contentOf(object) === contentOf(old);
}

/** Both states are canonical, so that equal ones are equal texts. */
const contentOf = (object: ApiObject): string =>
  JSON.stringify(withMetadata(object, { ...object.metadata, managedFields: undefined }));

/** Sub-resources that are written through `status`; others are for `spec`. */
const OF_STATUS: ReadonlySet<string> = new Set(['status', 'approval']);

/** No sub-resource writes owner references. */
const OWNER_REFERENCES: FieldSet = { [fieldElement('metadata')]: { [fieldElement('ownerReferences')]: LEAF } };

/** Fields that a write through the main resource or a sub-resource does not change, whatever it says. */
function unreachableFields(definition: ResourceDefinition, subresource: string): FieldSet {
  if (subresource === '') return definition.subresources.has('status') ? { [fieldElement('status')]: LEAF } : NO_FIELDS;
  const properties = Object.keys(definition.definitions.get(definition.schemaName)?.properties ?? {});
  const reached = OF_STATUS.has(subresource) ? 'status' : 'spec';
  const others = properties.filter((name) => name !== 'metadata' && name !== reached);
  return { ...OWNER_REFERENCES, ...Object.fromEntries(others.map((name) => [fieldElement(name), LEAF])) };
}
