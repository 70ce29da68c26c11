import type { Agent } from 'undici';
import { request } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';
import { ReviewServer, sendJson, type Answering } from '@orch/testing';
import { WatchStream } from '../../../../test/support/watch-stream.js';

type Fields = Readonly<Record<string, unknown>>;
interface Widget extends Fields {
  readonly apiVersion: string;
  readonly metadata: { readonly name?: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: { readonly size?: number; readonly dimensions?: { readonly size?: number } };
}

const GROUP = 'example.com';
const integer = { type: 'integer' };
const object = (properties: Fields) => ({ type: 'object', properties });
const schemaOf = (spec: Fields) => ({
  openAPIV3Schema: object({ spec: object(spec), status: object({ ready: { type: 'boolean' } }) }),
});
const SUBRESOURCES = (path: string) => ({
  status: {},
  scale: { specReplicasPath: path, statusReplicasPath: '.status.replicas' },
});

/** Size is `spec.size` in v1, and `spec.dimensions.size` in v2. */
export const VERSIONS = [
  {
    name: 'v1',
    served: true,
    storage: true,
    schema: schemaOf({ size: integer, color: { type: 'string' } }),
    subresources: SUBRESOURCES('.spec.size'),
    additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
    selectableFields: [{ jsonPath: '.spec.size' }],
  },
  {
    name: 'v2',
    served: true,
    storage: false,
    schema: schemaOf({ dimensions: object({ size: integer }), color: { type: 'string' } }),
    subresources: SUBRESOURCES('.spec.dimensions.size'),
    additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.dimensions.size' }],
    selectableFields: [{ jsonPath: '.spec.dimensions.size' }],
  },
] as const;

/** What the webhook of these tests does to one object. */
export function convertWidget(widget: Widget, apiVersion: string): Widget {
  if (!widget.spec) return { ...widget, apiVersion };
  const { size, dimensions, ...rest } = widget.spec;
  const value = size ?? dimensions?.size;
  const shown =
    value === undefined ? {} : apiVersion.endsWith('v1') ? { size: value } : { dimensions: { size: value } };
  return { ...widget, apiVersion, spec: { ...rest, ...shown } };
}

/** Answers a ConversionReview. */
export const answerConversion =
  (convert: (widget: Widget, apiVersion: string) => unknown = convertWidget): Answering =>
  (response, call) => {
    const { uid, desiredAPIVersion, objects } = call.body.request as { uid: string; desiredAPIVersion: string; objects: Widget[] }; // prettier-ignore
    const convertedObjects = objects.map((one) => convert(one, desiredAPIVersion));
    const answer = { uid, result: { status: 'Success' }, convertedObjects };
    sendJson({ apiVersion: call.body.apiVersion, kind: 'ConversionReview', response: answer })(response, call);
  };

/** An API server with a kind `Widget` of two versions, which a webhook converts. */
export class ConversionServer {
  private streams: WatchStream[] = [];
  private constructor(
    readonly server: TestServer,
    readonly hook: ReviewServer,
    private readonly agent: Agent,
  ) {}

  static async start(): Promise<ConversionServer> {
    const [server, hook] = await Promise.all([TestServer.start(), ReviewServer.start({ asksForCertificate: false })]);
    hook.always = answerConversion();
    return new ConversionServer(server, hook, await server.admin());
  }

  async close(): Promise<void> {
    for (const stream of this.streams) stream.close();
    await this.server.close();
    await this.hook.close();
  }

  /** `METHOD PATH`, with the type of a patch after it. */
  send(line: string, body?: unknown): Promise<Answer> {
    const [method = '', path = '', type = 'json'] = line.split(' ');
    const headers = { 'content-type': TYPES[type as keyof typeof TYPES] };
    return this.server.call(path, { method, agent: this.agent, headers, ...(body === undefined ? {} : { body }) });
  }

  /** Creates the definition, or replaces it, and returns when it is served. */
  async define(versions: readonly Fields[] = VERSIONS, clientConfig: Fields = this.clientConfig): Promise<void> {
    const path = '/apis/apiextensions.orch.io/v1/customresourcedefinitions';
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    const names = { plural: 'widgets', kind: 'Widget' };
    const spec = { group: GROUP, scope: 'Namespaced', names, versions, conversion };
    const current = await this.send(`GET ${path}/widgets.${GROUP}`);
    const { code, text } =
      current.code === 404
        ? await this.send(`POST ${path}`, { metadata: { name: `widgets.${GROUP}` }, spec })
        : await this.send(`PUT ${path}/widgets.${GROUP}`, { ...current.json, spec });
    if (code > 201) throw new Error(text);
    const served = versions.filter((version) => version['served']).map((version) => version['name'] as string);
    for (const version of served) await this.server.served(base(version), this.agent);
    this.hook.calls.length = 0;
  }

  get clientConfig(): Fields {
    return { url: `${this.hook.url}/convert`, caBundle: this.hook.caBundle };
  }

  /** Closes the watches, and deletes all widgets. */
  async clear(): Promise<void> {
    for (const stream of this.streams.splice(0)) stream.close();
    await this.send(`DELETE ${base('v1')}`);
    this.hook.reset();
    this.hook.always = answerConversion();
  }

  async watch(version: string, query = ''): Promise<WatchStream> {
    const response = await request(`${this.server.server.url}${base(version)}?watch=true${query}`, {
      dispatcher: this.agent,
    });
    const stream = new WatchStream(response.statusCode, response.headers, response.body);
    this.streams.push(stream);
    return stream;
  }

  /** Objects of each call of the webhook. */
  get callSizes(): number[] {
    return this.hook.calls.map(({ body }) => (body.request['objects'] as unknown[]).length);
  }
}

const TYPES = {
  json: 'application/json',
  merge: 'application/merge-patch+json',
  patch: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
  strategic: 'application/strategic-merge-patch+json',
} as const;

export const base = (version: string): string => `/apis/${GROUP}/${version}/namespaces/default/widgets`;

export const widget = (name: string, version: string, size: number, more: Fields = {}) => ({
  apiVersion: `${GROUP}/${version}`,
  kind: 'Widget',
  metadata: { name, ...more },
  spec: version === 'v1' ? { size } : { dimensions: { size } },
});
