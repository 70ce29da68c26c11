import type { ApiObject, FieldError } from '@orch/apimachinery';
import type { GroupName, Vocabulary } from '@orch/vocabulary';
import type { FeatureGates } from '../features/feature-gates.js';
import type { StructClass } from './field-type.js';

/** Who asks, as authentication found (B-003..B-006). */
export interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What a strategy may know beside the objects. */
export interface StrategyContext {
  readonly vocabulary: Vocabulary;
  readonly user: UserInfo;
  /** Time of the request, RFC 3339 with seconds. */
  readonly now: string;
  /** Fields of features that are off are gone before a strategy sees an object; it asks for what is more than a field. */
  readonly features: FeatureGates;
}

/**
 * What one kind adds to the generic registry. Pure: no clock, no random, no network; arguments are never changed, a
 * changed object is a new one that shares what stayed. The registry itself sees to metadata (names, labels, uid,
 * timestamps, finalizers, generation), resets `status` on create, keeps it on update, and keeps `spec` on status updates.
 */
export interface Strategy<T extends ApiObject = ApiObject> {
  /** After decoding and defaulting, before admission: drops what clients may not set, fills what depends on the requester. */
  prepareForCreate?(object: T, context: StrategyContext): T;
  /** After defaulting, before admission: takes from `old` what clients may not change. */
  prepareForUpdate?(object: T, old: T, context: StrategyContext): T;
  /** After mutating admission. All errors together; warnings in `warnings`. */
  validateCreate?(object: T, context: StrategyContext): FieldError[];
  validateUpdate?(object: T, old: T, context: StrategyContext): FieldError[];
  /** When the first delete leaves the object terminating: what else changes then (a Namespace's phase, C-160). */
  prepareForDelete?(object: T, context: StrategyContext): T;
  /** Why a delete of the object is forbidden; undefined where it is not. */
  forbidsDelete?(object: T): string | undefined;
  /** Texts for `Warning` headers. */
  warnings?(object: T, context: StrategyContext): string[];
}

/** What one sub-resource adds: `status`, `approval`, `finalize`, `scale`. Verbs are PUT and PATCH, and GET unless `writeOnly`. */
export interface SubresourceStrategy<T extends ApiObject = ApiObject> {
  /** PUT only, no GET and no PATCH (`finalize`, A-044). */
  readonly writeOnly?: boolean;
  /** Present where the sub-resource speaks a kind of its own: that kind is read, sent and answered instead of the object. */
  readonly view?: SubresourceView<T>;
  /**
   * Builds the object to store from what was sent and what stands: takes only the part this sub-resource may change. With a
   * `view` that is what was sent, and the kind's own rules judge the object that comes out.
   */
  prepareForUpdate(sent: T, old: T, context: StrategyContext): T;
  /** Not asked where there is a `view`. */
  validateUpdate?(object: T, old: T, context: StrategyContext): FieldError[];
}

/** The kind a sub-resource speaks where it is not that of its resource (`scale`: C-237). Never stored. */
export interface SubresourceView<T extends ApiObject = ApiObject> {
  readonly type: StructClass;
  readonly group: GroupName;
  readonly version: string;
  readonly kind: string;
  /** What is shown of an object; `kind` and `apiVersion` are set by the caller. Pure. */
  read(object: T): Pick<ApiObject, 'metadata'> & Readonly<Record<string, unknown>>;
  /**
   * Fields of the object that an applied view speaks of, as a configuration of the object names them (server-side apply).
   * Absent: it cannot be applied.
   */
  configuration?(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Rules for what was sent; its errors name the view's kind. */
  validate?(sent: ApiObject): FieldError[];
}
