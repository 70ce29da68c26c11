import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;
interface Stored extends Fields {
  metadata: {
    name: string;
    namespace?: string;
    uid: string;
    resourceVersion: string;
    finalizers?: string[];
    labels?: Record<string, string>;
  };
}

const RESOURCES = [
  { name: 'configmaps', singularName: 'configmap', namespaced: true, kind: 'ConfigMap', verbs: ['get', 'list', 'watch', 'create', 'delete', 'patch'], shortNames: ['cm'] },
  { name: 'configmaps/status', singularName: '', namespaced: true, kind: 'ConfigMap', verbs: ['get'] },
  { name: 'secrets', singularName: 'secret', namespaced: true, kind: 'Secret', verbs: ['get', 'list', 'create'] },
  { name: 'serviceaccounts', singularName: 'serviceaccount', namespaced: true, kind: 'ServiceAccount', verbs: ['get', 'list', 'create'], shortNames: ['sa'] },
  { name: 'events', singularName: 'event', namespaced: true, kind: 'Event', verbs: ['get', 'list'] },
  { name: 'namespaces', singularName: 'namespace', namespaced: false, kind: 'Namespace', verbs: ['get', 'list', 'create'], shortNames: ['ns'] },
]; // prettier-ignore

const PATH = /^\/api\/v1(?:\/namespaces\/([^/]+))?\/([a-z]+)(?:\/([^/]+))?$/;

/** The little of an API server that a command line needs: one group version, tables, merge patches, watches. */
export class FakeApiServer {
  /** Every request, `GET /path?query`. */
  readonly requests: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  readonly objects = new Map<string, Stored>();
  /** Whether it takes strategic patches; it works them as merge patches. */
  takesStrategic = true;
  /** Whether it answers a request for a table with one. */
  knowsTables = true;
  private revision = 0;
  private readonly watchers = new Set<{ prefix: string; response: ServerResponse; wantsTable: boolean }>();
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  reset(): void {
    this.takesStrategic = true;
    this.requests.length = 0;
    this.headers.length = 0;
    this.objects.clear();
    this.knowsTables = true;
  }

  put(
    resource: string,
    object: Fields & { metadata: { name: string; namespace?: string; [field: string]: unknown } },
  ): Stored {
    const metadata = { uid: `uid-${++this.revision}`, ...object.metadata, resourceVersion: String(this.revision) };
    const stored: Stored = { apiVersion: 'v1', ...object, metadata };
    this.objects.set(keyOf(resource, metadata.namespace, metadata.name), stored);
    this.publish(resource, 'ADDED', stored);
    return stored;
  }

  remove(resource: string, namespace: string, name: string): void {
    const key = keyOf(resource, namespace, name);
    const object = this.objects.get(key);
    this.objects.delete(key);
    if (object) this.publish(resource, 'DELETED', object);
  }

  endWatches(): void {
    for (const { response } of this.watchers) response.end();
  }

  /** Resolves when a request of this form has come. */
  async requested(form: RegExp): Promise<void> {
    while (!this.requests.some((request) => form.test(request))) {
      await new Promise((resolve) => this.server.once('request', () => setImmediate(resolve)));
    }
  }

  private publish(resource: string, type: string, object: Stored): void {
    for (const { prefix, response, wantsTable } of this.watchers) {
      if (keyOf(resource, object.metadata.namespace, object.metadata.name).startsWith(prefix)) {
        response.write(`${JSON.stringify({ type, object: wantsTable ? rowOf(object) : object })}\n`);
      }
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(`${request.method} ${request.url}`);
    this.headers.push(request.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://fake');
    const send = (code: number, body: unknown): void => {
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    switch (url.pathname) {
      case '/api':
        return send(200, { versions: ['v1'] });
      case '/apis':
        return send(200, { groups: [] });
      case '/api/v1':
        return send(200, { resources: RESOURCES });
      case '/version':
        return send(200, { gitVersion: 'v1.24.0' });
    }
    const [, namespace, resource = '', name] = PATH.exec(url.pathname) ?? [];
    if (resource === '') return send(404, status(404, 'NotFound', 'the server could not find the requested resource'));
    const body = text === '' ? {} : (JSON.parse(text) as Fields);
    const wantsTable = this.knowsTables && (request.headers.accept ?? '').includes('as=Table');
    if (name === undefined && request.method === 'POST') {
      const object = body as unknown as Stored;
      if (this.objects.has(keyOf(resource, namespace, object.metadata.name))) {
        return send(409, status(409, 'AlreadyExists', `${resource} "${object.metadata.name}" already exists`));
      }
      return send(201, this.put(resource, object));
    }
    if (name === undefined) return this.collection(keyOf(resource, namespace, ''), url, wantsTable, response);
    const object = this.objects.get(keyOf(resource, namespace, name));
    if (!object) return send(404, status(404, 'NotFound', `${resource} "${name}" not found`));
    if (request.method === 'DELETE') {
      if (!object.metadata.finalizers) this.remove(resource, namespace ?? '', name);
      return send(
        200,
        object.metadata.finalizers
          ? object
          : { kind: 'Status', status: 'Success', details: { uid: object.metadata.uid } },
      );
    }
    if (request.method === 'PATCH') {
      if (!this.takesStrategic && request.headers['content-type']?.includes('strategic')) {
        return send(415, status(415, 'UnsupportedMediaType', 'the body must be application/merge-patch+json'));
      }
      const patched = mergePatch(object, body) as Stored;
      return send(200, JSON.stringify(patched) === JSON.stringify(object) ? object : this.put(resource, patched));
    }
    return send(200, wantsTable ? tableOf([object], '') : object);
  }

  private collection(prefix: string, url: URL, wantsTable: boolean, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (url.searchParams.get('watch')) {
      response.flushHeaders();
      const watcher = { prefix, response, wantsTable };
      this.watchers.add(watcher);
      response.on('close', () => this.watchers.delete(watcher));
      return;
    }
    const name = /^metadata\.name=(.*)$/.exec(url.searchParams.get('fieldSelector') ?? '')?.[1];
    const label = url.searchParams.get('labelSelector')?.split('=');
    const all = [...this.objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(([, object]) => object)
      .filter((object) => name === undefined || object.metadata.name === name)
      .filter((object) => label === undefined || object.metadata.labels?.[label[0] ?? ''] === label[1]);
    const start = Number(url.searchParams.get('continue') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 0) || all.length;
    const items = all.slice(start, start + limit);
    const next = start + limit < all.length ? String(start + limit) : '';
    const metadata = { resourceVersion: String(this.revision), continue: next };
    response.end(
      JSON.stringify(wantsTable ? tableOf(items, next, metadata) : { kind: 'List', apiVersion: 'v1', metadata, items }),
    );
  }
}

function keyOf(resource: string, namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? `${resource}/${name}` : `${resource}/${namespace}/${name}`;
}

function tableOf(objects: readonly Stored[], next: string, metadata: object = {}): object {
  return {
    kind: 'Table',
    metadata: { ...metadata, continue: next },
    columnDefinitions: [{ name: 'Name' }, { name: 'Data' }, { name: 'Uid', priority: 1 }],
    rows: objects.map((object) => ({
      cells: [
        object.metadata.name,
        Object.keys((object['data'] as Fields | undefined) ?? {}).length,
        object.metadata.uid,
      ],
      object: { metadata: object.metadata },
    })),
  };
}

/** An event after the first of a watch: a row without the columns. */
function rowOf(object: Stored): object {
  return { ...tableOf([object], ''), columnDefinitions: [] };
}

function status(code: number, reason: string, message: string): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message };
}

/** RFC 7386, section 2. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result = new Map(Object.entries((target ?? {}) as object));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}
