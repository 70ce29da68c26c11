import type { ServiceSpec } from '@orch/api';
import { planDemand } from './service-demand.js';

const nodePort = (...ports: [port: number, protocol: string, nodePort?: number][]): ServiceSpec => ({
  type: 'NodePort',
  clusterIP: 'None',
  clusterIPs: ['None'],
  ports: ports.map(([port, protocol, known]) => ({ port, protocol, ...(known ? { nodePort: known } : {}) })),
});
const local = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', clusterIPs: ['None'], ports: [{ port: 80 }] };

type Row = [
  name: string,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  ports: (number | undefined)[],
  after: number[],
];
const rows: Row[] = [
  [
    'each port of a node port service',
    nodePort([80, 'TCP'], [81, 'TCP']),
    undefined,
    [undefined, undefined],
    [900, 901],
  ],
  ['the requested port', nodePort([80, 'TCP', 30_080]), undefined, [30_080], [900]],
  ['one for both protocols of a port', nodePort([53, 'TCP'], [53, 'UDP']), undefined, [undefined], [900, 900]],
  [
    'one that both protocols request',
    nodePort([53, 'TCP', 30_053], [53, 'UDP', 30_053]),
    undefined,
    [30_053],
    [900, 30_053],
  ],
  [
    'the second of two that are requested',
    nodePort([53, 'TCP', 1], [53, 'UDP', 2]),
    nodePort([53, 'TCP', 1]),
    [2],
    [1, 900],
  ],
  ['nothing that the service has already', nodePort([80, 'TCP', 7]), nodePort([80, 'TCP', 7]), [], [7]],
  ['none for a cluster address', { ...nodePort([80, 'TCP']), type: 'ClusterIP' }, undefined, [], [0]],
  [
    'none for a load balancer without node ports',
    { ...nodePort([80, 'TCP']), type: 'LoadBalancer', allocateLoadBalancerNodePorts: false },
    undefined,
    [],
    [0],
  ],
  ['one for health checks', local, undefined, [undefined, undefined], [900]],
  [
    'the health check port, also if another port requests the same',
    { ...local, ...nodePort([80, 'TCP', 7]), type: 'LoadBalancer', healthCheckNodePort: 7 },
    undefined,
    [7, 7],
    [900],
  ],
  [
    'no new one where a health check port exists',
    { ...local, healthCheckNodePort: 5, ports: [] },
    { ...local, healthCheckNodePort: 5 },
    [],
    [],
  ],
];

describe('planDemand', () => {
  for (const [name, spec, old, ports, after] of rows) {
    it(name, () => {
      const { demand, portPaths, withGrant } = planDemand(spec, old);
      expect(demand).toEqual({ addresses: [], ports });
      expect(portPaths).toHaveLength(ports.length);
      const granted = withGrant({ addresses: [], ports: ports.map((_, index) => 900 + index) });
      expect(granted.ports!.map((port) => port.nodePort ?? 0)).toEqual(after);
    });
  }

  it('an address per family, except those it requests or has', () => {
    const spec = { clusterIPs: ['10.0.0.5'], ipFamilies: ['IPv4', 'IPv6'] };
    expect(planDemand(spec).demand.addresses).toEqual([{ family: 'IPv4', ip: '10.0.0.5' }, { family: 'IPv6' }]);
    const { demand, withGrant } = planDemand(spec, { clusterIPs: ['10.0.0.5'] });
    expect(demand.addresses).toEqual([{ family: 'IPv6' }]);
    expect(withGrant({ addresses: ['fd00::1'], ports: [] })).toMatchObject({ clusterIPs: ['10.0.0.5', 'fd00::1'] });
  });
});
