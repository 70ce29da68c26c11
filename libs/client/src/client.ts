import {
  ApiError,
  holdingClock,
  parseApiVersion,
  type Clock,
  type GroupVersionKind,
  type Random,
  type Status,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Observable } from 'rxjs';
import type { Shape } from './answers/shape.js';
import type { ClientConfiguration, Impersonation } from './configuration/client-configuration.js';
import { Discovery } from './discovery/discovery.js';
import { keyOf, type HasMetadata } from './object/object-key.js';
import type { DeleteOptions, PatchOptions, WriteOptions } from './resource/call-options.js';
import { HttpResourceClient } from './resource/http-resource-client.js';
import type { ApplyBody, ResourceClient } from './resource/resource-client.js';
import {
  resolveResource,
  resourceOfClass,
  type KindClass,
  type ResourceLike,
  type ResourceType,
} from './resource/resource-type.js';
import type { ApiRequest } from './transport/api-request.js';
import type { RequestObserver } from './transport/request-observer.js';
import { Transport } from './transport/transport.js';
import { openWatch, type WatchRequest } from './resource/open-watch.js';
import type { WatchEvent } from './resource/watch-event.js';

export interface ClientOptions {
  readonly configuration: ClientConfiguration;
  readonly vocabulary: Vocabulary;
  /** `User-Agent`: `name` or `name/version`. The part before the slash is the field manager of writes. Default: the product. */
  readonly userAgent?: string;
  /** Default deadline of a call. Unit: milliseconds. Default: 30_000. */
  readonly timeoutMs?: number;
  /** Called with the text of each warning from the server. */
  readonly onWarning?: (text: string) => void;
  /** Called for each request that this client, or one made by `as`, has sent, for metrics. */
  readonly onRequest?: RequestObserver;
  readonly clock?: Clock;
  readonly random?: Random;
}

/** The public API client. One per process and user: it owns the connections and the discovery cache. */
export class Client {
  readonly vocabulary: Vocabulary;
  readonly configuration: ClientConfiguration;
  readonly clock: Clock;
  readonly random: Random;
  readonly discovery: Discovery;
  private readonly transport: Transport;
  private readonly fieldManager: string;

  /** @param shared whose connections and discovery cache it uses: see {@link as}. */
  constructor(
    private readonly options: ClientOptions,
    private readonly shared?: Client,
  ) {
    const { configuration, vocabulary, timeoutMs = 30_000, onWarning, onRequest } = options;
    const userAgent = options.userAgent ?? vocabulary.product;
    this.vocabulary = vocabulary;
    this.configuration = configuration;
    this.clock = options.clock ?? holdingClock;
    this.random = options.random ?? Math.random;
    this.fieldManager = userAgent.split('/')[0]!;
    const { clock, random } = this;
    const observers = { ...(onWarning ? { onWarning } : {}), ...(onRequest ? { onRequest } : {}) };
    const transport = { configuration, userAgent, timeoutMs, clock, random, ...observers };
    this.transport = new Transport(transport, shared?.transport);
    this.discovery = shared?.discovery ?? new Discovery(this.transport, this.clock, vocabulary);
  }

  /**
   * A client of the same server that impersonates a user, which the user of this client must be allowed to. It uses the connections and the
   * discovery cache of this one, which closes them.
   * @param userAgent default: that of this client.
   */
  as(impersonate: Impersonation, userAgent = this.options.userAgent): Client {
    const configuration = { ...this.configuration, impersonate };
    return new Client({ ...this.options, configuration, ...(userAgent === undefined ? {} : { userAgent }) }, this);
  }

  /** The client of one resource. Sends no request. @param resource also of a custom kind, by a plain constant or a class. */
  resource<T extends HasMetadata>(resource: ResourceLike<T> | KindClass<T>): ResourceClient<T> {
    const gvr = resolveResource(resourceOfClass(resource), this.vocabulary);
    return new HttpResourceClient<T>(this.transport, gvr, this.fieldManager);
  }

  /**
   * As `resource`, for metadata only: reads return `PartialObjectMetadata`, so that objects of any kind can be watched at
   * the cost of their metadata (C-081). Bodies of writes are sent as they are.
   */
  metadata(resource: ResourceLike): ResourceClient {
    const gvr = resolveResource(resource, this.vocabulary);
    return new HttpResourceClient(this.transport, gvr, this.fieldManager, '', metadataAccept(this.vocabulary));
  }

  /**
   * The resource that serves a kind, from discovery, cached. For an unknown kind discovery is refreshed, at most every
   * 10 s. @throws ApiError NotFound when no resource serves it.
   */
  restMapping(gvk: GroupVersionKind): Promise<ResourceType> {
    return this.discovery.mapping(gvk);
  }

  /** The calls below act on an object by its own apiVersion and kind. @throws ApiError BadRequest when it has none. */
  async create<T extends HasMetadata>(object: T, options?: WriteOptions): Promise<T> {
    return (await this.resourceOf<T>(object)).create(object, options);
  }

  /** The created object, or undefined when the name already exists. */
  async createIfAbsent<T extends HasMetadata>(object: T, options?: WriteOptions): Promise<T | undefined> {
    return (await this.resourceOf<T>(object)).createIfAbsent(object, options);
  }

  async replace<T extends HasMetadata>(object: T, options?: WriteOptions): Promise<T> {
    return (await this.resourceOf<T>(object)).replace(object, options);
  }

  async apply<T extends HasMetadata>(
    object: ApplyBody<T>,
    options: PatchOptions & { fieldManager: string },
  ): Promise<T> {
    return (await this.resourceOf<T>(object)).apply(object, options);
  }

  async applyStatus<T extends HasMetadata>(
    object: ApplyBody<T>,
    options: PatchOptions & { fieldManager: string },
  ): Promise<T> {
    return (await this.resourceOf<T>(object)).applyStatus(object, options);
  }

  async delete<T extends HasMetadata>(object: T, options?: DeleteOptions): Promise<T | Status> {
    return (await this.resourceOf<T>(object)).delete(keyOf(object), options);
  }

  /** Any request, for paths that are not resources (`/version`, `/openapi/v3`). The body of the response as text. */
  text(request: ApiRequest): Promise<string> {
    return this.transport.text(request);
  }

  /** As `text`, the body as JSON. @param shape what the caller relies on. @throws TransportError Protocol when the body has another form. */
  json<T>(request: ApiRequest, shape: Shape): Promise<T> {
    return this.transport.json<T>(request, shape);
  }

  /**
   * A watch on any path and in any JSON representation, such as tables. One connection, without restarts: for long-running
   * watches of objects use `resource(...).watch` with `reflect`.
   */
  watch<T>(request: WatchRequest): Observable<WatchEvent<T>> {
    return openWatch<T>(this.transport, request);
  }

  /** Ends watches and connections, unless they are those of another client. Calls in flight reject. */
  async close(): Promise<void> {
    if (!this.shared) await this.transport.close();
  }

  private async resourceOf<T extends HasMetadata>(
    object: { readonly [field: string]: unknown } | HasMetadata,
  ): Promise<ResourceClient<T>> {
    const { apiVersion, kind } = object;
    const gv = typeof apiVersion === 'string' ? parseApiVersion(apiVersion) : undefined;
    if (!gv || typeof kind !== 'string') throw ApiError.badRequest('the object needs apiVersion and kind');
    return this.resource<T>((await this.discovery.mapping({ ...gv, kind })) as ResourceType<T>);
  }
}

/** Plain JSON last, for aggregated API servers without another representation. */
const metadataAccept = ({ groups }: Vocabulary): string =>
  ['PartialObjectMetadataList', 'PartialObjectMetadata']
    .map((kind) => `application/json;as=${kind};g=${groups.meta};v=v1,`)
    .join('') + 'application/json';
