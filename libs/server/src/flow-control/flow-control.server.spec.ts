import { vocabularies } from '@orch/vocabulary';
import { TestServer } from '../http/running-server.fixture.js';

interface Stored {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: { readonly [field: string]: unknown };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

const LEVELS = [
  'catch-all',
  'exempt',
  'global-default',
  'leader-election',
  'node-high',
  'system',
  'workload-high',
  'workload-low',
];

describe.each(['orch', 'kubernetes'] as const)('flow control of a server in the %s vocabulary', (vocabulary) => {
  const { groups, headers, annotations, namespaces } = vocabularies[vocabulary];
  const at = (resource: string, name = '') => `/apis/${groups.flowcontrol}/v1/${resource}${name && `/${name}`}`;
  let server: TestServer;
  const admin = async (path: string, method = 'GET', body?: unknown, more: Record<string, string> = {}) =>
    server.call(path, { agent: await server.admin(), method, body, headers: { ...more } });
  const items = async (resource: string) => (await admin(at(resource))).json['items'] as Stored[];

  beforeAll(async () => {
    server = await TestServer.start({ vocabulary });
  });
  afterAll(() => TestServer.closeAll());

  it('D-226 has the default levels and schemas, each with a level', async () => {
    expect((await items('prioritylevelconfigurations')).map(({ metadata }) => metadata.name)).toEqual(LEVELS);
    const schemas = await items('flowschemas');
    const names = schemas.map(({ metadata }) => metadata.name);
    for (const name of ['exempt', 'catch-all', 'probes', 'system-nodes', 'service-accounts', 'global-default'])
      expect(names).toContain(name);
    expect(names).toContain(`${namespaces.system}-service-accounts`);
    for (const schema of schemas) {
      expect(schema.status?.conditions).toMatchObject([{ type: 'Dangling', status: 'False' }]);
    }
  });

  it('D-225 says in every answer which schema and level it is of', async () => {
    const uid = async (resource: string, name: string) =>
      ((await admin(at(resource, name))).json as unknown as Stored).metadata.uid;
    const told = ({ headers: h }: { headers: Readonly<Record<string, unknown>> }) => [
      h[headers.flowSchemaUid.toLowerCase()],
      h[headers.priorityLevelUid.toLowerCase()],
    ];
    const exempt = await uid('prioritylevelconfigurations', 'exempt');
    expect(told(await admin('/version'))).toEqual([await uid('flowschemas', 'exempt'), exempt]);
    expect(told(await server.call('/livez'))).toEqual([await uid('flowschemas', 'probes'), exempt]);
    const others = [
      await uid('flowschemas', 'global-default'),
      await uid('prioritylevelconfigurations', 'global-default'),
    ];
    expect(told(await server.call('/version'))).toEqual(others);
    const refused = await server.call('/api/v1/secrets');
    expect([refused.code, ...told(refused)]).toEqual([403, ...others]);
  });
  void annotations;
});
