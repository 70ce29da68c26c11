import type { ApiObject } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import type { RemoteService } from '../services/remote-service.js';
import { findingOfObjects } from './finding.js';

const remote = { service: { namespace: 'n', name: 'api', port: 443 } } as RemoteService;
const service = (spec: object): object => ({ spec });
const named = service({ type: 'ClusterIP', ports: [{ name: 'https', port: 443 }] });

function findingOf(services: object | undefined, endpoints?: object) {
  const objects: Readonly<Record<string, object | undefined>> = { services, endpoints };
  const read = ({ resource }: { readonly resource: string }) => objects[resource] as ApiObject | undefined;
  return findingOfObjects({ read } as unknown as ObjectReader, remote);
}

describe('the availability that objects allow', () => {
  it.each([
    ['ServiceNotFound', 'service/api in "n" is not present', undefined, undefined],
    [
      'ServicePortError',
      'service/api in "n" is not listening on port 443',
      service({ ports: [{ port: 80 }] }),
      undefined,
    ],
    ['EndpointsNotFound', 'cannot find endpoints for service/api in "n"', named, undefined],
    [
      'MissingEndpoints',
      'endpoints for service/api in "n" have no addresses with port name "https"',
      named,
      { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ name: 'other', port: 1 }] }] },
    ],
  ])('%s', (reason, message, services, endpoints) => {
    expect(findingOf(services, endpoints)).toEqual({ status: 'False', reason, message });
  });

  it('is to be tried with an endpoint of the port, and for a service without endpoints', () => {
    const endpoints = { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ name: 'https', port: 1 }] }] };
    expect(findingOf(named, endpoints)).toBeUndefined();
    expect(findingOf(service({ type: 'ExternalName', externalName: 'a.b' }))).toBeUndefined();
  });
});
