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

/** The ports of a service at one of its pods. Ports with a name that the pod does not have are left out. */
export const portsOf = ({ spec = {} }: Service, pod: Pod): EndpointPort[] =>
  (spec.ports ?? []).flatMap((servicePort) => {
    const port = targetOf(servicePort, pod);
    const { name = '', protocol = DEFAULT_PROTOCOL, appProtocol } = servicePort;
    return port === undefined ? [] : [{ name, port, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
  });

function targetOf({ targetPort, port, protocol = DEFAULT_PROTOCOL }: ServicePort, { spec = {} }: Pod) {
  if (typeof targetPort !== 'string') return targetPort || port;
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...(spec.containers ?? []), ...sidecars].flatMap(({ ports = [] }: Container) =>
    ports.filter((one) => one.name === targetPort && (one.protocol ?? DEFAULT_PROTOCOL) === protocol),
  )[0]?.containerPort;
}

/** Equal for equal ports. */
export const portText = ({ name = '', port, protocol = DEFAULT_PROTOCOL, appProtocol }: EndpointPort): string =>
  JSON.stringify([name, port, protocol, appProtocol]);

/** Equal for equal sets of ports. */
export const portsText = (ports: readonly EndpointPort[]): string => ports.map(portText).toSorted().join();
