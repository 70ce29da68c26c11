import type { Container, Pod } from './pod.js';
import type { Service, ServicePort } from './service.js';

const DEFAULT_PROTOCOL = 'TCP';

/** A port of an endpoint. */
export interface EndpointPort {
  /** Absent and empty are the same. */
  readonly name?: string;
  /** Absent in slices that others wrote: all ports. */
  readonly port?: number;
  readonly protocol?: string;
  readonly appProtocol?: string;
}

/** The ports of a service at one of its pods, and their `portsText`. */
export interface PortsOfPod {
  readonly ports: readonly EndpointPort[];
  readonly text: string;
}

/**
 * Reads the ports of a service at its pods. Ports with a name that a pod does not have are left out. Without such names the ports are the same, and
 * read once.
 */
export function portsReader({ spec: { ports = [] } = {} }: Service): (pod: Pod) => PortsOfPod {
  if (ports.some(({ targetPort }) => typeof targetPort === 'string')) return (pod) => portsOf(ports, namedPorts(pod));
  let all: PortsOfPod | undefined;
  return () => (all ??= portsOf(ports, NO_NAMES));
}

function portsOf(servicePorts: readonly ServicePort[], named: ReadonlyMap<string, number>): PortsOfPod {
  const ports = servicePorts.flatMap(({ name = '', port, protocol = DEFAULT_PROTOCOL, appProtocol, targetPort }) => {
    const target = typeof targetPort === 'string' ? named.get(nameText(targetPort, protocol)) : targetPort || port;
    if (target === undefined) return [];
    return [{ name, port: target, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
  });
  return { ports, text: portsText(ports) };
}

const NO_NAMES: ReadonlyMap<string, number> = new Map();

/** The ports of a pod by name and protocol; the first of several counts. */
function namedPorts({ spec = {} }: Pod): ReadonlyMap<string, number> {
  const named = new Map<string, number>();
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const { ports = [] } of [...(spec.containers ?? []), ...sidecars] as readonly Container[]) {
    for (const { name, protocol = DEFAULT_PROTOCOL, containerPort } of ports) {
      const text = nameText(name ?? '', protocol);
      if (name !== undefined && !named.has(text)) named.set(text, containerPort);
    }
  }
  return named;
}

const nameText = (name: string, protocol: string): string => `${protocol} ${name}`;

/** Equal for equal ports. */
export const portText = ({ name = '', port, protocol = DEFAULT_PROTOCOL, appProtocol }: EndpointPort): string =>
  JSON.stringify([name, port, protocol, appProtocol]);

/** Equal for equal sets of ports. */
export const portsText = (ports: readonly EndpointPort[]): string => ports.map(portText).toSorted().join();
