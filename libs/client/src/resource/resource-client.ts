import type { ApiList, Status } from '@orch/apimachinery';
import type { Observable } from 'rxjs';
import type { HasMetadata, ObjectKey } from '../object/object-key.js';
import type { WatchEvent } from './watch-event.js';
import type {
  CallOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  PatchType,
  WatchOptions,
  WriteOptions,
} from './call-options.js';

/**
 * All operations on one resource. A key or an object has its own namespace; a plain name is looked up in the
 * namespace of the view (`namespace(ns)`), or among cluster-scoped objects.
 * Every call rejects with `ApiError` when the server refuses, `TransportError` when it cannot be reached.
 */
export interface ResourceClient<T extends HasMetadata = HasMetadata> {
  /** A view on one namespace: lists and watches are limited to it. */
  namespace(namespace: string): ResourceClient<T>;
  get(key: ObjectKey | string, options?: GetOptions): Promise<T>;
  /** Undefined when the object does not exist; rejects on any other failure. */
  find(key: ObjectKey | string, options?: GetOptions): Promise<T | undefined>;
  /**
   * One page; items have kind and apiVersion. `listAll` returns every item. With a limit, a page of more than 32 MiB is `AnswerTooLong`, which `listAll` reads
   * in smaller ones.
   */
  list(options?: ListOptions): Promise<ApiList<T>>;
  /** Every item, page by page of `limit` (default 500). Rejects with `ApiError` Expired when the continue token expired. */
  listAll(options?: ListOptions): AsyncIterable<T>;
  create(object: T, options?: WriteOptions): Promise<T>;
  /** The created object, or undefined when one of that name exists. Requires `metadata.name`. */
  createIfAbsent(object: T, options?: WriteOptions): Promise<T | undefined>;
  /** PUT. With `metadata.resourceVersion` set, fails with Conflict when the object was changed since. */
  replace(object: T, options?: WriteOptions): Promise<T>;
  patch(key: ObjectKey | string, type: PatchType, body: unknown, options?: PatchOptions): Promise<T>;
  /** Server-side apply of `object`, which has exactly the fields that the manager sets. */
  apply(object: ApplyBody<T>, options: PatchOptions & { readonly fieldManager: string }): Promise<T>;
  /** Server-side apply to the status subresource. */
  applyStatus(object: ApplyBody<T>, options: PatchOptions & { readonly fieldManager: string }): Promise<T>;
  /** PUT of the status subresource. */
  updateStatus(object: T, options?: WriteOptions): Promise<T>;
  subresource(name: string): SubresourceClient<T>;
  /** The response of the server: the deleted object, or a `Status`. */
  delete(key: ObjectKey | string, options?: DeleteOptions): Promise<T | Status>;
  /** False when the object does not exist; rejects on any other failure. */
  deleteIfPresent(key: ObjectKey | string, options?: DeleteOptions): Promise<boolean>;
  /** The deleted objects, with which the server answers, are not read. */
  deleteCollection(options?: ListOptions & DeleteOptions): Promise<void>;
  /**
   * One connection, from subscription on; cold. Completes when the server ends it, errors with `ApiError` (410 Expired:
   * list again) or `TransportError`. `reflect` recovers from both.
   */
  watch(options?: WatchOptions): Observable<WatchEvent<T>>;
}

/** Calls on `/resource/name/<subresource>`; `R` is the type of its responses. */
export interface SubresourceClient<T extends HasMetadata = HasMetadata> {
  get<R = T>(key: ObjectKey | string, options?: CallOptions): Promise<R>;
  create<R = T>(key: ObjectKey | string, body: unknown, options?: WriteOptions): Promise<R>;
  replace<R = T>(key: ObjectKey | string, body: unknown, options?: WriteOptions): Promise<R>;
  patch<R = T>(key: ObjectKey | string, type: PatchType, body: unknown, options?: PatchOptions): Promise<R>;
}

/** Body of a server-side apply: a name and any part of the object. */
export type ApplyBody<T extends HasMetadata> = HasMetadata & {
  readonly [K in Exclude<keyof T, keyof HasMetadata>]?: unknown;
};
