import type { ApiObject, FieldError, WorkLimit } from '@orch/apimachinery';
import type { GroupName, Vocabulary } from '@orch/vocabulary';
import type { FeatureGates } from '../features/feature-gates.js';
import type { PrinterColumn } from './printer-column.js';
import type { StructClass } from './field-type.js';

/** The authenticated user of a request (B-003..B-006). */
export interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Input of a strategy in addition to the objects. */
export interface StrategyContext {
  readonly vocabulary: Vocabulary;
  readonly user: UserInfo;
  /** Time of the request, RFC 3339 with seconds. */
  readonly now: string;
  /** The registry drops fields of disabled features before a strategy runs; strategies query gates for anything else. */
  readonly features: FeatureGates;
  /** Adds a warning to the response, also of a request that is refused. Absent: warnings are dropped. */
  readonly warn?: (text: string) => void;
  /** Of work that a small object may cause and that has no steps. Absent: none. */
  readonly limit?: WorkLimit | undefined;
}

/**
 * Rules of one kind for the generic registry. Pure: no clock, no random, no network; arguments are never mutated, a
 * changed object is a new one that shares unchanged parts. The registry handles metadata (names, labels, uid,
 * timestamps, finalizers, generation), resets `status` on create, keeps it on update, and keeps `spec` on status updates.
 */
export interface Strategy<T extends ApiObject = ApiObject> {
  /** After decoding and defaulting, before admission: drops fields that clients may not set, sets those that depend on the user. */
  prepareForCreate?(object: T, context: StrategyContext): T;
  /** After mutating admission of a new object: sets fields that depend on what admission plugins set. */
  completeCreate?(object: T, context: StrategyContext): T;
  /** After defaulting, before admission: resets fields that clients may not change to those of `old`. */
  prepareForUpdate?(object: T, old: T, context: StrategyContext): T;
  /** After mutating admission. Returns all errors; warnings in `warnings`. */
  validateCreate?(object: T, context: StrategyContext): FieldError[];
  validateUpdate?(object: T, old: T, context: StrategyContext): FieldError[];
  /** The same in steps of about a millisecond, where an object may take much longer. @param old the current object of an update. */
  validateInSteps?(object: T, context: StrategyContext, old?: T): Generator<undefined, FieldError[]>;
  /** Further changes when a delete sets the deletion timestamp (a Namespace's phase, C-160). */
  prepareForDelete?(object: T, context: StrategyContext): T;
  /** Fields that clients cannot set, in addition to `status`, as dotted paths: `spec`. Their senders do not own them. */
  readonly resets?: readonly string[];
  /** Why a delete of the object is forbidden; undefined if allowed. */
  forbidsDelete?(object: T): string | undefined;
  /** Texts for `Warning` headers of a create, and of an update of `old`. */
  warnings?(object: T, context: StrategyContext, old?: T): string[];
}

/** Rules of one sub-resource: `status`, `approval`, `finalize`, `scale`. Verbs are PUT and PATCH, and GET unless `writeOnly`. */
export interface SubresourceStrategy<T extends ApiObject = ApiObject> {
  /** Fields that such a write cannot set, in addition to all fields but `status` or `spec`, as dotted paths: `metadata.labels`. */
  readonly resets?: readonly string[];
  /** PUT only, no GET and no PATCH (`finalize`, A-044). */
  readonly writeOnly?: boolean;
  /** Present when the sub-resource has its own kind: requests and responses have that kind instead of the object's. */
  readonly view?: SubresourceView<T>;
  /**
   * Builds the object to store from the sent and the current one: takes only the part this sub-resource may change. With a
   * `view`, `sent` is of the view's kind, and the rules of the resource's kind validate the result.
   */
  prepareForUpdate(sent: T, old: T, context: StrategyContext): T;
  /**
   * What an admission plugin of this server decides beyond the part that the sub-resource may change. Default: nothing.
   * @param prepared the result of `prepareForUpdate` after admission. @param admitted what admission made.
   */
  keepAdmitted?(prepared: T, admitted: T, context: StrategyContext): T;
  /** Not called with a `view`. */
  validateUpdate?(object: T, old: T, context: StrategyContext): FieldError[];
  /** The same in steps of about a millisecond, where an object may take much longer. */
  validateInSteps?(object: T, context: StrategyContext, old: T): Generator<undefined, FieldError[]>;
  /** Texts for `Warning` headers. Absent: none; those of the object itself are not repeated here. */
  warnings?(object: T, context: StrategyContext): string[];
}

/** The own kind of a sub-resource (`scale`: C-237). Never stored. */
export interface SubresourceView<T extends ApiObject = ApiObject> {
  readonly type: StructClass;
  readonly group: GroupName;
  readonly version: string;
  readonly kind: string;
  /** Columns of its Table representation. Absent: the default columns. */
  readonly columns?: readonly PrinterColumn[];
  /** The view of an object; the caller sets `kind` and `apiVersion`. Pure. */
  read(object: T): Pick<ApiObject, 'metadata'> & Readonly<Record<string, unknown>>;
  /** The view that a write changes, where an object without one can be written. Default: `read`. */
  readForUpdate?(object: T): Pick<ApiObject, 'metadata'> & Readonly<Record<string, unknown>>;
  /**
   * Fields of an applied view as an apply configuration of the object (server-side apply).
   * Absent: apply is not supported.
   */
  configuration?(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Validation of the sent view; errors name the view's kind. */
  validate?(sent: ApiObject): FieldError[];
}
