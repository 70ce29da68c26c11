import {
  assignsNodePorts,
  needsHealthCheckPort,
  needsNodePorts,
  nodePortsOf,
  type ServicePort,
  type ServiceSpec,
} from '@orch/api';
import { canonicalIp, FieldPath, type IpFamily } from '@orch/apimachinery';
import type { ServiceDemand, ServiceGrant } from './service-allocator.js';

const SPEC = FieldPath.of('spec');
const NONE = 'None';

/** What a service still needs, and how to set it. */
export interface DemandPlan {
  readonly demand: ServiceDemand;
  /** Requested addresses as the spec writes them, in the order of the demand. */
  readonly writtenAddresses: readonly (string | undefined)[];
  /** Field paths of the requested ports, in the order of the demand. */
  readonly portPaths: readonly FieldPath[];
  readonly withGrant: (grant: ServiceGrant) => ServiceSpec;
}

/**
 * @param spec with its IP families set. @param old the current spec on an update: its addresses and ports are not requested again.
 */
export function planDemand(spec: ServiceSpec, old: ServiceSpec = {}): DemandPlan {
  const addresses = addressDemand(spec, old);
  const ports = new PortDemand();
  const nodePorts = needsNodePorts(spec) ? nodePortSlots(spec, old, ports) : [];
  const healthCheck = needsHealthCheckPort(spec)
    ? ports.slot(spec.healthCheckNodePort, SPEC.child('healthCheckNodePort'), new Set([old.healthCheckNodePort]))
    : undefined;
  return {
    demand: { addresses: addresses.map(({ wanted }) => wanted), ports: ports.wanted },
    writtenAddresses: addresses.map(({ written }) => written),
    portPaths: ports.paths,
    withGrant: (grant) => ({
      ...spec,
      ...withAddresses(spec, addresses, grant),
      ...(spec.ports && nodePorts.length > 0 ? { ports: withNodePorts(spec.ports, nodePorts, grant) } : {}),
      ...(healthCheck ? { healthCheckNodePort: portOf(healthCheck, grant) } : {}),
    }),
  };
}

interface AddressSlot {
  /** Position in `clusterIPs`. */
  readonly at: number;
  /** The requested address as the spec writes it, and stores it. */
  readonly written: string | undefined;
  /** Canonical: an address has several forms, and is allocated once. */
  readonly wanted: ServiceDemand['addresses'][number];
}

function addressDemand({ clusterIPs = [], ipFamilies = [] }: ServiceSpec, old: ServiceSpec): AddressSlot[] {
  if (clusterIPs[0] === NONE) return [];
  return ipFamilies.flatMap((family, at) => {
    // No request for an existing address: validation refuses a change of it.
    if (old.clusterIPs?.[at] !== undefined) return [];
    const written = clusterIPs[at];
    const ip = written && canonicalIp(written);
    return [{ at, written, wanted: { family: family as IpFamily, ...(ip ? { ip } : {}) } }];
  });
}

function withAddresses(spec: ServiceSpec, slots: readonly AddressSlot[], grant: ServiceGrant): Partial<ServiceSpec> {
  if (slots.length === 0) return {};
  const clusterIPs = [...(spec.clusterIPs ?? [])];
  for (const [index, { at, written }] of slots.entries()) clusterIPs[at] = written ?? grant.addresses[index]!;
  return { clusterIP: clusterIPs[0]!, clusterIPs };
}

/** A known port, or an index in the demand. */
type PortSlot = { readonly known: number } | { readonly index: number };

const portOf = (slot: PortSlot, grant: ServiceGrant): number =>
  'known' in slot ? slot.known : grant.ports[slot.index]!;

/** Collects ports to reserve. */
class PortDemand {
  readonly wanted: (number | undefined)[] = [];
  readonly paths: FieldPath[] = [];

  /** @param port zero and undefined request any. @param known ports that need no reservation. */
  slot(port: number | undefined, path: FieldPath, known: ReadonlySet<unknown>): PortSlot {
    if (port && known.has(port)) return { known: port };
    this.paths.push(path);
    return { index: this.wanted.push(port || undefined) - 1 };
  }
}

/** One port with two protocols gets one node port, unless the spec names two. */
function nodePortSlots(spec: ServiceSpec, old: ServiceSpec, demand: PortDemand): (PortSlot | undefined)[] {
  // Ports that the service has or that were already requested. A set, since there may be many.
  const known = new Set(nodePortsOf(old));
  const before = new Set(known);
  const byPort = new Map<number, PortSlot>();
  const asked = new Set<string>();
  return (spec.ports ?? []).map(({ port, nodePort, protocol }, index) => {
    if (!nodePort && !assignsNodePorts(spec)) return undefined;
    const shared = nodePort ? undefined : byPort.get(port);
    if (shared) return shared;
    const path = SPEC.child('ports').index(index).child('nodePort');
    // Two protocols share a port; the same port and protocol twice is asked for twice, and refused.
    const identity = `${nodePort}/${protocol}`;
    const slot = demand.slot(nodePort, path, asked.has(identity) ? before : known);
    if (nodePort) known.add(nodePort);
    asked.add(identity);
    byPort.set(port, slot);
    return slot;
  });
}

const withNodePorts = (
  ports: readonly ServicePort[],
  slots: readonly (PortSlot | undefined)[],
  grant: ServiceGrant,
): ServicePort[] =>
  ports.map((port, index) => {
    const slot = slots[index];
    return slot ? { ...port, nodePort: portOf(slot, grant) } : port;
  });
