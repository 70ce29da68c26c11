import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HasMetadata } from '@orch/client';

interface LoggedEvent {
  readonly revision: number;
  readonly collection: string;
  readonly type: string;
  readonly object: HasMetadata;
}

/** Namespaced objects of any kind in memory: list, watch, get, create, replace with a check, merge patch of one level. */
export class TinyApiServer {
  private readonly objects = new Map<string, HasMetadata>();
  private readonly log: LoggedEvent[] = [];
  private readonly watches = new Map<ServerResponse, string>();
  private readonly watchers = new Set<() => void>();
  private readonly server: Server;
  private revision = 0;

  private constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => this.handle(request.method!, new URL(request.url!, 'http://x'), body, response));
    });
  }

  static async start(): Promise<TinyApiServer> {
    const made = new TinyApiServer();
    await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get openWatches(): number {
    return this.watches.size;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** `path` is that of the object, `/api/v1/namespaces/ns/configmaps/a`. */
  get(path: string): HasMetadata | undefined {
    return this.objects.get(path);
  }

  put(path: string, object: object): HasMetadata {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const collection = path.slice(0, path.lastIndexOf('/'));
    const old = this.objects.get(path);
    const metadata = { uid: `u-${name}`, ...(object as Partial<HasMetadata>).metadata };
    const namespace = /namespaces\/([^/]+)\//.exec(path)![1]!;
    const stored: HasMetadata = {
      ...object,
      metadata: { ...metadata, name, namespace, resourceVersion: String(++this.revision) },
    };
    this.objects.set(path, stored);
    const event = { revision: this.revision, collection, type: old ? 'MODIFIED' : 'ADDED', object: stored };
    this.log.push(event);
    for (const [response, watched] of this.watches) if (matches(collection, watched)) send(response, event);
    for (const check of this.watchers) check();
    return stored;
  }

  /** Resolves when `done` holds for the object at `path`. */
  until(path: string, done: (object: HasMetadata) => boolean): Promise<HasMetadata> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${path} did not become as wished`)), 30_000);
      const check = (): void => {
        const object = this.objects.get(path);
        if (!object || !done(object)) return;
        clearTimeout(timer);
        this.watchers.delete(check);
        resolve(object);
      };
      this.watchers.add(check);
      check();
    });
  }

  private handle(method: string, url: URL, text: string, response: ServerResponse): void {
    const { pathname, searchParams } = url;
    const current = this.objects.get(pathname);
    if (searchParams.has('watch')) return this.watch(pathname, Number(searchParams.get('resourceVersion')), response);
    const body = (text === '' ? { metadata: {} } : JSON.parse(text)) as HasMetadata;
    if (method === 'POST') {
      const path = `${pathname}/${body.metadata.name}`;
      return this.objects.has(path) ? fail(response, 409, 'AlreadyExists') : answer(response, this.put(path, body));
    }
    if (method === 'GET' && !current && isCollection(pathname)) return this.list(pathname, response);
    if (!current) return fail(response, 404, 'NotFound');
    if (method === 'GET') return answer(response, current);
    const wanted = body.metadata?.resourceVersion ?? current.metadata.resourceVersion;
    if (wanted !== current.metadata.resourceVersion) return fail(response, 409, 'Conflict');
    const merged = { ...current, ...body, metadata: { ...current.metadata, ...body.metadata } };
    return answer(response, this.put(pathname, method === 'PUT' ? body : merged));
  }

  private list(collection: string, response: ServerResponse): void {
    const items = [...this.objects].filter(([path]) => matches(path.slice(0, path.lastIndexOf('/')), collection));
    answer(response, {
      kind: 'ThingList',
      apiVersion: 'v1',
      metadata: { resourceVersion: String(this.revision) },
      items: items.map(([, object]) => object),
    });
  }

  private watch(collection: string, from: number, response: ServerResponse): void {
    response.writeHead(200).flushHeaders();
    for (const event of this.log) {
      if (event.revision > from && matches(event.collection, collection)) send(response, event);
    }
    this.watches.set(response, collection);
    response.on('close', () => this.watches.delete(response));
  }
}

/** `/api/v1/configmaps` is the collection of all namespaces. */
const matches = (collection: string, wanted: string): boolean =>
  collection === wanted || collection.replace(/namespaces\/[^/]+\//, '') === wanted;

const isCollection = (path: string): boolean => /\/(?:v\d+|namespaces\/[^/]+)\/[^/]+$/.test(path);

const send = (response: ServerResponse, { type, object }: LoggedEvent): void =>
  void response.write(`${JSON.stringify({ type, object })}\n`);

const answer = (response: ServerResponse, body: object): void => void response.end(JSON.stringify(body));

const fail = (response: ServerResponse, code: number, reason: string): void =>
  void response
    .writeHead(code)
    .end(JSON.stringify({ kind: 'Status', status: 'Failure', reason, code, message: reason }));
