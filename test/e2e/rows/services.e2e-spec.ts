import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace } from '../../support/fresh-namespace.js';
import { causes, query, ResourceServer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('services in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let services: string;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary });
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    services = (await freshNamespace(server)).configMaps.replace('configmaps', 'services');
  });

  const service = (name: string, spec: object = {}): object => ({
    metadata: { name },
    spec: { ports: [{ port: 80 }], ...spec },
  });

  it('C-235 a service gets what it does not say, and an address that stays', async () => {
    const { spec } = await server.create(services, service('web', { selector: { app: 'web' } }));
    expect(spec).toMatchObject({
      type: 'ClusterIP',
      clusterIP: expect.stringMatching(/^10\.0\.0\.\d+$/),
      sessionAffinity: 'None',
      ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }],
    });
    const moved = await server.merge(`${services}/web`, { spec: { clusterIP: '10.0.0.4' } });
    expect([moved.code, causes(moved)]).toEqual([422, ['spec.clusterIPs[0] FieldValueInvalid']]);
    const nodePort = await server.create(services, service('node', { type: 'NodePort' }));
    expect((nodePort.spec['ports'] as { nodePort: number }[])[0]!.nodePort).toBeGreaterThanOrEqual(30_000);
    const refused: [body: object, cause: string][] = [
      [service('1a'), 'metadata.name FieldValueInvalid'],
      [service('a'.repeat(64)), 'metadata.name FieldValueInvalid'],
      [service('a.b'), 'metadata.name FieldValueInvalid'],
      [service('a', { ports: [{ port: 0, targetPort: 1 }] }), 'spec.ports[0].port FieldValueInvalid'],
      [service('a', { ports: [{ port: 65_536, targetPort: 1 }] }), 'spec.ports[0].port FieldValueInvalid'],
    ];
    for (const [body, cause] of refused) {
      const answer = await server.post(services, body);
      expect([answer.code, causes(answer)]).toEqual([422, [cause]]);
    }
    expect((await server.post(services, service('a'.repeat(63)))).code).toBe(201);
  });

  it('A-129 addresses and ports of a dry run are not allocated', async () => {
    const ports = [{ port: 80, nodePort: 30_003 }];
    const wanted = service('web', { type: 'NodePort', clusterIP: '10.0.0.3', ports });
    const dry = await server.post(`${services}?dryRun=All`, wanted);
    expect([dry.code, dry.body.spec['clusterIP']]).toEqual([201, '10.0.0.3']);
    const any = await server.post(`${services}?dryRun=All`, service('web', { type: 'NodePort' }));
    expect(any.body.spec['clusterIP']).toMatch(/^10\./);
    expect((await server.post(services, wanted)).code).toBe(201);
    const other = { ...wanted, metadata: { name: 'other' } };
    expect((await server.post(services, other)).body.message).toContain('provided IP is already allocated');
    // As in kube-apiserver, a dry run does not look for other services.
    expect((await server.post(`${services}?dryRun=All`, other)).code).toBe(201);
  });

  it('A-158 a selector has one owner', async () => {
    const apply = (fieldManager: string, selector: object) =>
      server.send(
        'PATCH',
        `${services}/web${query({ fieldManager })}`,
        {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'web' },
          spec: { ports: [{ port: 80, protocol: 'TCP' }], selector },
        },
        { headers: { 'content-type': 'application/apply-patch+yaml' } },
      );
    expect((await apply('m1', { a: '1' })).code).toBe(201);
    const conflict = await apply('m2', { b: '2' });
    expect([conflict.code, causes(conflict)]).toEqual([409, ['.spec.selector FieldManagerConflict']]);
  });

  it('status is written separately', async () => {
    await server.create(services, service('lb', { type: 'LoadBalancer' }));
    const loadBalancer = { ingress: [{ ip: '192.0.2.1' }] };
    const answer = await server.merge(`${services}/lb/status`, {
      spec: { type: 'ClusterIP' },
      status: { loadBalancer },
    });
    expect(answer.body).toMatchObject({ spec: { type: 'LoadBalancer' }, status: { loadBalancer } });
  });

  it('a service that goes leaves its address and ports', async () => {
    const ports = [{ port: 80, nodePort: 30_005 }];
    const wanted = service('web', { type: 'NodePort', clusterIP: '10.0.0.5', ports });
    await server.create(services, wanted);
    expect((await server.post(services, { ...wanted, metadata: { name: 'other' } })).code).toBe(422);
    expect((await server.delete(`${services}/web`)).body).toMatchObject({ kind: 'Service', metadata: { name: 'web' } });
    expect((await server.post(services, { ...wanted, metadata: { name: 'other' } })).code).toBe(201);
  });
});
