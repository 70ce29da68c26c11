import {
  FOREGROUND_FINALIZER,
  ORPHAN_FINALIZER,
  packedMembersOf,
  parseApiVersion,
  type OwnerReference,
} from '@orch/apimachinery';
import type { HasMetadata, ResourceType } from '@orch/client';

/** Deletion state of an object, for the garbage collector. */
export type Deletion = 'none' | 'foreground' | 'orphan' | 'other';

/** The stored part of an object: enough to delete it or to change its references. */
export interface OwnedObject {
  readonly resource: ResourceType;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
  /** Empty for an object with {@link manyOwners}. */
  readonly owners: readonly OwnerReference[];
  /** Reads the owners of an object that has more than 64, which are not kept in the graph: a reference of 150 bytes takes 700 there. */
  readonly manyOwners?: (() => readonly OwnerReference[]) | undefined;
  readonly deletion: Deletion;
  /** Propagation policy of its own delete, from its finalizers. */
  readonly policy: 'Orphan' | 'Foreground' | 'Background';
}

/** From this number on references are indexed. */
const MANY_OWNERS = 16;
const indexes = new WeakMap<readonly OwnerReference[], ReadonlyMap<string, OwnerReference>>();

/** The first reference to a uid. */
export function referenceTo(uid: string, owners: readonly OwnerReference[]): OwnerReference | undefined {
  if (owners.length < MANY_OWNERS) return owners.find((reference) => reference.uid === uid);
  let index = indexes.get(owners);
  if (!index)
    indexes.set(owners, (index = new Map(owners.toReversed().map((reference) => [reference.uid, reference]))));
  return index.get(uid);
}

/** No name, uid or kind is so long. */
const LONGEST_TEXT = 254;
/** Group and version. */
const LONGEST_API_VERSION = 512;

const isLong = ({ uid, name, kind, apiVersion }: OwnerReference): boolean =>
  Math.max(uid.length, name.length, kind.length) > LONGEST_TEXT || apiVersion.length > LONGEST_API_VERSION;

/** References as they are kept: texts of megabytes name nothing that exists, and are cut. */
const keptReferences = (references: readonly OwnerReference[]): readonly OwnerReference[] =>
  references.some(isLong) ? references.map((reference) => (isLong(reference) ? cutReference(reference) : reference)) : references; // prettier-ignore

const cutReference = ({ uid, name, kind, apiVersion, ...flags }: OwnerReference): OwnerReference => ({
  ...flags,
  apiVersion: cut(apiVersion, LONGEST_API_VERSION),
  kind: cut(kind, LONGEST_TEXT),
  name: cut(name, LONGEST_TEXT),
  uid: cut(uid, LONGEST_TEXT),
});

/** A copy: a part of a text would keep all of it in memory. */
const cut = (text: string, length: number): string => Buffer.from(text.slice(0, length)).toString();

const NO_OWNERS: readonly OwnerReference[] = Object.freeze([]);

/** Objects with more owners are looked at periodically instead of after changes of their owners. */
const MOST_OWNERS = 64;

/** The owners of an object: those that are kept, or how they are read. */
function ownersOf(metadata: HasMetadata['metadata']): Pick<OwnedObject, 'owners' | 'manyOwners'> {
  const isPacked = packedMembersOf(metadata)?.includes('ownerReferences') === true;
  if (isPacked) return { owners: NO_OWNERS, manyOwners: () => keptReferences(metadata.ownerReferences ?? []) };
  const { ownerReferences } = metadata;
  if (!ownerReferences?.length) return { owners: NO_OWNERS, manyOwners: undefined };
  const owners = keptReferences(ownerReferences);
  if (owners.length <= MOST_OWNERS) return { owners, manyOwners: undefined };
  const json = Buffer.from(JSON.stringify(owners));
  return { owners: NO_OWNERS, manyOwners: () => JSON.parse(json.toString()) as OwnerReference[] };
}

export function ownedObject(resource: ResourceType, { metadata }: HasMetadata): OwnedObject {
  const { finalizers } = metadata;
  const policy = finalizers?.includes(ORPHAN_FINALIZER)
    ? 'Orphan'
    : finalizers?.includes(FOREGROUND_FINALIZER)
      ? 'Foreground'
      : 'Background';
  return {
    resource,
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    resourceVersion: metadata.resourceVersion ?? '',
    ...ownersOf(metadata),
    deletion: metadata.deletionTimestamp === undefined ? 'none' : DELETION[policy],
    policy,
  };
}

const DELETION = { Orphan: 'orphan', Foreground: 'foreground', Background: 'other' } as const;

/** Whether a reference of `dependent` matches `owner` in kind, name and namespace. The caller compares the uid. */
export function names(reference: OwnerReference, owner: OwnedObject, dependent: OwnedObject): boolean {
  return (
    reference.name === owner.name &&
    reference.kind === owner.resource.kind &&
    parseApiVersion(reference.apiVersion)?.group === owner.resource.group &&
    (owner.namespace === '' || owner.namespace === dependent.namespace)
  );
}
