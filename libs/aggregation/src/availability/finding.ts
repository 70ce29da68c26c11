import type { Endpoints, Service } from '@orch/api';
import type { ObjectReader } from '@orch/registry';
import type { RemoteService } from '../services/remote-service.js';

/** What is known about the availability of a group version. */
export interface Finding {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

export const PASSED: Finding = { status: 'True', reason: 'Passed', message: 'all checks passed' };
export const LOCAL: Finding = { status: 'True', reason: 'Local', message: 'Local APIServices are always available' };
export const failedCheck = (message: string): Finding => unavailable('FailedDiscoveryCheck', message);

const unavailable = (reason: string, message: string): Finding => ({ status: 'False', reason, message });

/** What the objects say: why the service cannot be reached; undefined when it is worth a try. */
export function findingOfObjects(reader: ObjectReader, remote: RemoteService): Finding | undefined {
  const { namespace, name, port } = remote.service;
  const at = `service/${name} in ${JSON.stringify(namespace)}`;
  const read = (resource: string) => reader.read({ group: '', resource }, namespace, name);
  const service = read('services') as Service | undefined;
  if (!service) return unavailable('ServiceNotFound', `${at} is not present`);
  const { type = 'ClusterIP', ports } = service.spec ?? {};
  if (type !== 'ClusterIP') return undefined;
  const declared = ports?.find((one) => one.port === port);
  if (!declared) return unavailable('ServicePortError', `${at} is not listening on port ${port}`);
  const endpoints = read('endpoints') as Endpoints | undefined;
  if (!endpoints) return unavailable('EndpointsNotFound', `cannot find endpoints for ${at}`);
  const portName = declared.name ?? '';
  const hasAddress = (endpoints.subsets ?? []).some(
    ({ addresses, ports: own }) => addresses?.length && own?.some((one) => (one.name ?? '') === portName),
  );
  if (hasAddress) return undefined;
  return unavailable(
    'MissingEndpoints',
    `endpoints for ${at} have no addresses with port name ${JSON.stringify(portName)}`,
  );
}
