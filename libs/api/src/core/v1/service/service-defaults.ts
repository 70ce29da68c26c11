import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { isExternallyAccessible } from './service-needs.js';
import type { ServicePort, ServiceSpec } from './service-spec.js';
import type { LoadBalancerIngress, Service } from './service.types.js';

const CLIENT_IP_SECONDS = 10_800;
/** Release with `ipMode` enabled by default. */
const IP_MODES = 30;

/** Defaults of a service (C-235). Addresses and node ports are not defaults: the server hands them out. */
export function serviceDefaults(object: ApiObject, _vocabulary?: Vocabulary, emulatedMinor = Infinity): ApiObject {
  const service = object as Service;
  const spec = trafficDefaults(affinityDefaults(plainDefaults(service.spec ?? {})));
  const hasModes = spec.type === 'LoadBalancer' && emulatedMinor >= IP_MODES;
  return { ...service, spec, ...(hasModes ? statusWithModes(service) : {}) } as ApiObject;
}

/** An IP address of a load balancer is a virtual one. */
function statusWithModes({ status }: Service): Pick<Service, 'status'> {
  const ingress = status?.loadBalancer?.ingress;
  if (!ingress?.some(lacksMode)) return {};
  const points = ingress.map((point) => (lacksMode(point) ? { ...point, ipMode: 'VIP' } : point));
  return { status: { ...status, loadBalancer: { ...status?.loadBalancer, ingress: points } } };
}

const lacksMode = ({ ip, ipMode }: LoadBalancerIngress): boolean => Boolean(ip) && ipMode === undefined;

const plainDefaults = (spec: ServiceSpec): ServiceSpec => ({
  ...spec,
  type: spec.type || 'ClusterIP',
  sessionAffinity: spec.sessionAffinity || 'None',
  ...(spec.ports ? { ports: spec.ports.map(portDefaults) } : {}),
});

const portDefaults = (port: ServicePort): ServicePort =>
  port.targetPort === undefined || port.targetPort === 0 || port.targetPort === ''
    ? { ...port, targetPort: port.port ?? 0 }
    : port;

function affinityDefaults(spec: ServiceSpec): ServiceSpec {
  const { sessionAffinityConfig: config, ...rest } = spec;
  if (spec.sessionAffinity === 'None') return rest;
  if (spec.sessionAffinity !== 'ClientIP' || config?.clientIP?.timeoutSeconds !== undefined) return spec;
  return { ...spec, sessionAffinityConfig: { clientIP: { timeoutSeconds: CLIENT_IP_SECONDS } } };
}

function trafficDefaults(spec: ServiceSpec): ServiceSpec {
  const known = spec.type === 'ClusterIP' || spec.type === 'NodePort' || spec.type === 'LoadBalancer';
  return {
    ...spec,
    ...(isExternallyAccessible(spec) && !spec.externalTrafficPolicy ? { externalTrafficPolicy: 'Cluster' } : {}),
    ...(known && spec.internalTrafficPolicy === undefined ? { internalTrafficPolicy: 'Cluster' } : {}),
    ...(spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts === undefined
      ? { allocateLoadBalancerNodePorts: true }
      : {}),
  };
}
