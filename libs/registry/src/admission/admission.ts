import type { ResourceDefinition, UserInfo } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';

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
   * Asked again in the turn of the event loop in which a create is handed to the store: what `validate` relied on, such as the namespace,
   * may have gone since. Synchronous. Absent: nothing is asked. @throws ApiError to refuse.
   */
  confirmCreate?(attributes: UnreadAttributes): void;
  /**
   * Whether anything looks into the objects of such a write, beyond the names, uid and finalizers in their metadata: else large objects
   * need not be decoded for it. Absent: it may.
   */
  readsContent?(attributes: UnreadAttributes): boolean;
}

/** Admits everything as it is. */
export const admitAll: Admission = { mutate: (a) => a.object!, validate: () => undefined };
