import { TestServer } from '@orch/server-testing';

describe('bootstrap objects', () => {
  let server: TestServer | undefined;
  afterEach(() => server?.close());
  const get = async (path: string) => (await server!.call(path, { agent: await server!.admin() })).json;

  it('the range of services is a ready ServiceCIDR, where the release serves the kind', async () => {
    server = await TestServer.start({ emulatedMinor: 33, serviceClusterIpRanges: ['10.9.0.0/24'] });
    const path = '/apis/networking.orch.io/v1/servicecidrs';
    expect(await get(path)).toMatchObject({
      items: [
        {
          metadata: { name: 'orch', managedFields: [{ manager: 'orch-apiserver' }] },
          spec: { cidrs: ['10.9.0.0/24'] },
          status: {
            conditions: [{ type: 'Ready', status: 'True', message: 'Orch default Service CIDR is ready' }],
          },
        },
      ],
    });
  });

  it('and otherwise nothing', async () => {
    server = await TestServer.start({ emulatedMinor: 24 });
    expect(await get('/apis/networking.orch.io/v1/servicecidrs')).toMatchObject({ code: 404 });
  });

  it('the day from which tokens in Secrets count as unused', async () => {
    server = await TestServer.start();
    const name = 'orch-apiserver-legacy-service-account-token-tracking';
    const { data } = (await get(`/api/v1/namespaces/orch-system/configmaps/${name}`)) as { data?: { since?: string } };
    expect(data?.since).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});
