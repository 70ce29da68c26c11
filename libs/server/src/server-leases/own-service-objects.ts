import { ipFamilyOf, type ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { inOrder, type ServerAddress } from './server-address.js';

const PORT_NAME = 'https';
const SERVICE_PORT = 443;

/** An object maintained by the server, and its resource as `LoopbackClient` names it. */
export interface OwnObject {
  readonly resource: string;
  readonly object: ApiObject;
}

/** Servers that listen on one port: the content of one endpoints subset and slice. */
interface PortGroup {
  readonly port: number;
  readonly family: 'IPv4' | 'IPv6';
  readonly ips: readonly string[];
}

/** The service by which pods reach the servers. @param live at least one. */
export function ownService(vocabulary: Vocabulary, clusterIp: string, live: readonly ServerAddress[]): OwnObject {
  const { apiServerService: name, product } = vocabulary;
  const targetPort = Math.min(...live.map(({ port }) => port));
  const object = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { component: 'apiserver', provider: product } },
    spec: {
      type: 'ClusterIP',
      clusterIP: clusterIp,
      ipFamilyPolicy: 'SingleStack',
      ports: [{ name: PORT_NAME, port: SERVICE_PORT, protocol: 'TCP', targetPort }],
    },
  };
  return { resource: 'services', object };
}

/** Its endpoints: a subset for each port, and a slice for each port and address family. */
export function ownEndpoints(vocabulary: Vocabulary, live: readonly ServerAddress[]): OwnObject[] {
  const name = vocabulary.apiServerService;
  const groups = byPort(live);
  const endpoints = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    // The slices are written here; a mirror of addresses such as 127.0.0.1 would be invalid.
    metadata: { name, labels: { [vocabulary.labels.skipMirror]: 'true' } },
    subsets: groups.map(({ port, ips }) => ({ addresses: ips.map((ip) => ({ ip })), ports: [portOf(port)] })),
  };
  // The first one has the name of the service, as with a single port. It stays when no server is left.
  const [first, ...others] = groups;
  return [
    { resource: 'endpoints', object: endpoints },
    sliceOf(vocabulary, name, first),
    ...others.map((group) => sliceOf(vocabulary, sliceName(vocabulary, group), group)),
  ];
}

/** Whether a slice was made for a further port. */
export const isFurtherSlice = ({ apiServerService, labels }: Vocabulary, { metadata }: ApiObject): boolean =>
  metadata.labels?.[labels.serviceName] === apiServerService && metadata.name!.startsWith(`${apiServerService}-ipv`);

const sliceName = ({ apiServerService }: Vocabulary, { family, port }: PortGroup): string =>
  `${apiServerService}-${family.toLowerCase()}-${port}`;

function sliceOf({ groups, labels, apiServerService }: Vocabulary, name: string, group?: PortGroup): OwnObject {
  const object = {
    apiVersion: `${groups.discovery}/v1`,
    kind: 'EndpointSlice',
    metadata: { name, labels: { [labels.serviceName]: apiServerService } },
    addressType: group?.family ?? 'IPv4',
    endpoints: (group?.ips ?? []).map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
    ports: group ? [portOf(group.port)] : [],
  };
  return { resource: `endpointslices.${groups.discovery}`, object };
}

const portOf = (port: number) => ({ name: PORT_NAME, port, protocol: 'TCP' });

function byPort(live: readonly ServerAddress[]): PortGroup[] {
  const groups = new Map<string, { port: number; family: 'IPv4' | 'IPv6'; ips: string[] }>();
  for (const { ip, port } of inOrder(live)) {
    const family = ipFamilyOf(ip) ?? 'IPv4';
    const group = groups.get(`${family} ${port}`);
    if (group) group.ips.push(ip);
    else groups.set(`${family} ${port}`, { port, family, ips: [ip] });
  }
  return [...groups.values()].sort((a, b) => a.port - b.port || (a.family < b.family ? -1 : 1));
}
