import type { ResourceDefinition, UserInfo } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { ReadObject } from '../keys/object-reader.js';

export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** One write on its way to the store, as admission sees it. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly definition: ResourceDefinition;
  readonly subresource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Empty on a create with `generateName` only before the name was made; it is made before admission. */
  readonly name: string;
  /** New state; undefined for DELETE. Of the sub-resource's own kind where it has one (`scale`), as `oldObject` is. */
  readonly object: ApiObject | undefined;
  /** State that stands; undefined for CREATE. */
  readonly oldObject: ApiObject | undefined;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** Adds a text to the `Warning` headers of the answer. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit event of the request. */
  readonly annotate: (key: string, value: string) => void;
  /**
   * For whoever takes something finite for this write (an address, a share of a quota): `undo` is called once if the write is
   * not stored after all. Take nothing for a dry run, and nothing for a DELETE.
   */
  readonly onFailure: (undo: Undo) => void;
}

/** What is known of a create when it is handed to the store. */
export type CreateTarget = Pick<AdmissionAttributes, 'definition' | 'namespace' | 'name'>;

/** A write whose objects are not at hand. */
export type UnreadAttributes = Omit<AdmissionAttributes, 'object' | 'oldObject'>;

/**
 * Gives back what was taken for a write. `Unknown`: the store did not say whether it has the object; what others would count twice
 * must not be given back then. The client is answered when the promise is kept; it must not be rejected.
 */
export type Undo = (outcome: 'NotStored' | 'Unknown') => void | Promise<void>;

/**
 * What the registry asks before it stores. Throws ApiError to refuse. Answers at once where it can: a returned promise
 * costs a turn of the event loop on every write.
 */
export interface Admission {
  /** Returns the object to store, the same one when nothing was changed. Not called for DELETE. */
  readonly mutate: (attributes: AdmissionAttributes) => ApiObject | Promise<ApiObject>;
  readonly validate: (attributes: AdmissionAttributes) => void | Promise<void>;
  /**
   * The object that a create depends on, such as its namespace: the create commits only if it is unchanged then. Asked in the turn of the
   * event loop in which a create is handed to the store, since much may have happened after `validate`, and again when the precondition
   * failed. Absent or undefined: the create depends on nothing. @throws ApiError to refuse.
   */
  createPrecondition?(target: CreateTarget): ReadObject | undefined;
  /**
   * Whether anything looks into the objects of such a write, beyond the names, uid and finalizers in their metadata: else large objects
   * need not be decoded for it. Absent: it may.
   */
  readsContent?(attributes: UnreadAttributes): boolean;
}

/** Admits everything as it is. */
export const admitAll: Admission = { mutate: (a) => a.object!, validate: () => undefined };
