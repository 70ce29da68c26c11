import type { IpFamily } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';
import { TerminalError } from '@orch/controller-kit';
import type { Vocabulary } from '@orch/vocabulary';
import { addressesOf } from '../shared/service-endpoints/addresses.js';
import {
  hostnameIn,
  isEndpoint,
  isReady,
  isTerminating,
  referenceTo,
  type Pod,
} from '../shared/service-endpoints/pod.js';
import { portsReader, type EndpointPort } from '../shared/service-endpoints/ports.js';
import type { Service } from '../shared/service-endpoints/service.js';
import { endpointId, type Endpoint } from '../shared/service-endpoints/slice.js';

/** Node of a name; undefined when there is none. */
export type NodeLookup = (name: string) => HasMetadata | undefined;

/** Endpoints with the same ports. */
export interface PortGroup {
  readonly ports: readonly EndpointPort[];
  /** By `endpointId`. */
  readonly endpoints: Map<string, Endpoint>;
}

/** Groups by `portsText`, and pods that are left out because their node does not exist. */
export interface DesiredEndpoints {
  readonly groups: ReadonlyMap<string, PortGroup>;
  readonly skipped: readonly Pod[];
}

const PREFER_CLOSE = 'PreferClose';
const AUTOMATIC = /^[Aa]uto$/;

/** Maximum number of ports of a slice. */
const MAX_PORTS = 100;

/**
 * The endpoints of a service, of one address family, found in steps. A pod without a node is one only where pods that are not ready are published.
 * @throws TerminalError when a pod has more ports than a slice.
 */
export function* desiredEndpoints(
  service: Service,
  pods: readonly Pod[],
  family: IpFamily,
  nodeOf: NodeLookup,
  vocabulary: Vocabulary,
): Generator<undefined, DesiredEndpoints> {
  const groups = new Map<string, PortGroup>();
  const skipped: Pod[] = [];
  const withHints = wantsHints(service, vocabulary);
  const portsOf = portsReader(service);
  for (const pod of pods) {
    yield;
    if (!isEndpoint(pod)) continue;
    const { ports, text } = portsOf(pod);
    if (ports.length > MAX_PORTS) {
      throw new TerminalError(`ports: Too many: ${ports.length}: must have at most ${MAX_PORTS} items`);
    }
    const group = groups.get(text) ?? { ports, endpoints: new Map<string, Endpoint>() };
    groups.set(text, group);
    const node = nodeOf(pod.spec?.nodeName ?? '');
    if (!node && service.spec?.publishNotReadyAddresses !== true) {
      skipped.push(pod);
      continue;
    }
    const addresses = addressesOf(pod, family);
    if (addresses.length === 0) continue;
    const zone = node?.metadata.labels?.[vocabulary.labels.zone];
    const endpoint = endpointOf(service, pod, addresses, zone, withHints);
    group.endpoints.set(endpointId(endpoint), endpoint);
  }
  return { groups, skipped };
}

function endpointOf(
  service: Service,
  pod: Pod,
  addresses: readonly string[],
  zone: string | undefined,
  withHints: boolean,
): Endpoint {
  const serving = isReady(pod);
  const terminating = isTerminating(pod);
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const nodeName = pod.spec?.nodeName;
  const hostname = hostnameIn(pod, service);
  return {
    addresses,
    conditions: { ready, serving, terminating },
    ...(hostname === undefined ? {} : { hostname }),
    targetRef: referenceTo(pod),
    ...(nodeName ? { nodeName } : {}),
    ...(zone ? { zone } : {}),
    ...(zone && withHints && ready ? { hints: { forZones: [{ name: zone }] } } : {}),
  };
}

/** The older annotation has precedence over the field. */
function wantsHints({ metadata, spec }: Service, { annotations: keys }: Vocabulary): boolean {
  const { annotations = {} } = metadata;
  const mode = annotations[keys.topologyAwareHints] ?? annotations[keys.topologyMode] ?? '';
  return spec?.trafficDistribution === PREFER_CLOSE && !AUTOMATIC.test(mode);
}
