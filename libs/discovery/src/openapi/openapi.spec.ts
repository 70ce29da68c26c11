import { builtinKinds, compileKinds } from '@orch/api';
import { vocabularies, VOCABULARY_NAMES } from '@orch/vocabulary';
import { collect, type Json, readDocument } from './documents.fixture.js';
import { openApiNaming } from './naming.js';
import { OpenApiDocuments } from './openapi-documents.js';

type Operation = Json & {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly responses: Record<string, Json>;
};
type PathItem = Record<string, Operation> & { readonly parameters?: readonly Json[] };
interface Document {
  readonly paths: Record<string, PathItem>;
  readonly definitions: Record<string, Json>;
  readonly components: { readonly schemas?: Record<string, Json>; readonly securitySchemes: Record<string, Json> };
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const operationsOf = (item: PathItem) =>
  METHODS.flatMap((method) => (item[method] ? [[method, item[method]] as const] : []));

describe.each(VOCABULARY_NAMES)('OpenAPI documents in the %s vocabulary', (name) => {
  const vocabulary = vocabularies[name];
  const definitions = compileKinds(builtinKinds, vocabulary);
  const documents = new OpenApiDocuments(() => definitions, vocabulary, 33);
  const prefix = vocabulary.schemaExtensionPrefix;
  const versions = new Map<string, Document>();
  let swagger: Document;

  beforeAll(async () => {
    swagger = await readDocument(documents.swagger('json'));
    const { paths } = await readDocument<{ paths: Record<string, object> }>(documents.index());
    for (const path of Object.keys(paths))
      versions.set(path, await readDocument(documents.groupVersion(path, 'json')!));
  });

  /** All documents with their schemas and the prefix of references. */
  const each = (): [string, Document, Record<string, Json>, string][] => [
    ['v2', swagger, swagger.definitions, '#/definitions/'],
    ...[...versions].map(([path, document]): [string, Document, Record<string, Json>, string] => [
      path,
      document,
      document.components.schemas ?? {},
      '#/components/schemas/',
    ]),
  ];

  it('C-298 documents each group version, each group and the other paths', () => {
    const groups = definitions.map(({ gvr }) => gvr.group).filter((group) => group !== '');
    const expected = [
      ...['.well-known/openid-configuration', 'openid/v1/jwks', 'version', 'api', 'apis'],
      ...groups.map((group) => `apis/${group}`),
      ...definitions.map((d) => `${d.gvr.group === '' ? 'api' : 'apis'}/${d.apiVersion}`),
    ];
    expect([...versions.keys()].sort()).toEqual([...new Set(expected)].sort());
  });

  it('C-297 C-298 documents authentication', () => {
    const schemes = {
      BearerToken: { type: 'apiKey', description: expect.any(String), name: 'authorization', in: 'header' },
    };
    expect(swagger).toMatchObject({ securityDefinitions: schemes, security: [{ BearerToken: [] }] });
    for (const document of versions.values()) expect(document.components.securitySchemes).toEqual(schemes);
  });

  it('C-297 C-298 every reference resolves', () => {
    for (const [path, document, schemas, at] of each()) {
      const refs = new Set(collect(document, '$ref') as string[]);
      const lost = [...refs].filter((ref) => !ref.startsWith(at) || schemas[ref.slice(at.length)] === undefined);
      expect([path, lost]).toEqual([path, []]);
    }
  });

  it('C-297 C-298 every schema is referenced', () => {
    for (const [path, document, schemas, at] of each()) {
      const used = new Set(collect(document, '$ref') as string[]);
      const idle = Object.keys(schemas).filter((schema) => !used.has(at + schema));
      expect([path, idle]).toEqual([path, []]);
    }
  });

  it('C-297 C-298 operation ids are unique', () => {
    for (const [, document] of each()) {
      const ids = collect(document.paths, 'operationId') as string[];
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    }
  });

  it('C-297 C-298 path parameters are declared exactly', () => {
    for (const [, document] of each()) {
      for (const [path, item] of Object.entries(document.paths)) {
        const declared = (item.parameters ?? [])
          .filter((parameter) => parameter['in'] === 'path')
          .map((p) => String(p['name']));
        expect([...declared].sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, word]) => String(word)).sort());
        for (const [, operation] of operationsOf(item)) {
          const names = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
            (p) => `${String(p['in'])} ${String(p['name'])}`,
          );
          expect(names.filter((word, at) => names.indexOf(word) !== at)).toEqual([]);
        }
      }
    }
  });

  it('C-297 C-298 operations have action, kind and response', () => {
    // The other documents have the same parts.
    for (const document of [swagger, versions.get('api/v1')!]) {
      for (const [path, item] of Object.entries(document.paths)) {
        for (const [method, operation] of operationsOf(item)) {
          if (path.endsWith('/')) continue;
          const writes = method !== 'get' && operation[`${prefix}action`] !== 'connect';
          expect(operation).toMatchObject({
            tags: [expect.stringMatching(/^\w+_v\w+$/)],
            description: expect.stringMatching(/./),
            [`${prefix}action`]: expect.stringMatching(
              /^(get|list|watch|watchlist|post|put|patch|delete|deletecollection|connect)$/,
            ),
            [`${prefix}group-version-kind`]: { kind: expect.any(String), version: expect.any(String) },
          });
          const codes = Object.keys(operation.responses);
          expect(codes).toContain('200');
          expect(codes).toContain('401');
          const hasBody =
            operation['requestBody'] !== undefined || operation.parameters?.some((p) => p['in'] === 'body') === true;
          expect([path, method, hasBody]).toEqual([path, method, writes]);
        }
      }
    }
  });

  it('C-297 C-298 required fields are properties', () => {
    for (const [, , schemas] of each()) {
      for (const schema of Object.values(schemas)) {
        const properties = Object.keys((schema['properties'] ?? {}) as object);
        expect(properties).toEqual(expect.arrayContaining((schema['required'] ?? []) as string[]));
      }
    }
  });

  it('C-297 definitions have their kinds', () => {
    for (const { gvk, schemaName, verbs } of definitions) {
      const definition = openApiNaming(vocabulary).definitionName(schemaName);
      expect(swagger.definitions[definition]![`${prefix}group-version-kind`]).toContainEqual(gvk);
      const list = swagger.definitions[`${definition}List`];
      if (verbs.includes('list'))
        expect(list![`${prefix}group-version-kind`]).toEqual([{ ...gvk, kind: `${gvk.kind}List` }]);
    }
  });

  it('C-297 C-298 has operations for exactly the served verbs', () => {
    for (const { gvr, declaration, verbs } of definitions) {
      const root = gvr.group === '' ? `/api/${gvr.version}` : `/apis/${gvr.group}/${gvr.version}`;
      const scope = declaration.namespaced ? '/namespaces/{namespace}' : '';
      const at = (path: string): string[] => {
        const item = swagger.paths[root + path];
        return item ? operationsOf(item).map(([, operation]) => operation[`${prefix}action`] as string) : [];
      };
      const served = (words: Record<string, string>) =>
        Object.entries(words).flatMap(([verb, word]) => (verbs.includes(verb) ? [word] : []));
      const collection = `${scope}/${gvr.resource}`;
      expect(at(collection).sort()).toEqual(
        served({ create: 'post', deletecollection: 'deletecollection', list: 'list' }).sort(),
      );
      expect(at(`${collection}/{name}`).sort()).toEqual(
        served({ delete: 'delete', get: 'get', patch: 'patch', update: 'put' }).sort(),
      );
      expect(at(`/watch${collection}`)).toEqual(served({ watch: 'watchlist' }));
      expect(at(`/watch${collection}/{name}`)).toEqual(served({ watch: 'watch' }));
      if (declaration.namespaced) {
        expect(at(`/${gvr.resource}`)).toEqual(served({ list: 'list' }));
        expect(at(`/watch/${gvr.resource}`)).toEqual(served({ watch: 'watchlist' }));
      }
    }
  });

  it('C-298 describes a ConfigMap completely', () => {
    const item = versions.get('api/v1')!.paths['/api/v1/namespaces/{namespace}/configmaps/{name}']!;
    expect(item).toMatchObject({
      get: {
        [`${prefix}action`]: 'get',
        [`${prefix}group-version-kind`]: { group: '', version: 'v1', kind: 'ConfigMap' },
        operationId: 'readCoreV1NamespacedConfigMap',
      },
      patch: { requestBody: { content: { 'application/apply-patch+yaml': expect.anything() } } },
      parameters: [{ name: 'name', in: 'path' }, { name: 'namespace', in: 'path' }, { name: 'pretty' }],
    });
    const answers = item['get']!.responses['200']!['content'] as object;
    expect(Object.keys(answers)).toEqual(['application/json', 'application/yaml', vocabulary.mediaTypes.protobuf]);
  });

  it('A-161 A-162 A-163 markers are published', () => {
    const { definitions: schemas } = swagger;
    const property = (struct: string, field: string) =>
      (schemas[`${vocabulary.openApiDefinitionPrefix}api.${struct}`]!['properties'] as Record<string, Json>)[field];
    expect(property('storage.v1.CSIDriverSpec', 'volumeLifecycleModes')).toMatchObject({
      [`${prefix}list-type`]: 'set',
    });
    expect(property('core.v1.Container', 'ports')).toMatchObject({
      [`${prefix}list-type`]: 'map',
      [`${prefix}list-map-keys`]: ['containerPort', 'protocol'],
    });
    const selector = `${vocabulary.openApiDefinitionPrefix}apimachinery.pkg.apis.meta.v1.LabelSelector`;
    expect(schemas[selector]).toMatchObject({ [`${prefix}map-type`]: 'atomic' });
  });

  it('C-297 C-298 values of several types and times have named schemas', () => {
    const shared = `${vocabulary.openApiDefinitionPrefix}apimachinery.pkg.`;
    const property = (schemas: Record<string, Json>, struct: string, field: string) =>
      (schemas[`${vocabulary.openApiDefinitionPrefix}api.${struct}`]!['properties'] as Record<string, Json>)[field];
    const schemas = versions.get('api/v1')!.components.schemas!;
    const rows: [name: string, struct: string, field: string, v2: Json, v3: Json][] = [
      [
        'util.intstr.IntOrString',
        ...(['core.v1.HTTPGetAction', 'port'] as const),
        { type: 'string', format: 'int-or-string' },
        { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
      ],
      [
        'api.resource.Quantity',
        ...(['core.v1.ResourceFieldSelector', 'divisor'] as const),
        { type: 'string' },
        { oneOf: [{ type: 'string' }, { type: 'number' }] },
      ],
      [
        'apis.meta.v1.MicroTime',
        ...(['core.v1.Event', 'eventTime'] as const),
        { type: 'string', format: 'date-time' },
        { type: 'string', format: 'date-time' },
      ],
    ];
    for (const [name, struct, field, v2, v3] of rows) {
      const description = expect.any(String) as string;
      expect(swagger.definitions[shared + name]).toEqual({ ...v2, description });
      expect(property(swagger.definitions, struct, field)).toEqual({
        $ref: `#/definitions/${shared}${name}`,
        description,
      });
      expect(schemas[shared + name]).toEqual({ ...v3, description });
      expect(property(schemas, struct, field)).toEqual({
        description,
        allOf: [{ $ref: `#/components/schemas/${shared}${name}` }],
      });
    }
  });

  it('C-297 C-298 every property of a served kind is described', () => {
    for (const [path, , schemas] of each()) {
      const bare = Object.entries(schemas).flatMap(([schema, value]) =>
        [[schema, value] as const, ...Object.entries((value['properties'] ?? {}) as Record<string, Json>)]
          .filter(([, { description }]) => typeof description !== 'string' || description === '')
          .map(([of]) => `${schema}: ${of}`),
      );
      expect([path, bare]).toEqual([path, []]);
    }
  });

  it('C-298 documents zero values as defaults, Swagger no defaults', () => {
    const port = `${vocabulary.openApiDefinitionPrefix}api.core.v1.ContainerPort`;
    const item = versions.get('api/v1')!.components.schemas![port]!;
    expect(item['properties']).toMatchObject({ containerPort: { default: 0 }, protocol: { default: 'TCP' } });
    expect(collect(swagger.definitions, 'default')).toEqual([]);
  });

  it('C-297 Swagger has no unsupported keywords', () => {
    for (const key of ['oneOf', 'nullable', 'requestBody', 'content', 'allOf'])
      expect(collect(swagger.paths, key).concat(collect(swagger.definitions, key))).toEqual([]);
  });
});

describe('names of operations', () => {
  const definitions = compileKinds(builtinKinds, vocabularies.kubernetes);
  const documents = new OpenApiDocuments(() => definitions, vocabularies.kubernetes, 33);
  const rows: [path: string, method: string, id: string, tag: string][] = [
    ['/api/v1/namespaces/{namespace}/configmaps', 'post', 'createCoreV1NamespacedConfigMap', 'core_v1'],
    ['/api/v1/namespaces/{namespace}/configmaps', 'get', 'listCoreV1NamespacedConfigMap', 'core_v1'],
    ['/api/v1/namespaces/{namespace}/configmaps', 'delete', 'deleteCoreV1CollectionNamespacedConfigMap', 'core_v1'],
    ['/api/v1/configmaps', 'get', 'listCoreV1ConfigMapForAllNamespaces', 'core_v1'],
    ['/api/v1/nodes/{name}', 'put', 'replaceCoreV1Node', 'core_v1'],
    ['/api/v1/nodes/{name}/status', 'patch', 'patchCoreV1NodeStatus', 'core_v1'],
    ['/api/v1/namespaces/{name}/finalize', 'put', 'replaceCoreV1NamespaceFinalize', 'core_v1'],
    ['/api/v1/namespaces/{namespace}/pods/{name}/binding', 'post', 'createCoreV1NamespacedPodBinding', 'core_v1'],
    ['/api/v1/namespaces/{namespace}/pods/{name}/exec', 'post', 'connectCoreV1PostNamespacedPodExec', 'core_v1'],
    ['/api/v1/namespaces/{namespace}/pods/{name}/log', 'get', 'readCoreV1NamespacedPodLog', 'core_v1'],
    ['/api/v1/nodes/{name}/proxy/{path}', 'delete', 'connectCoreV1DeleteNodeProxyWithPath', 'core_v1'],
    ['/api/v1/watch/configmaps', 'get', 'watchCoreV1ConfigMapListForAllNamespaces', 'core_v1'],
    ['/api/v1/watch/namespaces/{namespace}/configmaps', 'get', 'watchCoreV1NamespacedConfigMapList', 'core_v1'],
    ['/api/v1/watch/namespaces/{namespace}/configmaps/{name}', 'get', 'watchCoreV1NamespacedConfigMap', 'core_v1'],
    ['/apis/storage.k8s.io/v1/csidrivers/{name}', 'delete', 'deleteStorageV1CSIDriver', 'storage_v1'],
    [
      '/apis/certificates.k8s.io/v1/certificatesigningrequests/{name}/approval',
      'get',
      'readCertificatesV1CertificateSigningRequestApproval',
      'certificates_v1',
    ],
  ];
  it.each(rows)('C-297 %s %s is %s', async (path, method, operationId, tag) => {
    const { paths } = await readDocument<Document>(documents.swagger('json'));
    expect(paths[path]?.[method]).toMatchObject({ operationId, tags: [tag] });
  });
});

describe('document cache', () => {
  const vocabulary = vocabularies.orch;
  const definitions = compileKinds(builtinKinds, vocabulary);
  const make = (release = 33) => new OpenApiDocuments(() => definitions, vocabulary, release);

  it('C-298 the index links every group version by its hash', async () => {
    const documents = make();
    const { paths } = await readDocument<{ paths: Record<string, { serverRelativeURL: string }> }>(documents.index());
    for (const [path, { serverRelativeURL }] of Object.entries(paths)) {
      const { hash } = await documents.groupVersion(path, 'json')!;
      expect(serverRelativeURL).toBe(`/openapi/v3/${path}?hash=${hash}`);
    }
  });
  it('C-298 the hash changes with the content only', async () => {
    const hashOf = async (documents: OpenApiDocuments) => (await documents.groupVersion('api/v1', 'json')!).hash;
    expect(await hashOf(make())).toBe(await hashOf(make()));
    expect(await hashOf(make(32))).not.toBe(await hashOf(make()));
  });
  it('concurrent requests share one build', () => {
    const documents = make();
    expect(documents.swagger('json')).toBe(documents.swagger('json'));
  });
  it('rebuilds only the documents of changed kinds', async () => {
    let served = definitions;
    const documents = new OpenApiDocuments(() => served, vocabulary, 33);
    const read = () =>
      Promise.all([
        documents.swagger('json'),
        documents.index(),
        documents.groupVersion('api/v1', 'json'),
        documents.groupVersion(`apis/${vocabulary.groups.storage}/v1`, 'json'),
      ]);
    const before = await read();
    served = definitions.filter(({ gvk }) => gvk.kind !== 'Pod');
    const after = await read();
    expect(after.map((document, at) => document === before[at])).toEqual([false, false, false, true]);
    expect(documents.groupVersion('apis/x.io/v1', 'json')).toBeUndefined();
  });
});
