import type { ResourceDefinition } from '@orch/api';
import type { Answers } from '@orch/vocabulary';
import {
  CreatedFields,
  LEAF,
  NO_FIELDS,
  clearsOwners,
  fieldElement,
  formatTime,
  jsonEqual,
  ownersAfterCreate,
  ownersAfterUpdate,
  pathSet,
  readOwners,
  sameOwnersButTimes,
  union,
  withMember,
  type ApiObject,
  type FieldOwner,
  type FieldSet,
  type FieldWriter,
  type ManagedFieldsEntry,
  type ObjectMeta,
} from '@orch/apimachinery';
import { withMetadata } from './object-metadata.js';
import type { WriteRequest } from './write-request.js';
import type { WriterParts } from './writer-parts.js';

/**
 * Owners of the fields of an object (A-137..A-140, C-118..C-124). Computed from the object as sent, before admission and the strategy:
 * fields that the server sets have no owner.
 */
export class FieldOwnership {
  private readonly unreachable = new Map<string, FieldSet>();
  /** Of the first create on: compiling the schema takes time. */
  private createdFields: CreatedFields | undefined;

  constructor(private readonly parts: WriterParts) {}

  /** The creator owns all fields. Other owners that it sent are kept. */
  created(request: WriteRequest, object: ApiObject, versions = this.parts.versions): ApiObject {
    const { empty } = this.parts.definition.schema;
    const writer = this.writer(request, '', object.metadata.creationTimestamp);
    const sent = readOwners(object.metadata.managedFields);
    const create = { after: object, writer, versions };
    const owners = sent
      ? ownersAfterUpdate({ ...create, before: empty, owners: sent })
      : ownersAfterCreate(create, (this.createdFields ??= new CreatedFields(this.parts.definition.schema)));
    return withOwners(object, owners);
  }

  /**
   * The main resource accepts sent owners, a sub-resource does not. An object without owners stays so until an apply, or until a
   * write clears its owners (A-169..A-174).
   */
  updated(
    request: WriteRequest,
    subresource: string,
    object: ApiObject,
    old: ApiObject,
    versions = this.parts.versions,
  ): ApiObject {
    const current = ownersOf(old);
    const sent = subresource === '' ? this.changedOwners(object.metadata.managedFields, current) : undefined;
    const owners = sent ?? current;
    const isTracked = owners.length > 0 || (sent !== undefined && this.answers.ownersAfterReset === 'writer');
    if (!isTracked) return withOwners(object, owners);
    const after = ownersAfterUpdate({
      before: old,
      after: object,
      owners,
      writer: this.writer(request, subresource),
      versions,
    });
    return withOwners(object, after);
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

  /** Undefined: owners were not sent, not changed, or are malformed (C-124). */
  private changedOwners(sent: unknown, current: readonly FieldOwner[]): readonly FieldOwner[] | undefined {
    // Most clients send managedFields as they read them.
    if (sent === undefined || jsonEqual(sent, current)) return undefined;
    return clearsOwners(sent, this.answers.emptyManagedFields) ? NONE : readOwners(sent);
  }

  private get answers(): Answers {
    return this.parts.definition.vocabulary.answers;
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

/** The object with these owners. */
export const withOwners = (object: ApiObject, owners: readonly FieldOwner[]): ApiObject => {
  const managedFields = owners.length === 0 ? undefined : (owners as ManagedFieldsEntry[]);
  if (managedFields === object.metadata.managedFields) return object;
  return withMetadata(object, withMember(object.metadata, 'managedFields', managedFields));
};

/** Whether a write changed nothing but times of owners (C-122). Both objects are canonical. */
export const changesTimesOnly = (object: ApiObject, old: ApiObject): boolean =>
  object.metadata.managedFields !== old.metadata.managedFields &&
  sameOwnersButTimes(ownersOf(object), ownersOf(old)) &&
  sameContent(object, old);

/** From the last field on: most writes change the status, or else the spec. */
function sameContent(object: ApiObject, old: ApiObject): boolean {
  const names = Object.keys(object);
  if (names.length !== Object.keys(old).length) return false;
  for (let i = names.length - 1; i >= 0; i--) {
    const name = names[i]!;
    if (name !== 'metadata' && !jsonEqual(object[name], old[name])) return false;
  }
  return jsonEqual(ownerless(object.metadata), ownerless(old.metadata));
}

/** Metadata as stored, without owners: absent fields are left out. */
const ownerless = (metadata: ObjectMeta): object =>
  Object.fromEntries(
    Object.entries(metadata).filter(([name, value]) => name !== 'managedFields' && value !== undefined),
  );

/** Sub-resources that write `status`; others write `spec`. */
const OF_STATUS: ReadonlySet<string> = new Set(['status', 'approval']);

/** Sub-resources do not write owner references. */
const OWNER_REFERENCES: FieldSet = { [fieldElement('metadata')]: { [fieldElement('ownerReferences')]: LEAF } };

/** Sub-resources whose writes are not tracked. */
const UNTRACKED: ReadonlySet<string> = new Set(['binding', 'eviction']);

/** Fields that a write to the main resource or a sub-resource cannot change, or not as an owner. */
function unreachableFields(definition: ResourceDefinition, subresource: string): FieldSet {
  const { resets = [] } = (subresource === '' ? definition.strategy : definition.subresources.get(subresource)) ?? {};
  return resets.reduce(
    (fields, path) => union(fields, pathSet(...path.split('.').map(fieldElement))),
    otherParts(definition, subresource),
  );
}

function otherParts(definition: ResourceDefinition, subresource: string): FieldSet {
  if (subresource === '') return definition.subresources.has('status') ? { [fieldElement('status')]: LEAF } : NO_FIELDS;
  const properties = Object.keys(definition.definitions.get(definition.schemaName)?.properties ?? {});
  if (UNTRACKED.has(subresource)) return Object.fromEntries(properties.map((name) => [fieldElement(name), LEAF]));
  const reached = OF_STATUS.has(subresource) ? 'status' : 'spec';
  const others = properties.filter((name) => name !== 'metadata' && name !== reached);
  return { ...OWNER_REFERENCES, ...Object.fromEntries(others.map((name) => [fieldElement(name), LEAF])) };
}
