import { ApiError, apiVersionOf, type ApiList, type GroupVersionResource, type Status } from '@orch/apimachinery';
import type { Observable } from 'rxjs';
import { keyOf, type HasMetadata, type ObjectKey } from '../object/object-key.js';
import type { ApiRequest } from '../transport/api-request.js';
import type { Transport } from '../transport/transport.js';
import { deletedShape, listShape, objectShape, subresourceShape } from '../answers/object-shapes.js';
import type { Shape } from '../answers/shape.js';
import { turnShare } from '../event-loop/turn-share.js';
import { openWatch } from './open-watch.js';
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
import { deleteBody, dryRunQuery, listQuery, watchQuery, writeQuery } from './call-query.js';
import { MAX_LINE_BYTES } from './json-lines.js';
import { fillListItems, listPages } from './list-pages.js';
import type { ApplyBody, ResourceClient, SubresourceClient } from './resource-client.js';
import { collectionPath, withQuery } from './resource-path.js';

/** Media type of each kind of patch. JSON is YAML, so an apply body is sent as JSON. */
const PATCH_MEDIA_TYPES: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

interface AnswerOptions extends CallOptions, Pick<ListOptions, 'onSize' | 'kept'> {
  /** The answer is a list without a limit: as long as it is. */
  readonly isWhole?: boolean;
}

/** `ResourceClient` over a `Transport`. */
export class HttpResourceClient<T extends HasMetadata> implements ResourceClient<T> {
  constructor(
    private readonly transport: Transport,
    private readonly gvr: GroupVersionResource,
    private readonly fieldManager: string,
    private readonly scope = '',
    /** Requested representation. Default: whole objects, as JSON. */
    private readonly accept?: string,
  ) {}

  namespace(namespace: string): ResourceClient<T> {
    return new HttpResourceClient<T>(this.transport, this.gvr, this.fieldManager, namespace, this.accept);
  }

  get(key: ObjectKey | string, options: GetOptions = {}): Promise<T> {
    const path = withQuery(this.path(key), { resourceVersion: options.resourceVersion });
    return this.call('GET', path, objectShape, options);
  }

  find(key: ObjectKey | string, options?: GetOptions): Promise<T | undefined> {
    return undefinedFor('NotFound', this.get(key, options));
  }

  async list(options: ListOptions = {}): Promise<ApiList<T>> {
    const path = withQuery(collectionPath(this.gvr, this.scope), listQuery(options));
    return fillListItems(await this.call<ApiList<T>>('GET', path, listShape, { ...options, isWhole: !options.limit }));
  }

  async *listAll(options: ListOptions = {}): AsyncGenerator<T, void, void> {
    for await (const page of listPages((o) => this.list(o), options)) {
      for (const item of page.items) {
        // What is done with a page of many or large objects takes no turn of its own.
        const turn = turnShare.next();
        if (turn) await turn;
        yield item;
      }
    }
  }

  create(object: T, options: WriteOptions = {}): Promise<T> {
    const namespace = object.metadata.namespace ?? this.scope;
    const path = withQuery(collectionPath(this.gvr, namespace), writeQuery(options, this.fieldManager));
    return this.call('POST', path, objectShape, options, this.withVersion(object));
  }

  createIfAbsent(object: T, options?: WriteOptions): Promise<T | undefined> {
    return undefinedFor('AlreadyExists', this.create(object, options));
  }

  replace(object: T, options?: WriteOptions): Promise<T> {
    return this.put(keyOf(object), undefined, object, options);
  }

  updateStatus(object: T, options?: WriteOptions): Promise<T> {
    return this.put(keyOf(object), 'status', object, options);
  }

  patch(key: ObjectKey | string, type: PatchType, body: unknown, options?: PatchOptions): Promise<T> {
    return this.patchAt(key, undefined, type, body, options);
  }

  apply(object: ApplyBody<T>, options: PatchOptions & { readonly fieldManager: string }): Promise<T> {
    return this.patchAt(keyOf(object), undefined, 'apply', this.withVersion(object), options);
  }

  applyStatus(object: ApplyBody<T>, options: PatchOptions & { readonly fieldManager: string }): Promise<T> {
    return this.patchAt(keyOf(object), 'status', 'apply', this.withVersion(object), options);
  }

  subresource(name: string): SubresourceClient<T> {
    return {
      get: (key, options: CallOptions = {}) => this.call('GET', this.path(key, name), subresourceShape, options),
      create: (key, body, options: WriteOptions = {}) => {
        const path = withQuery(this.path(key, name), writeQuery(options, this.fieldManager));
        return this.call('POST', path, subresourceShape, options, body);
      },
      replace: (key, body, options) => this.put(key, name, body, options),
      patch: (key, type, body, options) => this.patchAt(key, name, type, body, options),
    };
  }

  delete(key: ObjectKey | string, options: DeleteOptions = {}): Promise<T | Status> {
    return this.call(
      'DELETE',
      withQuery(this.path(key), dryRunQuery(options)),
      deletedShape,
      options,
      deleteBody(options),
    );
  }

  async deleteIfPresent(key: ObjectKey | string, options?: DeleteOptions): Promise<boolean> {
    return (await undefinedFor('NotFound', this.delete(key, options))) !== undefined;
  }

  deleteCollection(options: ListOptions & DeleteOptions = {}): Promise<void> {
    const path = withQuery(collectionPath(this.gvr, this.scope), { ...listQuery(options), ...dryRunQuery(options) });
    return this.transport.unread(this.request('DELETE', path, options, deleteBody(options)));
  }

  watch(options: WatchOptions = {}): Observable<WatchEvent<T>> {
    const { signal, onOpen, kept } = options;
    return openWatch<T>(this.transport, {
      shape: objectShape,
      path: withQuery(collectionPath(this.gvr, this.scope), watchQuery(options)),
      ...(this.accept === undefined ? {} : { accept: this.accept }),
      ...(signal === undefined ? {} : { signal }),
      ...(onOpen === undefined ? {} : { onOpen }),
      ...(kept === undefined ? {} : { kept }),
    });
  }

  private put<R>(
    key: ObjectKey | string,
    subresource: string | undefined,
    body: unknown,
    options: WriteOptions = {},
  ): Promise<R> {
    const path = withQuery(this.path(key, subresource), writeQuery(options, this.fieldManager));
    return this.call('PUT', path, shapeAt(subresource), options, this.withVersion(body as object));
  }

  private patchAt<R>(
    key: ObjectKey | string,
    subresource: string | undefined,
    type: PatchType,
    body: unknown,
    options: PatchOptions = {},
  ): Promise<R> {
    const path = withQuery(this.path(key, subresource), writeQuery(options, this.fieldManager));
    return this.call('PATCH', path, shapeAt(subresource), options, body, PATCH_MEDIA_TYPES[type]);
  }

  private call<R>(
    method: ApiRequest['method'],
    path: string,
    shape: Shape,
    options: AnswerOptions,
    body?: unknown,
    contentType?: string,
  ): Promise<R> {
    const request = this.request(method, path, options, body, contentType);
    return this.transport.json<R>(request, shape);
  }

  private request(
    method: ApiRequest['method'],
    path: string,
    options: AnswerOptions,
    body?: unknown,
    contentType?: string,
  ): ApiRequest {
    return {
      method,
      path,
      ...(this.accept === undefined ? {} : { accept: this.accept }),
      ...(body === undefined ? {} : { body }),
      ...(contentType === undefined ? {} : { contentType }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      ...(options.onSize === undefined ? {} : { onSize: options.onSize }),
      ...(options.kept === undefined ? {} : { kept: options.kept }),
      ...(options.isWhole === true ? {} : { maxAnswerBytes: MAX_LINE_BYTES }),
    };
  }

  private path(key: ObjectKey | string, subresource?: string): string {
    const { namespace, name } = typeof key === 'string' ? { namespace: this.scope, name: key } : key;
    if (name === '') throw new RangeError(`a name is needed for a call on one of ${this.gvr.resource}`);
    const base = `${collectionPath(this.gvr, namespace === '' ? this.scope : namespace)}/${encodeURIComponent(name)}`;
    return subresource === undefined ? base : `${base}/${subresource}`;
  }

  /** Objects from lists of other servers, or written by hand, may lack kind and apiVersion. */
  private withVersion<B extends object>(body: B): B {
    return 'apiVersion' in body ? body : { apiVersion: apiVersionOf(this.gvr), ...body };
  }
}

/** Objects have their status as a sub-resource of the same kind. */
const shapeAt = (subresource: string | undefined): Shape =>
  subresource === undefined || subresource === 'status' ? objectShape : subresourceShape;

async function undefinedFor<R>(reason: ApiError['reason'], call: Promise<R>): Promise<R | undefined> {
  try {
    return await call;
  } catch (err) {
    if (err instanceof ApiError && err.reason === reason) return undefined;
    throw err;
  }
}
