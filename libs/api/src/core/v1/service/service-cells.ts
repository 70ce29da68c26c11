import type { Service } from './service.types.js';

/** Addresses by which the service is called from outside, `<pending>` while a load balancer has none yet. */
export function externalIpText({ spec = {}, status }: Service): string {
  const points = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
  const fixed = spec.externalIPs ?? [];
  switch (spec.type) {
    case 'ExternalName':
      return spec.externalName || '<none>';
    case 'LoadBalancer':
      return [...points.filter((point) => point !== ''), ...fixed].join(',') || '<pending>';
    default:
      return fixed.join(',') || '<none>';
  }
}

/** `80/TCP,443:30443/TCP`: port, and port on the nodes. */
export const portsText = ({ spec = {} }: Service): string =>
  (spec.ports ?? [])
    .map(({ port, nodePort, protocol = 'TCP' }) => `${port}${nodePort ? `:${nodePort}` : ''}/${protocol}`)
    .join(',') || '<none>';
