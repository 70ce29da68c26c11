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

interface WebhookServices {
  readonly named?: readonly string[];
  readonly fixed?: readonly string[];
}

const portOf = ({ url }: ReviewServer): number => Number(new URL(url).port);

/** An API server with a kind `Widget` of two versions, which a webhook converts. */
export class ConversionServer {
  private streams: WatchStream[] = [];
  private constructor(
    readonly server: TestServer,
    readonly hook: ReviewServer,
    private readonly agent: Agent,
  ) {}

  /** @param services of the webhook, as `NAMESPACE/NAME`: names in its certificate; those with an address in a flag. Default: none. */
  static async start({ named = [], fixed = [] }: WebhookServices = {}): Promise<ConversionServer> {
    const dnsNames = named.map((service) => `${service.split('/').reverse().join('.')}.svc`);
    const hook = await ReviewServer.start({ asksForCertificate: false, dnsNames });
    const serviceAddresses = fixed.map((service) => {
      const [namespace = '', name = ''] = service.split('/');
      return { namespace, name, servicePort: undefined, host: '127.0.0.1', port: portOf(hook) };
    });
    const server = await TestServer.start({ serviceAddresses });
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
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    await this.defined(await this.write(versions, conversion, undefined), versions);
  }

  /** The same with rules in the definition instead of the webhook. */
  async defineRules(rules: string, versions: readonly Fields[] = VERSIONS): Promise<void> {
    await this.defined(await this.writeRules(rules, versions), versions);
  }

  /** Creates or replaces the definition with rules; the answer. */
  writeRules(rules: string, versions: readonly Fields[] = VERSIONS): Promise<Answer> {
    return this.write(versions, { strategy: 'None' }, rules);
  }

  private async write(versions: readonly Fields[], conversion: Fields, rules: string | undefined): Promise<Answer> {
    const path = '/apis/apiextensions.orch.io/v1/customresourcedefinitions';
    const names = { plural: 'widgets', kind: 'Widget' };
    const spec = { group: GROUP, scope: 'Namespaced', names, versions, conversion };
    const annotations = rules === undefined ? {} : { 'apiextensions.orch.io/conversion': rules };
    const current = await this.send(`GET ${path}/widgets.${GROUP}`);
    if (current.code === 404)
      return this.send(`POST ${path}`, { metadata: { name: `widgets.${GROUP}`, annotations }, spec });
    const metadata = { ...(current.json['metadata'] as Fields), annotations };
    return this.send(`PUT ${path}/widgets.${GROUP}`, { ...current.json, metadata, spec });
  }

  private async defined({ code, text }: Answer, versions: readonly Fields[]): Promise<void> {
    if (code > 201) throw new Error(text);
    const served = versions.filter((version) => version['served']).map((version) => version['name'] as string);
    for (const version of served) await this.server.served(base(version), this.agent);
    this.hook.calls.length = 0;
  }

  get clientConfig(): Fields {
    return { url: `${this.hook.url}/convert`, caBundle: this.hook.caBundle };
  }

  /** The webhook as a service. */
  asService(name: string, port?: number): Fields {
    const service = { namespace: 'hooks', name, path: '/convert', ...(port === undefined ? {} : { port }) };
    return { service, caBundle: this.hook.caBundle };
  }

  get hookPort(): number {
    return portOf(this.hook);
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
