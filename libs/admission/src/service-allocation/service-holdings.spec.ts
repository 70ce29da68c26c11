import { Entry, objectKey } from '@orch/registry';
import { holdingsOf } from './service-holdings.js';

const METADATA = { name: 'web', namespace: 'n', uid: 'u', labels: { '"nodePort":': 'x' } };
const entryOf = (spec: object, metadata: object = METADATA): Entry => {
  const service = { kind: 'Service', apiVersion: 'v1', metadata, spec };
  return new Entry(objectKey('n', 'web'), 1, Buffer.from(JSON.stringify(service)), () => ({
    labels: undefined,
    fields: {},
  }));
};
const owner = { namespace: 'n', name: 'web', uid: 'u' };
const ports = [{ port: 80, nodePort: 30_001 }, { port: 81 }, { port: 82, nodePort: 30_002 }];

describe('what a stored service has', () => {
  it.each<[what: string, spec: object, addresses: string[], ports: number[]]>([
    ['of one family', { type: 'ClusterIP', clusterIPs: ['10.0.0.1'] }, ['10.0.0.1'], []],
    ['of two families', { clusterIPs: ['10.0.0.1', 'fd00::1'] }, ['10.0.0.1', 'fd00::1'], []],
    ['in older forms', { clusterIPs: ['010.0.0.011', 'FD00::0:1'] }, ['10.0.0.11', 'fd00::1'], []],
    ['headless', { clusterIPs: ['None'] }, [], []],
    ['without a spec', {}, [], []],
    ['with node ports', { type: 'NodePort', clusterIPs: ['10.0.0.1'], ports }, ['10.0.0.1'], [30_001, 30_002]],
    ['with node ports that its type does not have', { type: 'ClusterIP', ports }, [], []],
    ['with a port for health checks', { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30_003, ports }, [], [30_001, 30_002, 30_003]], // prettier-ignore
    ['with such a port that it does not use', { type: 'LoadBalancer', healthCheckNodePort: 30_003 }, [], []],
  ])('%s', (_what, spec, addresses, nodePorts) =>
    expect(holdingsOf(entryOf(spec))).toEqual({ owner, addresses, ports: nodePorts }),
  );

  it('is read once, without the many labels, owners and ports of a large service', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => index);
    const metadata = {
      ...METADATA,
      labels: Object.fromEntries(many.map((index) => [`l${index}`, ''])),
      managedFields: many.map((index) => ({ manager: `m${index}` })),
    };
    const entry = entryOf({ clusterIPs: ['10.0.0.1'], ports: many.map((port) => ({ port })) }, metadata);
    const parse = jest.spyOn(JSON, 'parse');
    for (let time = 0; time < 2; time++) expect(holdingsOf(entry).addresses).toEqual(['10.0.0.1']);
    const parsed = parse.mock.calls.map(([text]) => text);
    parse.mockRestore();
    expect(parsed).toEqual(['["10.0.0.1"]', '"u"']);
  });
});
