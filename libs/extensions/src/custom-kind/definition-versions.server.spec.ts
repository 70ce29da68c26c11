import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';

const DEFINITIONS = 'customresourcedefinitions';
const path = (group: 'apiextensions' | 'apiregistration', version: string, rest: string) =>
  `/apis/${group}.orch.io/${version}/${rest}`;
type Fields = Readonly<Record<string, unknown>>;

const OBJECT = { openAPIV3Schema: { type: 'object' } };
const names = (plural: string) => ({ plural, kind: plural[0]!.toUpperCase() + plural.slice(1) });
const v1 = (plural: string, version: Fields = {}, spec: Fields = {}) => ({
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: names(plural),
    versions: [{ name: 'v1', served: true, storage: true, schema: OBJECT, ...version }],
    ...spec,
  },
});
const beta = (plural: string, spec: Fields) => ({
  metadata: { name: `${plural}.example.com` },
  spec: { group: 'example.com', scope: 'Namespaced', names: names(plural), version: 'v1', ...spec },
});

class Client {
  constructor(
    readonly server: TestServer,
    private readonly agent: Agent,
  ) {}

  static async start(emulatedMinor?: number): Promise<Client> {
    const server = await TestServer.start(emulatedMinor === undefined ? {} : { emulatedMinor });
    return new Client(server, await server.admin());
  }

  send(request: string, body?: object) {
    const [method = '', target = ''] = request.split(' ');
    const headers = { 'content-type': 'application/json' };
    return this.server.call(target, { method, agent: this.agent, headers, ...(body ? { body } : {}) });
  }

  /** The definition as the other version shows it. */
  async converted(from: string, to: string, definition: { metadata: { name: string } }): Promise<Fields> {
    const made = await this.send(`POST ${path('apiextensions', from, DEFINITIONS)}`, definition);
    if (made.code !== 201) throw new Error(made.text);
    const { name } = definition.metadata;
    return (await this.send(`GET ${path('apiextensions', to, `${DEFINITIONS}/${name}`)}`)).json['spec'] as Fields;
  }
}

describe('versions of definitions in release 1.21', () => {
  let client: Client;
  beforeAll(async () => (client = await Client.start(21)));
  afterAll(() => client.server.close());

  it('B-454 B-455 v1beta1 and v1 are served, and show the same definition', async () => {
    const spec = await client.converted('v1', 'v1beta1', v1('plains'));
    expect(spec).toMatchObject({ version: 'v1', scope: 'Namespaced', versions: [{ name: 'v1', storage: true }] });
    const { code } = await client.send(
      `DELETE ${path('apiextensions', 'v1beta1', `${DEFINITIONS}/plains.example.com`)}`,
    );
    expect(code).toBe(200);
  });

  it('B-458 B-459 B-460 B-467 schema, sub-resources and columns move to each version', async () => {
    const columns = [{ name: 'Size', type: 'integer', JSONPath: '.spec.size' }];
    const moved = { validation: OBJECT, subresources: { status: {} }, additionalPrinterColumns: columns };
    const spec = await client.converted('v1beta1', 'v1', beta('moveds', moved));
    expect(spec['versions']).toEqual([
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: OBJECT,
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
      },
    ]);
    expect(spec).not.toHaveProperty('validation');
    expect(spec).not.toHaveProperty('subresources');
    expect(spec).not.toHaveProperty('additionalPrinterColumns');
  });

  it('B-461 B-462 the configuration of a conversion moves to its webhook', async () => {
    const webhookClientConfig = { url: 'https://example.com/convert' };
    const conversion = { strategy: 'Webhook', webhookClientConfig, conversionReviewVersions: ['v1', 'v1beta1'] };
    const more = { conversion, validation: OBJECT, preserveUnknownFields: false };
    const spec = await client.converted('v1beta1', 'v1', beta('hookeds', more));
    expect(spec['conversion']).toEqual({
      strategy: 'Webhook',
      webhook: { clientConfig: webhookClientConfig, conversionReviewVersions: ['v1', 'v1beta1'] },
    });
  });

  it('B-468 B-469 API services are served in v1beta1 and v1, with the same fields', async () => {
    const service = { namespace: 'default', name: 'remote', port: 443 };
    const spec = {
      group: 'remote.example.com',
      version: 'v1',
      groupPriorityMinimum: 1_000,
      versionPriority: 10,
      service,
    };
    const made = { metadata: { name: 'v1.remote.example.com' }, spec: { ...spec, insecureSkipTLSVerify: true } };
    expect((await client.send(`POST ${path('apiregistration', 'v1beta1', 'apiservices')}`, made)).code).toBe(201);
    for (const version of ['v1', 'v1beta1']) {
      const { json } = await client.send(
        `GET ${path('apiregistration', version, 'apiservices/v1.remote.example.com')}`,
      );
      expect(json['spec']).toEqual(made.spec);
    }
  });
});

describe('versions of definitions in the newest release', () => {
  let client: Client;
  const create = (definition: object) => client.send(`POST ${path('apiextensions', 'v1', DEFINITIONS)}`, definition);
  const fieldsOf = ({ json }: Awaited<ReturnType<typeof create>>) =>
    (json['details'] as { causes: { field: string }[] }).causes.map(({ field }) => field);
  beforeAll(async () => (client = await Client.start()));
  afterAll(() => client.server.close());

  it('B-454 B-468 v1beta1 is gone', async () => {
    expect((await client.send(`GET ${path('apiextensions', 'v1beta1', DEFINITIONS)}`)).code).toBe(404);
    expect((await client.send(`GET ${path('apiregistration', 'v1beta1', 'apiservices')}`)).code).toBe(404);
  });

  it.each<[string, object, string]>([
    ['B-456 a definition without scope', v1('as', {}, { scope: undefined }), 'spec.scope'],
    ['B-463 a version without schema', v1('bs', { schema: undefined }), 'spec.versions[0].schema.openAPIV3Schema'],
    [
      'B-464 a property without type',
      v1('cs', { schema: { openAPIV3Schema: { type: 'object', properties: { x: {} } } } }),
      'spec.validation.openAPIV3Schema.properties[x].type',
    ],
    ['B-465 kept unknown fields', v1('ds', {}, { preserveUnknownFields: true }), 'spec.preserveUnknownFields'],
    [
      'D-247 two storage versions',
      v1('es', {}, { versions: ['v1', 'v2'].map((name) => ({ name, served: true, storage: true, schema: OBJECT })) }),
      'spec.versions',
    ],
    [
      'D-247 a webhook without review versions',
      v1('fs', {}, { conversion: { strategy: 'Webhook', webhook: { clientConfig: { url: 'https://example.com/' } } } }),
      'spec.conversion.conversionReviewVersions',
    ],
  ])('%s is refused', async (_what, definition, field) => {
    const answer = await create(definition);
    expect(answer.code).toBe(422);
    expect(fieldsOf(answer)).toContain(field);
  });

  it('D-247 storedVersions lists the versions in which objects may be stored', async () => {
    await create(v1('stores'));
    const at = path('apiextensions', 'v1', `${DEFINITIONS}/stores.example.com`);
    // Its conditions come right after the answer.
    let { json } = await client.send(`GET ${at}`);
    while (!(json['status'] as { conditions?: unknown[] }).conditions?.length)
      ({ json } = await client.send(`GET ${at}`));
    const versions = [
      { name: 'v1', served: true, storage: false, schema: OBJECT },
      { name: 'v2', served: true, storage: true, schema: OBJECT },
    ];
    const changed = await client.send(`PUT ${at}`, { ...json, spec: { ...(json['spec'] as object), versions } });
    expect(changed.json['status']).toMatchObject({ storedVersions: ['v1', 'v2'] });
  });

  it('B-466 unknown fields are kept where the schema says so, and only there', async () => {
    const kept = { type: 'object', 'x-orch-preserve-unknown-fields': true };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' }, free: kept } } };
    await create(v1('keeps', { schema }));
    const objects = '/apis/example.com/v1/namespaces/default/keeps';
    const object = { apiVersion: 'example.com/v1', kind: 'Keeps', metadata: { name: 'a' } };
    let made = await client.send(`POST ${objects}`, { ...object, spec: { x: 1 }, free: { x: 1 } });
    // The names are accepted right after the answer.
    while (made.code === 404)
      made = await client.send(`POST ${objects}`, { ...object, spec: { x: 1 }, free: { x: 1 } });
    expect(made.code).toBe(201);
    expect(made.json).toMatchObject({ spec: {}, free: { x: 1 } });
    expect(made.json['spec']).toEqual({});
  });

  it('without conversion, objects have the fields and defaults of their stored version that the other version knows', async () => {
    const text = (value: string) => ({ type: 'string', default: value });
    const version = (name: string, storage: boolean, fields: object) => ({
      name,
      served: true,
      storage,
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: fields } } } },
    });
    const versions = [
      version('v1', true, { both: text('one'), first: text('f') }),
      version('v2', false, { both: text('two'), second: text('s') }),
    ];
    await create(v1('shareds', {}, { versions }));
    const objects = (of: string) => `/apis/example.com/${of}/namespaces/default/shareds`;
    const object = { apiVersion: 'example.com/v2', kind: 'Shareds', metadata: { name: 'a' }, spec: {} };
    let made = await client.send(`POST ${objects('v2')}`, object);
    // The names are accepted right after the answer.
    while (made.code === 404) made = await client.send(`POST ${objects('v2')}`, object);
    expect(made.json['spec']).toEqual({ both: 'two' });
    expect((await client.send(`GET ${objects('v2')}/a`)).json['spec']).toEqual({ both: 'two' });
    expect((await client.send(`GET ${objects('v1')}/a`)).json['spec']).toEqual({ both: 'two', first: 'f' });
  });
});
