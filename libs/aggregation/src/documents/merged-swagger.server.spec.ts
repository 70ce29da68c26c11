import { ExtensionServer, registerAvailable, TestServer } from '@orch/server-testing';
import type { Agent } from 'undici';

const GROUP = 'things.example.com';
const META = 'io.orch.pkg.apis.meta.v1.ObjectMeta';

/** A Swagger document of two groups, of which one is registered. */
const swagger = (description: string) => ({
  swagger: '2.0',
  paths: {
    [`/apis/${GROUP}/v1/things`]: {
      get: { operationId: 'listThings', responses: { '200': { description: 'OK', schema: { $ref: '#/definitions/Thing' } } } },
    },
    '/apis/other.example.com/v1/others': { get: { responses: {} } },
  },
  definitions: { Thing: { type: 'object', description, properties: { metadata: { $ref: '#/definitions/Meta' } } }, Meta: { type: 'object' } },
}); // prettier-ignore

describe('the Swagger document', () => {
  let extension: ExtensionServer;
  let server: TestServer;
  let admin: Agent;
  const read = async (accept = 'application/json') => {
    const answer = await server.call('/openapi/v2', { agent: admin, headers: { accept } });
    return { ...answer, etag: answer.headers['etag'] };
  };
  const parts = async () => {
    const { json } = await read();
    return { paths: json['paths'], definitions: json['definitions'] } as Record<'paths' | 'definitions', Record<string, unknown>>;
  }; // prettier-ignore

  beforeAll(async () => {
    extension = await ExtensionServer.start('nowhere/api');
    extension.documents.set(`/apis/${GROUP}/v1`, { kind: 'APIResourceList', groupVersion: `${GROUP}/v1`, resources: [] });
    extension.documents.set('/openapi/v2', swagger('One thing.'));
    const address = { namespace: 'nowhere', name: 'api', servicePort: undefined, host: '127.0.0.1', port: extension.port };
    server = await TestServer.start({ serviceAddresses: [address] });
    admin = await server.admin();
  }); // prettier-ignore
  afterAll(async () => {
    extension.stop();
    await TestServer.closeAll();
  });

  it('C-297 has the paths and definitions of an extension API server while it is registered', async () => {
    const before = await read();
    await registerAvailable(server, admin, extension.apiService(GROUP, 'v1', { namespace: 'nowhere', name: 'api' }));
    let { paths, definitions } = await parts();
    while (!paths[`/apis/${GROUP}/v1/things`]) ({ paths, definitions } = await parts());
    expect(definitions['Thing']).toEqual(swagger('One thing.').definitions.Thing);
    expect(paths['/apis/other.example.com/v1/others']).toBeUndefined();
    expect(paths['/api/v1/pods']).toBeDefined();
    expect(Object.keys(definitions)).not.toContain(`${META}_v2`);

    const { etag } = await read();
    expect(etag).not.toBe(before.etag);
    const binary = await read('application/com.github.proto-openapi.spec.v2@v1.0+protobuf');
    expect(binary.text).toContain(`/apis/${GROUP}/v1/things`);

    await server.call(`/apis/apiregistration.orch.io/v1/apiservices/v1.${GROUP}`, { agent: admin, method: 'DELETE' });
    while ((await parts()).paths[`/apis/${GROUP}/v1/things`]);
    expect((await read()).etag).toBe(before.etag);
  });
});
