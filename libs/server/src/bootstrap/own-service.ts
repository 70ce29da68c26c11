import { ApiError, ipFamilyOf, type ApiObject } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { OwnWrites } from './own-writes.js';

const PORT_NAME = 'https';
const SERVICE_PORT = 443;

/** Where this server is reached: inside a cluster, and really. */
export interface OwnAddress {
  /** First address of the range of services; taken only while the service is not there. */
  readonly clusterIp: string;
  readonly ip: string;
  readonly port: number;
}

/**
 * Keeps the service by which pods call this server, with its endpoints: made when missing, pointed here when the server was
 * elsewhere before, made anew when somebody deletes it. That it cannot be made stops nobody: it is said, and others reach the
 * server without it. Ends with the registry.
 */
export async function keepOwnService(
  writes: OwnWrites,
  vocabulary: Vocabulary,
  address: OwnAddress,
  log: Logger,
): Promise<void> {
  const namespace = vocabulary.namespaces.default;
  const keep = async ([resource, object]: OwnObject): Promise<void> => {
    try {
      await ensure(writes, namespace, resource, object);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log.warn('the service of this server is not as it should be', { resource, error });
    }
  };
  const objects = ownObjects(vocabulary, address);
  await Promise.all(objects.map(keep));
  for (const object of objects) {
    writes.deletionsOf(object[0], namespace, vocabulary.apiServerService).subscribe(() => void keep(object));
  }
}

type OwnObject = readonly [resource: string, object: ApiObject];

async function ensure(writes: OwnWrites, namespace: string, resource: string, object: ApiObject): Promise<void> {
  const name = object.metadata.name!;
  if (!writes.read(resource, namespace, name)) return writes.createIfAbsent(resource, namespace, object);
  await writes.change(resource, namespace, name, (old) => pointedTo(old, object));
}

/** What stands, pointing where `wanted` does: a service keeps all but its port, endpoints are nothing but addresses. */
function pointedTo(old: ApiObject, wanted: ApiObject): ApiObject {
  const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, spec, ...content } = wanted;
  if (spec === undefined) return { ...old, ...content } as ApiObject;
  return { ...old, spec: { ...(old['spec'] as object), ports: (spec as { ports: unknown }).ports } } as ApiObject;
}

function ownObjects(vocabulary: Vocabulary, { clusterIp, ip, port }: OwnAddress): OwnObject[] {
  const { apiServerService: name, product, groups, labels } = vocabulary;
  const target = { name: PORT_NAME, port, protocol: 'TCP' };
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { component: 'apiserver', provider: product } },
    spec: {
      type: 'ClusterIP',
      clusterIP: clusterIp,
      ipFamilyPolicy: 'SingleStack',
      ports: [{ name: PORT_NAME, port: SERVICE_PORT, protocol: 'TCP', targetPort: port }],
    },
  };
  const endpoints = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name },
    subsets: [{ addresses: [{ ip }], ports: [target] }],
  };
  const slice = {
    apiVersion: `${groups.discovery}/v1`,
    kind: 'EndpointSlice',
    metadata: { name, labels: { [labels.serviceName]: name } },
    addressType: ipFamilyOf(ip) ?? 'IPv4',
    endpoints: [{ addresses: [ip], conditions: { ready: true } }],
    ports: [target],
  };
  return [
    ['services', service],
    ['endpoints', endpoints],
    [`endpointslices.${groups.discovery}`, slice],
  ];
}
