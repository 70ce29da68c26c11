import { builtinKinds, compileKinds } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { type Json, readDocument } from './documents.fixture.js';
import { OpenApiDocuments } from './openapi-documents.js';

const vocabulary = vocabularies.kubernetes;
const prefix = vocabulary.openApiDefinitionPrefix;
const extension = vocabulary.schemaExtensionPrefix;
const { protobuf } = vocabulary.mediaTypes;
const OBJECTS = ['application/json', 'application/yaml', protobuf];

interface Parameter {
  readonly name: string;
  readonly in: string;
}
type Operation = Json & { readonly parameters?: readonly Parameter[] };
interface PathItem {
  readonly get?: Operation;
  readonly post?: Operation;
  readonly delete?: Operation;
  readonly parameters?: readonly Parameter[];
}
interface Document {
  readonly info: Json;
  readonly paths: Record<string, PathItem>;
  readonly definitions: Record<string, Json>;
  readonly components: { readonly schemas: Record<string, Json> };
}

const documentsOf = (minor: number) => {
  const definitions = compileKinds(builtinKinds, vocabulary, minor);
  return new OpenApiDocuments(() => definitions, vocabulary, minor);
};
const namesOf = (parameters: readonly Parameter[] = []) => parameters.map(({ name }) => name);

/** Facts of the documents of kube-apiserver 1.33. */
describe('documents as the reference server has them', () => {
  const documents = documentsOf(33);
  let swagger: Document;
  let apps: Document;
  beforeAll(async () => {
    swagger = await readDocument(documents.swagger('json'));
    apps = await readDocument(documents.groupVersion('apis/apps/v1', 'json')!);
  });
  const definition = (name: string) => swagger.definitions[prefix + name]!;
  const property = (name: string, field: string) => (definition(name)['properties'] as Record<string, Json>)[field]!;

  it('C-297 names product and release', () => expect(swagger.info).toEqual({ title: 'Kubernetes', version: '1.33' }));

  const PATHS: [path: string, id: string, tag: string, consumes: string[] | undefined, produces: string[]][] = [
    ['/api/', 'getCoreAPIVersions', 'core', OBJECTS, OBJECTS],
    ['/api/v1/', 'getCoreV1APIResources', 'core_v1', OBJECTS, OBJECTS],
    ['/apis/', 'getAPIVersions', 'apis', OBJECTS, OBJECTS],
    ['/apis/apps/', 'getAppsAPIGroup', 'apps', OBJECTS, OBJECTS],
    ['/apis/apps/v1/', 'getAppsV1APIResources', 'apps_v1', OBJECTS, OBJECTS],
    ['/apis/storage.k8s.io/', 'getStorageAPIGroup', 'storage', OBJECTS, OBJECTS],
    ['/version/', 'getCodeVersion', 'version', ['application/json'], ['application/json']],
    ['/openid/v1/jwks/', 'getServiceAccountIssuerOpenIDKeyset', 'openid', undefined, ['application/jwk-set+json']],
    [
      '/.well-known/openid-configuration/',
      ...(['getServiceAccountIssuerOpenIDConfiguration', 'WellKnown', undefined] as const),
      ['application/json'],
    ],
  ];
  it.each(PATHS)('C-297 %s', (path, operationId, tag, consumes, produces) =>
    expect(swagger.paths[path]?.get).toMatchObject({
      operationId,
      tags: [tag],
      produces,
      ...(consumes && { consumes }),
    }),
  );
  it('C-297 only paths without body have no media type of requests', () => {
    const silent = Object.entries(swagger.paths).filter(([, { get }]) => get && get['consumes'] === undefined);
    expect(silent.map(([path]) => path).sort()).toEqual(['/.well-known/openid-configuration/', '/openid/v1/jwks/']);
  });

  it('C-297 lists and watches are served as streams, objects are not', () => {
    const streams = [...OBJECTS, 'application/json;stream=watch', `${protobuf};stream=watch`];
    const at = '/api/v1/namespaces/{namespace}/configmaps';
    expect(swagger.paths[at]?.get?.['produces']).toEqual(streams);
    expect(swagger.paths['/api/v1/watch/configmaps']?.get?.['produces']).toEqual(streams);
    expect(swagger.paths[at]?.post?.['produces']).toEqual(OBJECTS);
    expect(swagger.paths['/api/v1/namespaces/{namespace}/pods/{name}/log']?.get?.['produces']).toEqual([
      'text/plain',
      ...OBJECTS,
    ]);
  });

  it('C-297 parameters of every operation are those of the path, in order', () => {
    const collection = swagger.paths['/api/v1/namespaces/{namespace}/configmaps']!;
    expect(namesOf(collection.parameters)).toEqual(['namespace', 'pretty']);
    expect(namesOf(collection.get?.parameters)).toEqual([
      ...['allowWatchBookmarks', 'continue', 'fieldSelector', 'labelSelector', 'limit', 'resourceVersion'],
      ...['resourceVersionMatch', 'sendInitialEvents', 'timeoutSeconds', 'watch'],
    ]);
    const binding = swagger.paths['/api/v1/namespaces/{namespace}/pods/{name}/binding']!;
    expect(namesOf(binding.parameters)).toEqual([
      ...['dryRun', 'fieldManager', 'fieldValidation', 'name', 'namespace', 'pretty'],
    ]);
    expect(namesOf(binding.post?.parameters)).toEqual(['body']);
  });

  it('C-297 parameters and fields of newer releases are left out', async () => {
    const older = await readDocument<Document>(documentsOf(31).swagger('json'));
    const newer = await readDocument<Document>(documentsOf(32).swagger('json'));
    const log = '/api/v1/namespaces/{namespace}/pods/{name}/log';
    const collection = '/api/v1/namespaces/{namespace}/configmaps';
    const unsafe = 'ignoreStoreReadErrorWithClusterBreakingPotential';
    expect(namesOf(newer.paths[log]?.parameters)).toContain('stream');
    expect(namesOf(older.paths[log]?.parameters)).not.toContain('stream');
    expect(namesOf(newer.paths[collection]?.delete?.parameters)).toContain(unsafe);
    expect(namesOf(older.paths[collection]?.delete?.parameters)).not.toContain(unsafe);
    const options = `${prefix}apimachinery.pkg.apis.meta.v1.DeleteOptions`;
    expect(newer.definitions[options]?.['properties']).toHaveProperty(unsafe);
    expect(older.definitions[options]?.['properties']).not.toHaveProperty(unsafe);
  });

  const REQUIRED: [string, string[]][] = [
    [
      'api.policy.v1.PodDisruptionBudgetStatus',
      ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'],
    ],
    ['api.rbac.v1.RoleRef', ['apiGroup', 'kind', 'name']],
    ['api.discovery.v1.EndpointSlice', ['addressType', 'endpoints']],
    ['api.scheduling.v1.PriorityClass', ['value']],
    ['api.networking.v1.NetworkPolicySpec', ['podSelector']],
    ['api.authentication.v1.TokenRequest', ['spec']],
    ['api.apps.v1.StatefulSetSpec', ['selector', 'template']],
  ];
  it.each(REQUIRED)('C-297 required fields of %s', (name, required) =>
    expect([...(definition(name)['required'] as string[])].sort()).toEqual([...required].sort()),
  );

  it('C-297 properties are sorted', () => {
    for (const name of ['api.core.v1.Container', 'api.core.v1.PodList']) {
      const names = Object.keys(definition(name)['properties'] as object);
      expect(names).toEqual([...names].sort());
    }
  });

  it('C-297 unions and list types of what is not a list', () => {
    expect(definition('api.core.v1.SeccompProfile')[`${extension}unions`]).toEqual([
      { discriminator: 'type', 'fields-to-discriminateBy': { localhostProfile: 'LocalhostProfile' } },
    ]);
    const request = property('api.certificates.v1.CertificateSigningRequestSpec', 'request');
    expect(request[`${extension}list-type`]).toBe('atomic');
  });

  it('C-297 a reference has the merge type of its field only', () => {
    expect(property('api.core.v1.PersistentVolumeSpec', 'claimRef')[`${extension}map-type`]).toBe('granular');
    expect(property('api.apps.v1.DeploymentSpec', 'selector')[`${extension}map-type`]).toBeUndefined();
  });

  it('C-298 kinds are marked in every document that has their schema', () => {
    const kindsOf = (schemas: Record<string, Json>, name: string) =>
      schemas[prefix + name]![`${extension}group-version-kind`];
    expect(kindsOf(apps.components.schemas, 'api.core.v1.PersistentVolumeClaim')).toEqual([
      { group: '', kind: 'PersistentVolumeClaim', version: 'v1' },
    ]);
    expect(kindsOf(swagger.definitions, 'apimachinery.pkg.apis.meta.v1.APIGroup')).toEqual([
      { group: '', kind: 'APIGroup', version: 'v1' },
    ]);
    expect(kindsOf(apps.components.schemas, 'apimachinery.pkg.apis.meta.v1.WatchEvent')).toEqual(
      expect.arrayContaining([
        { group: '', kind: 'WatchEvent', version: 'v1' },
        { group: 'batch', kind: 'WatchEvent', version: 'v1beta1' },
      ]),
    );
  });
});
