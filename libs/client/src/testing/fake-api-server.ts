import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** A ConfigMap: enough of an object for a client. */
export interface FakeObject {
  apiVersion?: string;
  kind?: string;
  metadata: {
    name: string;
    namespace: string;
    uid?: string;
    resourceVersion?: string;
    labels?: Record<string, string>;
  };
  data?: Record<string, string>;
}

interface LoggedEvent {
  readonly revision: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: FakeObject;
}

/** A request as it came, for assertions. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly peerName: string | undefined;
}

/** What the next requests get instead of an answer. */
export interface Fault {
  /** Which requests. Default: all. */
  readonly when?: (request: SeenRequest) => boolean;
  readonly answer: (response: ServerResponse) => void;
}

/**
 * The ConfigMaps of an API server that keeps its objects in memory and fails as a test wants. It lists in pages,
 * watches from any revision since the last `compact`, and shows which requests came.
 */
export class FakeApiServer {
  readonly requests: SeenRequest[] = [];
  private readonly objects = new Map<string, FakeObject>();
  private readonly log: LoggedEvent[] = [];
  private readonly watches = new Set<ServerResponse>();
  /** Connections taken so far. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly pages = new Map<string, { readonly items: FakeObject[]; readonly revision: number }>();
  private readonly faults: Fault[] = [];
  private readonly waiting: (() => void)[] = [];
  private server!: Server;
  private revision = 100;
  private oldest = 0;
  private uid = 0;
  private port = 0;

  private constructor(private readonly tls: ServerOptions | undefined) {}

  static async start(tls?: ServerOptions): Promise<FakeApiServer> {
    const fake = new FakeApiServer(tls);
    await fake.listen();
    return fake;
  }

  get url(): string {
    return `${this.tls ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  get currentRevision(): number {
    return this.revision;
  }

  get openWatches(): number {
    return this.watches.size;
  }

  state(): FakeObject[] {
    return [...this.objects.values()];
  }

  put(
    name: string,
    data: Record<string, string> = {},
    namespace = 'default',
    labels?: Record<string, string>,
  ): FakeObject {
    const key = `${namespace}/${name}`;
    const old = this.objects.get(key);
    const revision = ++this.revision;
    const metadata = { name, namespace, uid: old?.metadata.uid ?? `u${++this.uid}`, resourceVersion: String(revision) };
    const object: FakeObject = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...metadata, ...(labels ? { labels } : {}) },
      data,
    };
    this.objects.set(key, object);
    this.append({ revision, type: old ? 'MODIFIED' : 'ADDED', object });
    return object;
  }

  remove(name: string, namespace = 'default'): void {
    const key = `${namespace}/${name}`;
    const old = this.objects.get(key);
    if (!old) return;
    const revision = ++this.revision;
    this.objects.delete(key);
    const object = { ...old, metadata: { ...old.metadata, resourceVersion: String(revision) } };
    this.append({ revision, type: 'DELETED', object });
  }

  /** Forgets history: a watch from before now answers 410. */
  compact(): void {
    this.oldest = this.revision;
  }

  /** Says how far the stream has come; other resources moved the revision on. */
  bookmark(): void {
    this.revision++;
    this.sendAll({
      type: 'BOOKMARK',
      object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: String(this.revision) } },
    });
  }

  /** Sends any text to all watches. */
  sendRaw(text: string): void {
    for (const response of this.watches) response.write(text);
  }

  /** Ends all watches in peace. */
  endWatches(): void {
    for (const response of this.watches) response.end();
    this.watches.clear();
  }

  /** Breaks all connections; with half an event on the wire if wished. */
  drop(insideEvent = false): void {
    if (insideEvent) this.sendRaw('{"type":"ADDED","object":{"metadata":{"name":"half');
    const doomed = [...this.sockets];
    this.watches.clear();
    // After the bytes have left.
    setImmediate(() => doomed.forEach((socket) => socket.destroy()));
  }

  /** Takes the server off the net until `listen`. */
  async stopListening(): Promise<void> {
    this.watches.clear();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async listen(): Promise<void> {
    const handler = (request: IncomingMessage, response: ServerResponse): void => void this.handle(request, response);
    this.server = this.tls ? createTlsServer(this.tls, handler) : createServer(handler);
    this.server.on('connection', (socket: Socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  fail(...faults: Fault[]): void {
    this.faults.push(...faults);
  }

  /** Resolves when `done` holds after some request or watch. */
  async until(what: string, done: () => boolean): Promise<void> {
    const timer = setTimeout(() => console.error(`still waiting: ${what}`), 20_000);
    while (!done()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    clearTimeout(timer);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url!, 'http://x');
    const seen: SeenRequest = {
      method: request.method!,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      peerName: peerNameOf(request),
    };
    this.requests.push(seen);
    const index = this.faults.findIndex((fault) => fault.when?.(seen) ?? true);
    if (index >= 0) this.faults.splice(index, 1)[0]!.answer(response);
    else if (seen.query.get('watch')) this.watch(seen, response);
    else this.answer(seen, response);
    this.waiting.splice(0).forEach((resolve) => resolve());
  }

  private answer(seen: SeenRequest, response: ServerResponse): void {
    const parts = seen.path.split('/');
    const name = parts[6];
    if (seen.method === 'GET' && name === undefined) return this.list(seen, response);
    const found = this.objects.get(`${parts[4]}/${name}`);
    if (seen.method === 'GET') return found ? sendJson(response, 200, found) : sendStatus(response, 404, 'NotFound');
    if (seen.method === 'DELETE') {
      if (!found) return sendStatus(response, 404, 'NotFound');
      this.remove(found.metadata.name, found.metadata.namespace);
      return sendJson(response, 200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 });
    }
    const body = JSON.parse(seen.body) as FakeObject;
    if (seen.method === 'POST' && this.objects.has(`${parts[4]}/${body.metadata.name}`)) {
      return sendStatus(response, 409, 'AlreadyExists');
    }
    return sendJson(response, 200, this.put(body.metadata?.name ?? name!, body.data ?? {}, parts[4]));
  }

  private list(seen: SeenRequest, response: ServerResponse): void {
    const namespace = /namespaces\/([^/]+)\//.exec(seen.path)?.[1];
    const token = seen.query.get('continue');
    const limit = Number(seen.query.get('limit') ?? 0);
    const all = [...this.objects.values()].filter((o) => namespace === undefined || o.metadata.namespace === namespace);
    const page = token === null ? { items: all, revision: this.revision } : this.pages.get(token);
    if (!page) return sendStatus(response, 410, 'Expired');
    const items = limit > 0 ? page.items.slice(0, limit) : page.items;
    const rest = page.items.slice(items.length);
    const next = rest.length > 0 ? `t${this.pages.size}` : undefined;
    if (next) this.pages.set(next, { items: rest, revision: page.revision });
    return sendJson(response, 200, {
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: String(page.revision), ...(next ? { continue: next } : {}) },
      // Items of a list come without kind and apiVersion.
      items: items.map(({ metadata, data }) => ({ metadata, data })),
    });
  }

  /** Continue tokens given so far are refused. */
  expirePages(): void {
    this.pages.clear();
  }

  private watch(seen: SeenRequest, response: ServerResponse): void {
    const from = Number(seen.query.get('resourceVersion'));
    if (from < this.oldest) return sendStatus(response, 410, 'Expired');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    for (const event of this.log) if (event.revision > from) response.write(line(event));
    this.watches.add(response);
    response.on('close', () => {
      this.watches.delete(response);
      this.waiting.splice(0).forEach((resolve) => resolve());
    });
  }

  private append(event: LoggedEvent): void {
    this.log.push(event);
    this.sendAll(event);
  }

  private sendAll(event: { readonly type: string; readonly object: unknown }): void {
    for (const response of this.watches) response.write(line(event));
  }
}

const peerNameOf = (request: IncomingMessage): string | undefined => {
  const name = (request.socket as TLSSocket).getPeerCertificate?.().subject?.CN;
  return Array.isArray(name) ? name[0] : name;
};

const line = ({ type, object }: { readonly type: string; readonly object: unknown }): string =>
  `${JSON.stringify({ type, object })}\n`;

export function sendJson(
  response: ServerResponse,
  code: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export const sendStatus = (
  response: ServerResponse,
  code: number,
  reason: string,
  headers: Record<string, string> = {},
): void =>
  sendJson(
    response,
    code,
    { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: `it is ${reason}`, reason, code },
    headers,
  );
