import type { ApiObject } from '@orch/apimachinery';
import { resolveService, type ServiceRoutes } from './resolve-service.js';
import { ServiceAddressTable } from './service-address-table.js';

const service = (spec: object) => ({ metadata: { name: 'api', namespace: 'shop' }, spec });
const CLUSTER_IP = service({ type: 'ClusterIP', clusterIP: '10.0.0.9', ports: [{ name: 'https', port: 443 }] });
const ENDPOINTS = {
  subsets: [
    { addresses: [{ ip: '10.1.0.1' }, { ip: '10.1.0.2' }], ports: [{ name: 'https', port: 8443 }] },
    { addresses: [{ ip: '10.1.0.3' }], ports: [{ name: 'other', port: 9 }] },
    { notReadyAddresses: [{ ip: '10.1.0.4' }], ports: [{ name: 'https', port: 8443 }] },
  ],
};

const routes = (objects: Record<string, object>, rest: Partial<ServiceRoutes> = {}): ServiceRoutes => ({
  reader: { read: ({ resource }: { resource: string }) => objects[resource] as ApiObject | undefined } as never,
  fixed: new ServiceAddressTable([]),
  toEndpoints: false,
  random: () => 0.9,
  ...rest,
});
const resolved = (objects: Record<string, object>, rest?: Partial<ServiceRoutes>, port = 443) =>
  resolveService(routes(objects, rest), 'shop', 'api', port);

it('is the cluster IP, whatever the endpoints are', () =>
  expect(resolved({ services: CLUSTER_IP, endpoints: ENDPOINTS })).toEqual({ host: '10.0.0.9', port: 443 }));

it('is the address in canonical form: resolvers read leading zeros as octal', () => {
  const ports = [{ name: 'https', port: 443 }];
  const older = service({ type: 'ClusterIP', clusterIP: '10.0.0.011', ports });
  expect(resolved({ services: older })).toEqual({ host: '10.0.0.11', port: 443 });
  const endpoints = { subsets: [{ addresses: [{ ip: '010.1.0.1' }], ports: [{ name: 'https', port: 8443 }] }] };
  expect(resolved({ services: older, endpoints }, { toEndpoints: true })).toEqual({ host: '10.1.0.1', port: 8443 });
});

it('is the name of an ExternalName service', () =>
  expect(resolved({ services: service({ type: 'ExternalName', externalName: 'api.example.com' }) }, {}, 8443)).toEqual({
    host: 'api.example.com',
    port: 8443,
  }));

it('is one of the ready endpoints of the port, with aggregator routing', () => {
  const objects = { services: CLUSTER_IP, endpoints: ENDPOINTS };
  expect(resolved(objects, { toEndpoints: true })).toEqual({ host: '10.1.0.2', port: 8443 });
  expect(resolved(objects, { toEndpoints: true, random: () => 0 })).toEqual({ host: '10.1.0.1', port: 8443 });
});

it('is the endpoint of a headless service, with aggregator routing', () => {
  const headless = service({ type: 'ClusterIP', clusterIP: 'None', ports: [{ name: 'https', port: 443 }] });
  const objects = { services: headless, endpoints: ENDPOINTS };
  expect(resolved(objects, { toEndpoints: true })).toEqual({ host: '10.1.0.2', port: 8443 });
  expect(() => resolved(objects)).toThrow('service "api" has no cluster IP');
});

it('is the fixed address, with and without objects', () => {
  const entry = { namespace: 'shop', name: 'api', servicePort: undefined, host: '127.0.0.1', port: 7 };
  const fixed = new ServiceAddressTable([entry]);
  for (const toEndpoints of [false, true]) {
    expect(resolved({}, { fixed, toEndpoints })).toEqual({ host: '127.0.0.1', port: 7 });
    expect(resolved({ services: CLUSTER_IP }, { fixed, toEndpoints })).toEqual({ host: '127.0.0.1', port: 7 });
  }
});

it.each<[string, Record<string, object>, boolean, number, string]>([
  ['no service', {}, false, 443, 'service "api" not found'],
  ['no such port', { services: CLUSTER_IP }, false, 80, 'no service port 80 found for service "api"'],
  ['no endpoints', { services: CLUSTER_IP }, true, 443, 'no endpoints available for service "api"'],
  ['an external name', { services: service({ type: 'ExternalName' }) }, true, 443, 'unsupported service type "ExternalName"'],
])('fails for %s', (_name, objects, toEndpoints, port, message) =>
  expect(() => resolved(objects, { toEndpoints }, port)).toThrow(message),
); // prettier-ignore
