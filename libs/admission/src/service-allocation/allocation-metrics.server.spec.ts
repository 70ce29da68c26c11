import { AdmissionServer } from '../admission-server.fixture.js';

const SERVICES = '/api/v1/namespaces/default/services';
const IP = 'kube_apiserver_clusterip_allocator';
const PORT = 'kube_apiserver_nodeport_allocator';

describe('metrics of the allocation of addresses and node ports', () => {
  let server: AdmissionServer;
  beforeAll(async () => {
    server = await AdmissionServer.start({
      serviceClusterIpRanges: ['10.9.0.0/28', 'fd00::/120'],
      serviceNodePortRange: '30000-30009',
    });
  });
  afterAll(() => server.close());

  /** The series of both allocators with their values. */
  const series = async (): Promise<Record<string, number>> => {
    const { text } = await server.send('GET /metrics');
    const lines = text.split('\n').filter((line) => line.startsWith(IP) || line.startsWith(PORT));
    return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
  };
  const create = async (name: string, spec: object, query = ''): Promise<number> =>
    (await server.send(`POST ${SERVICES}${query}`, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } }))
      .code;

  it('show what is allocated and free by range, and count allocations and failures by who chose the number', async () => {
    const before = await series();
    // The service of the server itself has the first address of the first range.
    expect(before).toEqual({
      [`${IP}_allocated_ips{cidr="10.9.0.0/28"}`]: 1,
      [`${IP}_allocated_ips{cidr="fd00::/120"}`]: 0,
      [`${IP}_available_ips{cidr="10.9.0.0/28"}`]: 13,
      [`${IP}_available_ips{cidr="fd00::/120"}`]: 255,
      [`${PORT}_allocated_ports`]: 0,
      [`${PORT}_available_ports`]: 10,
      [`${IP}_allocation_total{cidr="10.9.0.0/28",scope="static"}`]: 1,
    });
    // First: a chosen number could be one that was chosen for another.
    expect(await create('b', { clusterIP: '10.9.0.7', type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] })).toBe(201);
    expect(await create('a', { type: 'NodePort' })).toBe(201);
    expect(await create('c', { ipFamilyPolicy: 'RequireDualStack' })).toBe(201);
    expect(await create('c', { clusterIP: '10.9.0.7' })).toBe(422);
    expect(await create('d', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] })).toBe(422);
    // Neither a dry run nor a number that is none of the range is an allocation.
    expect(await create('e', { type: 'NodePort' }, '?dryRun=All')).toBe(201);
    expect(await create('f', { clusterIP: '10.8.0.1' })).toBe(422);
    expect(await series()).toEqual({
      [`${IP}_allocated_ips{cidr="10.9.0.0/28"}`]: 4,
      [`${IP}_allocated_ips{cidr="fd00::/120"}`]: 1,
      [`${IP}_available_ips{cidr="10.9.0.0/28"}`]: 10,
      [`${IP}_available_ips{cidr="fd00::/120"}`]: 254,
      [`${PORT}_allocated_ports`]: 2,
      [`${PORT}_available_ports`]: 8,
      [`${IP}_allocation_total{cidr="10.9.0.0/28",scope="static"}`]: 2,
      // That of d is given back.
      [`${IP}_allocation_total{cidr="10.9.0.0/28",scope="dynamic"}`]: 3,
      [`${IP}_allocation_total{cidr="fd00::/120",scope="dynamic"}`]: 1,
      [`${IP}_allocation_errors_total{cidr="10.9.0.0/28",scope="static"}`]: 1,
      [`${PORT}_allocation_total{scope="dynamic"}`]: 1,
      [`${PORT}_allocation_total{scope="static"}`]: 1,
      [`${PORT}_allocation_errors_total{scope="static"}`]: 1,
    });
  }); // prettier-ignore

  it('count that nothing is left', async () => {
    for (let n = 0; n < 8; n++) expect(await create(`p${n}`, { type: 'NodePort' })).toBe(201);
    expect(await create('last', { type: 'NodePort' })).toBe(500);
    const now = await series();
    expect([now[`${PORT}_available_ports`], now[`${PORT}_allocation_errors_total{scope="dynamic"}`]]).toEqual([0, 1]);
  });
});
