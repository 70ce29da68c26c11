import type { ResourceDefinition, UserInfo } from '@orch/api';
import type { ApiObject, WorkLimit } from '@orch/apimachinery';
import type { ReadObject } from '../keys/object-reader.js';

/** The lowest audit level whose events have an annotation. */
export type AnnotationLevel = 'Metadata' | 'Request';

/**
 * Adds an annotation to the audit event of a request. A key keeps its first value, also when admission runs again after a conflict.
 * @param from default: `Metadata`.
 */
export type Annotate = (key: string, value: string, from?: AnnotationLevel) => void;

export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** A write, as admission plugins see it. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  /** Undefined: a write, or a connection. */
  readonly action?: ActionStage | undefined;
  readonly definition: ResourceDefinition;
  readonly subresource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Generated before admission for a create with `generateName`. */
  readonly name: string;
  /** New state; undefined for DELETE; the options of a CONNECT, without metadata. Of the sub-resource's own kind where it has one (`scale`), as `oldObject` is. */
  readonly object: ApiObject | undefined;
  /** Current state; undefined for CREATE. */
  readonly oldObject: ApiObject | undefined;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** The options of the write, as an object of the API: `CreateOptions`, `UpdateOptions` or `DeleteOptions`. */
  readonly options?: () => Readonly<Record<string, unknown>>;
  /** Adds a text to the `Warning` headers of the response. */
  readonly warn: (text: string) => void;
  readonly annotate: Annotate;
  /** Gets the time that webhooks took. Unit: milliseconds. */
  readonly waited?: ((ms: number) => void) | undefined;
  /** Throws when the request has ended: nothing more is asked for it. Default: it has not. */
  readonly assertOpen?: (() => void) | undefined;
  /** Of what plugins add to the object, see `WriteRequest`. Default: none. */
  readonly limit?: WorkLimit | undefined;
  /**
   * For plugins that allocate something for this write (an address, an amount of a quota): `undo` is called once if the write is
   * not stored. Do not allocate for a dry run or a DELETE.
   */
  readonly onFailure: (undo: Undo) => void;
}

/**
 * Part of an action, such as a Binding, in admission. `sent`: its object, which is not stored, and which webhooks and policies see.
 * `executed`: a write that the server makes for it, which they do not see.
 */
export type ActionStage = 'sent' | 'executed';

/** Identity of a create when it is passed to the store. */
export type CreateTarget = Pick<AdmissionAttributes, 'definition' | 'namespace' | 'name'>;

/** A write whose objects are not decoded. */
export type UnreadAttributes = Omit<AdmissionAttributes, 'object' | 'oldObject'>;

/** What the rules of webhooks and policies name: a resource, a sub-resource of it or none, and an operation. */
export type WriteKind = Pick<AdmissionAttributes, 'definition' | 'operation' | 'subresource'>;

/** All writes to the objects of a resource in a namespace. */
export type WriteScope = Pick<AdmissionAttributes, 'definition' | 'namespace'>;

/**
 * Releases what was allocated for a write. `Unknown`: the store did not report the outcome, so the object may exist; what must not be
 * allocated twice must not be released then. The client is answered when the promise resolves; it must not reject.
 */
export type Undo = (outcome: 'NotStored' | 'Unknown') => void | Promise<void>;

/**
 * Admission control, called before every write is stored. Throws ApiError to refuse. Synchronous where possible: a returned
 * promise costs a turn of the event loop on every write.
 */
export interface Admission {
  /** Returns the object to store, the same one when nothing was changed. Not called for DELETE. */
  readonly mutate: (attributes: AdmissionAttributes) => ApiObject | Promise<ApiObject>;
  readonly validate: (attributes: AdmissionAttributes) => void | Promise<void>;
  /**
   * The object that a create depends on, such as its namespace: the create commits only if it is unchanged. Called in the turn of the
   * event loop that passes the create to the store, since the object may have changed after `validate`, and again when the precondition
   * failed. Absent or undefined: no precondition. @throws ApiError to refuse.
   */
  createPrecondition?(target: CreateTarget): ReadObject | undefined;
  /**
   * Whether any plugin reads the objects of such a write, beyond the names, uid and finalizers in their metadata: if not, large objects
   * need not be decoded for it. Absent: true.
   */
  readsContent?(attributes: UnreadAttributes): boolean;
  /**
   * Names of the services outside of this server that writes of a scope may wait for, such as webhooks: at least all of them. A service may not
   * answer: then those writes wait together, and leave room for others. Reads no objects, in steps. Absent: none.
   */
  waitsFor?(scope: WriteScope): Generator<undefined, readonly string[]>;
  /** Runs long work of a write for a user, and others between its steps. Absent: at once. */
  readonly inSteps?: <T>(work: Generator<undefined, T>, user: UserInfo) => T | Promise<T>;
}

/** Admits every write unchanged. */
export const admitAll: Admission = { mutate: (a) => a.object!, validate: () => undefined };
