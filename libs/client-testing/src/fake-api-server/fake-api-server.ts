import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { ApiError } from '@orch/apimachinery';
import { builtinResources } from '@orch/client';
import { ObjectStore, type StoredObject, type StoreEvent } from '../object-store.js';
import { isUnder, parsePath, type ResourcePath } from '../resource-path.js';
import { discoveryDocument, type DiscoveredResource } from './discovery-documents.js';
import { writeObject } from './object-requests.js';
import { sendJson } from './responses.js';
import { readRequest, type Fault, type SeenRequest } from './seen-request.js';
import { selection } from './selection.js';
import { eventTable, tableOf } from './table.js';

export interface FakeApiServerOptions {
  /** HTTPS with these certificates. Default: HTTP. */
  readonly tls?: ServerOptions;
  /** How long it keeps idle connections, and lets clients know that it does. Default: that of Node.js. Unit: milliseconds. */
  readonly keepAliveMs?: number;
  /** Discovery documents. Default: none; requests for objects of any resource are served. */
  readonly resources?: readonly DiscoveredResource[];
}

interface OpenWatch {
  readonly collection: string;
  readonly matches: (object: StoredObject) => boolean;
  readonly wantsTable: boolean;
  sentEvents: number;
}

/** A warning is printed when a test waits longer, before it times out. Unit: milliseconds. */
const LONG_WAIT_MS = 20_000;

/**
 * An API server over HTTP or HTTPS for tests of clients: objects of any kind in memory, lists in pages, watches from any revision since the
 * last compaction, conflicts, finalizers, discovery, tables, scripted faults. It records every request.
 */
export class FakeApiServer {
  readonly requests: SeenRequest[] = [];
  readonly store = new ObjectStore();
  /** Accepted connections. */
  connections = 0;
  /** Whether strategic merge patches are accepted; they are applied as merge patches. */
  strategicPatches = true;
  /** Whether tables are served to clients that request them. */
  tables = true;
  /** Whether aggregated discovery is served to clients that request it. */
  aggregatedDiscovery = true;
  private readonly watches = new Map<ServerResponse, OpenWatch>();
  private readonly sockets = new Set<Socket>();
  private readonly pages = new Map<string, { readonly items: StoredObject[]; readonly revision: number }>();
  private readonly faults: Fault[] = [];
  private readonly waiting = new Set<() => void>();
  private server!: Server;
  private port = 0;

  private constructor(private readonly options: FakeApiServerOptions) {
    this.store.subscribe((event) => this.publish(event));
  }

  static async start(options: FakeApiServerOptions = {}): Promise<FakeApiServer> {
    const fake = new FakeApiServer(options);
    await fake.listen();
    return fake;
  }

  get url(): string {
    return `${this.options.tls ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  get openConnections(): number {
    return this.sockets.size;
  }

  get openWatches(): number {
    return this.watches.size;
  }

  /** Stores an object at its path, `/api/v1/namespaces/ns/configmaps/a`; apiVersion and kind of known resources are filled in. */
  put(path: string, object: object): StoredObject {
    const { apiVersion, resource } = parsePath(path) ?? {};
    const kind = resource === undefined ? undefined : this.kindOf(resource);
    return this.store.put(path, { ...(kind === undefined ? {} : { apiVersion, kind }), ...object });
  }

  get(path: string): StoredObject | undefined {
    return this.store.get(path);
  }

  remove(path: string): void {
    this.store.remove(path);
  }

  /** The next matching requests get the scripted responses, one each, in this order. */
  fail(...faults: Fault[]): void {
    this.faults.push(...faults);
  }

  /** Forgets objects, requests and faults, and restores the defaults of what is served. */
  reset(): void {
    this.store.clear();
    this.requests.length = 0;
    this.faults.length = 0;
    this.strategicPatches = this.tables = this.aggregatedDiscovery = true;
  }

  /** Sends a bookmark with a new revision to all watches. */
  bookmark(): void {
    const resourceVersion = String(this.store.advance());
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion } };
    this.sendRaw(`${JSON.stringify({ type: 'BOOKMARK', object })}\n`);
  }

  /** Sends any text to all watches. */
  sendRaw(text: string): void {
    for (const response of this.watches.keys()) response.write(text);
  }

  /** Ends all watches regularly. */
  endWatches(): void {
    for (const response of this.watches.keys()) response.end();
    this.watches.clear();
  }

  /** Closes all connections; with `insideEvent`, after half an event was sent. */
  drop(insideEvent = false): void {
    if (insideEvent) this.sendRaw('{"type":"ADDED","object":{"metadata":{"name":"half');
    const open = [...this.sockets];
    this.watches.clear();
    // After the bytes were sent.
    setImmediate(() => open.forEach((socket) => socket.destroy()));
  }

  /** Invalidates all continue tokens. */
  expirePages(): void {
    this.pages.clear();
  }

  /** Listens on the same port as before `stop`. */
  async listen(): Promise<void> {
    const handler = (request: IncomingMessage, response: ServerResponse): void => void this.handle(request, response);
    const { tls } = this.options;
    this.server = tls ? createTlsServer(tls, handler) : createServer(handler);
    if (this.options.keepAliveMs !== undefined) this.server.keepAliveTimeout = this.options.keepAliveMs;
    this.server.on('connection', (socket: Socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.on('close', () => {
        this.sockets.delete(socket);
        this.wake();
      });
    });
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections and stops listening until `listen`. */
  async stop(): Promise<void> {
    this.watches.clear();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Resolves when `done` holds after a request, a write, or the end of a watch or connection. @param what named in the warning of a long wait. */
  async until(what: string, done: () => boolean): Promise<void> {
    const timer = setTimeout(() => console.error(`still waiting: ${what}`), LONG_WAIT_MS).unref();
    while (!done()) await new Promise<void>((resolve) => this.waiting.add(resolve));
    clearTimeout(timer);
  }

  /** Resolves with the object at `path` when `done` holds for it. */
  async untilObject(path: string, done: (object: StoredObject) => boolean): Promise<StoredObject> {
    const current = (): StoredObject | undefined => this.store.get(path);
    await this.until(path, () => {
      const object = current();
      return object !== undefined && done(object);
    });
    return current()!;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await readRequest(request);
    this.requests.push(seen);
    const index = this.faults.findIndex((fault) => fault.when?.(seen) ?? true);
    if (index >= 0) this.faults.splice(index, 1)[0]!.answer(response);
    else this.answer(seen, response);
    this.wake();
  }

  private answer(request: SeenRequest, response: ServerResponse): void {
    try {
      const accept = request.headers.accept ?? '';
      const aggregated = this.aggregatedDiscovery
        ? /g=([^;,]+);v=(v2[^;,]*);as=APIGroupDiscoveryList/.exec(accept)
        : null;
      const apiVersion = aggregated ? `${aggregated[1]}/${aggregated[2]}` : undefined;
      if (request.path === '/version') return sendJson(response, 200, { gitVersion: 'v1.24.0' });
      const document = discoveryDocument(this.options.resources ?? [], request.path, apiVersion);
      if (document) return sendJson(response, 200, document);
      const path = parsePath(request.path);
      if (!path) throw ApiError.noSuchResource();
      if (request.method !== 'GET') {
        const { code, body } = writeObject(this.store, path, request, this.strategicPatches);
        return sendJson(response, code, body);
      }
      if (request.query.get('watch')) return this.watch(request, response);
      return path.name === undefined ? this.list(request, path, response) : this.getOne(request, response);
    } catch (error) {
      const failure = error instanceof ApiError ? error : ApiError.internal(String(error));
      sendJson(response, failure.code, failure.toStatus());
    }
  }

  private getOne(request: SeenRequest, response: ServerResponse): void {
    const object = this.store.getExisting(request.path);
    sendJson(response, 200, this.wantsTable(request) ? tableOf([object], {}, wantsObjects(request)) : object);
  }

  private list(request: SeenRequest, { apiVersion, resource }: ResourcePath, response: ServerResponse): void {
    const { query, path } = request;
    const token = query.get('continue');
    const matches = selection(query);
    const page =
      token === null
        ? { items: this.store.list(path).filter(matches), revision: this.store.revision }
        : this.pages.get(token);
    if (!page) throw ApiError.expired('the continue token has expired');
    const limit = Number(query.get('limit') ?? 0);
    const items = limit > 0 ? page.items.slice(0, limit) : page.items;
    const rest = page.items.slice(items.length);
    const next = rest.length > 0 ? `t${this.pages.size}` : undefined;
    if (next !== undefined) this.pages.set(next, { items: rest, revision: page.revision });
    const metadata = { resourceVersion: String(page.revision), ...(next === undefined ? {} : { continue: next }) };
    if (this.wantsTable(request)) return sendJson(response, 200, tableOf(items, metadata, wantsObjects(request)));
    const kind = this.kindOf(resource);
    if (kind === undefined) return sendJson(response, 200, { kind: 'List', apiVersion: 'v1', metadata, items });
    // Items of a typed list are sent without kind and apiVersion.
    const bare = items.map(({ kind: _kind, apiVersion: _apiVersion, ...object }) => object);
    sendJson(response, 200, { kind: `${kind}List`, apiVersion, metadata, items: bare });
  }

  private watch(request: SeenRequest, response: ServerResponse): void {
    const watch: OpenWatch = {
      collection: request.path,
      matches: selection(request.query),
      wantsTable: this.wantsTable(request),
      sentEvents: 0,
    };
    const missed = this.store.eventsAfter(Number(request.query.get('resourceVersion')));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    for (const event of missed) sendEvent(response, watch, event);
    this.watches.set(response, watch);
    response.on('close', () => {
      this.watches.delete(response);
      this.wake();
    });
  }

  private publish(event: StoreEvent): void {
    for (const [response, watch] of this.watches) sendEvent(response, watch, event);
    this.wake();
  }

  private wake(): void {
    const resolvers = [...this.waiting];
    this.waiting.clear();
    for (const resolve of resolvers) resolve();
  }

  private wantsTable({ headers }: SeenRequest): boolean {
    return this.tables && (headers.accept ?? '').includes('as=Table');
  }

  private kindOf(resource: string): string | undefined {
    const known = this.options.resources?.find(({ name }) => name === resource);
    return (known ?? Object.values(builtinResources).find((builtin) => builtin.resource === resource))?.kind;
  }
}

function sendEvent(response: ServerResponse, watch: OpenWatch, { type, path, object }: StoreEvent): void {
  if (!isUnder(path, watch.collection) || !watch.matches(object)) return;
  const shown = watch.wantsTable ? eventTable(object, watch.sentEvents === 0) : object;
  watch.sentEvents++;
  response.write(`${JSON.stringify({ type, object: shown })}\n`);
}

const wantsObjects = ({ query }: SeenRequest): boolean => query.get('includeObject') === 'Object';
