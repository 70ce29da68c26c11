import { formatIp, legacyIpFamilyOf, parseLegacyIp, type IpFamily } from '@orch/apimachinery';
import type { Pod } from './pod.js';
import { isHeadless, type Service } from './service.js';

const FAMILIES: readonly IpFamily[] = ['IPv4', 'IPv6'];

/** Addresses of a pod of one family, in canonical form; `podIPs` holds all of them. */
export const addressesOf = ({ status }: Pod, family: IpFamily): string[] =>
  (status?.podIPs ?? [])
    .map(({ ip = '' }) => parseLegacyIp(ip))
    .flatMap((address) => (address?.family === family ? [formatIp(address)] : []));

/** Families of the addresses that a service has. Stored services have them in `ipFamilies`; without, those that its address allows. */
export function familiesOf(service: Service): readonly IpFamily[] {
  const { ipFamilies = [], clusterIP = '' } = service.spec ?? {};
  const named = FAMILIES.filter((family) => ipFamilies.includes(family));
  if (named.length > 0) return named;
  return isHeadless(service) ? FAMILIES : [legacyIpFamilyOf(clusterIP) ?? 'IPv4'];
}

/** Family of the addresses in the Endpoints of a service, which have one: the first of the service, else that of the pod. */
export function mainFamilyOf(service: Service, pod: Pod): IpFamily {
  const first = service.spec?.ipFamilies?.[0];
  if (first === 'IPv4' || first === 'IPv6') return first;
  const address = isHeadless(service) ? pod.status?.podIP : service.spec?.clusterIP;
  return legacyIpFamilyOf(address ?? '') ?? 'IPv4';
}
