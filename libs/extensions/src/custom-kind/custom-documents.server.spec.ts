import { TestServer } from '@orch/server-testing';
import { vocabularies, VOCABULARY_NAMES } from '@orch/vocabulary';
import type { Agent } from 'undici';

type Json = Record<string, unknown>;
interface Operation extends Json {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Record<string, { readonly content?: Json }>;
  readonly requestBody?: { readonly content: Json };
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
}
type PathItem = Record<'get' | 'put' | 'post' | 'patch' | 'delete', Operation>;
interface Document {
  readonly info: Json;
  readonly paths: Record<string, PathItem>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes?: Json };
  readonly definitions: Record<string, Json>;
}

const replicas = { type: 'object', properties: { replicas: { type: 'integer' }, colour: { type: 'string' } } };
const version = {
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: replicas, status: replicas } } },
  subresources: {
    status: {},
    scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  },
  selectableFields: [{ jsonPath: '.spec.colour' }],
};
const definition = {
  metadata: { name: 'fleets.sea.example.com' },
  spec: {
    group: 'sea.example.com',
    scope: 'Cluster',
    names: { plural: 'fleets', kind: 'Fleet', listKind: 'Armada' },
    versions: [version],
  },
};

const FLEETS = '/apis/sea.example.com/v1/fleets';
const FLEET = `${FLEETS}/{name}`;
const FLEET_SCHEMA = 'com.example.sea.v1.Fleet';
const TEXTS = ['application/json', 'application/yaml'];
const PATCHES = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml'];
const LIST_PARAMETERS = [
  ...['allowWatchBookmarks', 'continue', 'fieldSelector', 'labelSelector', 'limit', 'resourceVersion'],
  ...['resourceVersionMatch', 'sendInitialEvents', 'timeoutSeconds', 'watch'],
];
const namesOf = ({ parameters = [] }: Operation) => parameters.map(({ name }) => name);
const typesOf = (content: Json | undefined) => Object.keys(content ?? {}).sort();

/** Facts of the documents of kube-apiserver 1.33.13. */
describe.each(VOCABULARY_NAMES)('OpenAPI documents of a custom kind in the %s vocabulary', (name) => {
  const vocabulary = vocabularies[name];
  const extension = vocabulary.schemaExtensionPrefix;
  const builtin = vocabulary.openApiDefinitionPrefix;
  let server: TestServer;
  let agent: Agent;
  let document: Document;
  let swagger: Document;
  let index: { readonly paths: Json };

  const read = async <T>(path: string): Promise<T> => (await server.call(path, { agent })).json as T;

  beforeAll(async () => {
    server = await TestServer.start({ vocabulary: name, emulatedMinor: 33 });
    agent = await server.admin();
    const definitions = `/apis/${vocabulary.groups.apiextensions}/v1/customresourcedefinitions`;
    await server.call(definitions, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json' },
      body: definition,
    });
    await server.served(FLEETS, agent);
    index = await read('/openapi/v3');
    document = await read('/openapi/v3/apis/sea.example.com/v1');
    swagger = await read('/openapi/v2');
  });
  afterAll(() => server.close());

  it('C-298 have a title and a version of their own, and no security schemes', () => {
    const title = `${vocabulary.title} CRD Swagger`;
    expect(document.info).toEqual({ title, version: 'v0.1.0' });
    expect(Object.keys(document.components)).toEqual(['schemas']);
    expect(swagger.info).toEqual({ title: vocabulary.title, version: '1.33' });
  });

  it('C-297 C-298 describe no discovery of their group', async () => {
    expect(Object.keys(index.paths).filter((path) => path.includes('sea.'))).toEqual(['apis/sea.example.com/v1']);
    expect((await server.call('/openapi/v3/apis/sea.example.com', { agent })).code).toBe(404);
    for (const { paths } of [document, swagger])
      expect(Object.keys(paths).filter((path) => path.includes('sea.') && path.endsWith('/'))).toEqual([]);
  });

  it('C-298 have the schemas that they refer to, and no others', () => {
    const shared = [
      ...['DeleteOptions', 'FieldsV1', 'ListMeta', 'ManagedFieldsEntry', 'ObjectMeta', 'OwnerReference', 'Patch'],
      ...['Preconditions', 'Status', 'StatusCause', 'StatusDetails', 'Time'],
    ].map((struct) => `${builtin}apimachinery.pkg.apis.meta.v1.${struct}`);
    const scale = ['Scale', 'ScaleSpec', 'ScaleStatus'].map((struct) => `${builtin}api.autoscaling.v1.${struct}`);
    expect(Object.keys(document.components.schemas).sort()).toEqual(
      ['com.example.sea.v1.Armada', FLEET_SCHEMA, ...shared, ...scale].sort(),
    );
  });

  it('C-298 describe version, metadata and creation time in the words that conformance tests of Kubernetes look for', () => {
    const textsOf = (schema: string): Record<string, { readonly description?: string }> => {
      const { properties } = document.components.schemas[schema] as { readonly properties: Json };
      return properties as Record<string, { readonly description?: string }>;
    };
    const texts = textsOf(FLEET_SCHEMA);
    expect(texts['apiVersion']!.description).toMatch(/^APIVersion defines/);
    expect(texts['metadata']!.description).toMatch(/^Standard object's metadata/);
    const { creationTimestamp } = textsOf(`${builtin}apimachinery.pkg.apis.meta.v1.ObjectMeta`);
    expect(creationTimestamp!.description).toMatch(/^CreationTimestamp is a timestamp/);
  });

  it('C-297 C-298 list: the declared kind, plain references, no defaults, and the selectable fields', () => {
    const metadata = `${builtin}apimachinery.pkg.apis.meta.v1.ListMeta`;
    const list = document.components.schemas['com.example.sea.v1.Armada']!;
    const properties = list['properties'] as Record<string, Json>;
    expect(properties['items']!['items']).toEqual({ $ref: `#/components/schemas/${FLEET_SCHEMA}` });
    expect(properties['metadata']).toEqual({
      description: expect.any(String),
      allOf: [{ $ref: `#/components/schemas/${metadata}` }],
    });
    const marks = {
      [`${extension}group-version-kind`]: [{ group: 'sea.example.com', version: 'v1', kind: 'Armada' }],
      [`${extension}selectable-fields`]: [{ fieldPath: 'spec.colour' }],
    };
    expect(list).toMatchObject({ required: ['items'], ...marks });
    expect(swagger.definitions['com.example.sea.v1.Armada']).toMatchObject({
      properties: { items: { items: { $ref: `#/definitions/${FLEET_SCHEMA}` } } },
      ...marks,
    });
    for (const schemas of [document.components.schemas, swagger.definitions])
      expect(schemas[FLEET_SCHEMA]![`${extension}selectable-fields`]).toEqual([{ fieldPath: 'spec.colour' }]);
  });

  it('C-297 C-298 parameters: resourceVersion of a read, those of a list for a delete of all, which has no body', () => {
    for (const { paths } of [document, swagger]) {
      for (const path of [FLEET, `${FLEET}/status`, `${FLEET}/scale`])
        expect(namesOf(paths[path]!.get)).toEqual(['resourceVersion']);
      expect(namesOf(paths[FLEETS]!.get)).toEqual(LIST_PARAMETERS);
      expect(namesOf(paths[FLEETS]!.delete)).toEqual(LIST_PARAMETERS);
      expect(paths[FLEETS]!.delete.requestBody).toBeUndefined();
    }
  });

  it('C-298 media types of version 3: JSON and YAML, no streams, no strategic merge patch', () => {
    const items = document.paths;
    for (const path of [FLEET, `${FLEET}/status`, `${FLEET}/scale`]) {
      const { get, put, patch } = items[path]!;
      for (const { responses } of [get, put, patch]) expect(typesOf(responses['200']!.content)).toEqual(TEXTS);
      expect(typesOf(put.requestBody!.content)).toEqual(TEXTS);
      expect(typesOf(patch.requestBody!.content)).toEqual([...PATCHES].sort());
    }
    expect(typesOf(items[FLEETS]!.get.responses['200']!.content)).toEqual(TEXTS);
    expect(typesOf(items[FLEETS]!.post.requestBody!.content)).toEqual(TEXTS);
    expect(typesOf(items[FLEET]!.delete.requestBody!.content)).toEqual(TEXTS);
  });

  it('C-297 media types of version 2: JSON and YAML, no streams, no strategic merge patch', () => {
    for (const path of [FLEETS, FLEET, `${FLEET}/status`, `${FLEET}/scale`]) {
      for (const [method, { consumes, produces }] of Object.entries(swagger.paths[path]!)) {
        if (method === 'parameters') continue;
        expect([path, method, consumes, produces]).toEqual([path, method, method === 'patch' ? PATCHES : TEXTS, TEXTS]);
      }
    }
  });

  it('C-297 C-298 a patch answers 200 only, a replacement also 201', () => {
    for (const { paths } of [document, swagger]) {
      for (const path of [FLEET, `${FLEET}/status`, `${FLEET}/scale`]) {
        expect(Object.keys(paths[path]!.patch.responses)).toEqual(['200', '401']);
        expect(Object.keys(paths[path]!.put.responses)).toEqual(['200', '201', '401']);
      }
    }
  });

  it('C-297 C-298 operations of scale are marked with the custom kind', () => {
    for (const { paths } of [document, swagger]) {
      for (const path of [FLEET, `${FLEET}/scale`])
        expect(paths[path]!.get[`${extension}group-version-kind`]).toEqual({
          group: 'sea.example.com',
          version: 'v1',
          kind: 'Fleet',
        });
    }
  });
});
