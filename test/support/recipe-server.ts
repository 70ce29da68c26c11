import { ExtensionServer } from '@orch/server-testing';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const RECIPES = { group: 'kitchen.example.com', version: 'v1', plural: 'recipes', kind: 'Recipe' } as const;

const API = `/apis/${RECIPES.group}/${RECIPES.version}`;
const OPENAPI = `/openapi/v3${API}`;
const MAXIMUM_SERVINGS = 12;
const SERVINGS_MESSAGE = `Invalid value: must be at most ${MAXIMUM_SERVINGS}`;

interface Recipe {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion?: string };
  readonly spec?: { readonly servings?: number };
}

const openApi = {
  openapi: '3.0.0',
  info: { title: 'kitchen', version: '1' },
  paths: {},
  components: {
    schemas: {
      'com.example.kitchen.v1.Recipe': {
        'x-kubernetes-group-version-kind': [{ group: RECIPES.group, version: RECIPES.version, kind: RECIPES.kind }],
        type: 'object',
        required: ['spec'],
        properties: {
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          metadata: { type: 'object', properties: { name: { type: 'string' }, namespace: { type: 'string' } } },
          spec: { allOf: [{ $ref: '#/components/schemas/com.example.kitchen.v1.RecipeSpec' }] },
        },
      },
      'com.example.kitchen.v1.RecipeSpec': {
        type: 'object',
        required: ['course', 'servings'],
        properties: {
          course: { type: 'string', enum: ['starter', 'main', 'dessert'] },
          servings: { type: 'integer', minimum: 1, description: 'For how many people.' },
          steps: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

/** An extension API server with one kind, whose objects are in memory. It publishes OpenAPI v3, checks, and has dry runs. For tests. */
export class RecipeServer {
  /** By `NAMESPACE/NAME`. */
  readonly recipes = new Map<string, Recipe>();
  private revision = 0;

  private constructor(readonly extension: ExtensionServer) {}

  /** @param service `NAMESPACE/NAME` for which its certificate is valid. */
  static async start(service: string): Promise<RecipeServer> {
    const server = new RecipeServer(await ExtensionServer.start(service));
    const { documents } = server.extension;
    const verbs = ['create', 'get', 'list', 'update', 'watch'];
    const { plural: name, kind, group, version } = RECIPES;
    documents.set(API, {
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: `${group}/${version}`,
      resources: [{ name, singularName: 'recipe', namespaced: true, kind, verbs }],
    });
    documents.set('/openapi/v3', { paths: { [API.slice(1)]: { serverRelativeURL: OPENAPI } } });
    documents.set(OPENAPI, openApi);
    server.extension.answer = (request, response) => void server.answer(request, response);
    return server;
  }

  stop(): void {
    this.extension.stop();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://extension');
    const [, namespace, name] = /^\/namespaces\/([^/]+)\/recipes(?:\/([^/]+))?$/.exec(pathname.slice(API.length)) ?? [];
    if (!pathname.startsWith(API)) return send(response, 404, statusOf(404, 'NotFound', 'no such path'));
    if (searchParams.get('watch') === 'true') return startWatch(response);
    if (request.method === 'POST' || request.method === 'PUT') {
      const body = (await readJson(request)) as Recipe;
      return this.write(response, `${namespace}/${body.metadata.name}`, body, searchParams.get('dryRun') === 'All');
    }
    const found = name === undefined ? this.list() : this.recipes.get(`${namespace}/${name}`);
    if (found === undefined) return send(response, 404, statusOf(404, 'NotFound', `recipes "${name}" not found`));
    return send(response, 200, found);
  }

  private list(): object {
    const metadata = { resourceVersion: String(this.revision) };
    return {
      apiVersion: `${RECIPES.group}/${RECIPES.version}`,
      kind: 'RecipeList',
      metadata,
      items: [...this.recipes.values()],
    };
  }

  private write(response: ServerResponse, key: string, body: Recipe, isDryRun: boolean): void {
    if ((body.spec?.servings ?? 0) > MAXIMUM_SERVINGS) {
      const message = `Recipe "${body.metadata.name}" is invalid: spec.servings: ${SERVINGS_MESSAGE}`;
      const causes = [{ reason: 'FieldValueInvalid', field: 'spec.servings', message: SERVINGS_MESSAGE }];
      return send(response, 422, { ...statusOf(422, 'Invalid', message), details: { causes } });
    }
    const metadata = {
      ...body.metadata,
      namespace: key.split('/')[0],
      uid: key,
      resourceVersion: String(this.revision + 1),
    };
    const stored = { ...body, metadata } as Recipe;
    if (!isDryRun) {
      this.revision++;
      this.recipes.set(key, stored);
    }
    return send(response, 200, stored);
  }
}

/** Open until the client ends it. */
function startWatch(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  await once(request, 'end');
  return JSON.parse(Buffer.concat(parts).toString());
}

const statusOf = (code: number, reason: string, message: string): object => ({
  ...{ kind: 'Status', apiVersion: 'v1', status: 'Failure' },
  ...{ code, reason, message },
});

function send(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
