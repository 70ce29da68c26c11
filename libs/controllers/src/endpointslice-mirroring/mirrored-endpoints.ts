import { formatIp, parseLegacyIp, type IpFamily } from '@orch/apimachinery';
import { portsText, type EndpointPort } from '../shared/service-endpoints/ports.js';
import { endpointId, type Endpoint } from '../shared/service-endpoints/slice.js';
import { repackSubsets, type EndpointAddress, type Endpoints } from '../shared/service-endpoints/subsets.js';

/** Maximum number of addresses of a subset that are mirrored. */
export const MAX_MIRRORED = 1_000;

const FAMILIES: readonly IpFamily[] = ['IPv4', 'IPv6'];

/** Maximum number of subsets that are mirrored: each is written with all labels and annotations of the Endpoints. */
export const MAX_MIRRORED_SUBSETS = 500;

/** Endpoints of one slice. */
export interface MirrorGroup {
  readonly family: IpFamily;
  readonly ports: readonly EndpointPort[];
  /** By `endpointId`. */
  readonly endpoints: Map<string, Endpoint>;
}

/** What is mirrored, by `groupText`, and how much is not. */
export interface MirroredEndpoints {
  readonly groups: ReadonlyMap<string, MirrorGroup>;
  /** Addresses that are not IP addresses. */
  readonly invalid: number;
  /** Addresses that are left out, invalid ones included. */
  readonly skipped: number;
}

/** Equal for slices with the same type of address and the same ports. */
export const groupText = (addressType: string, ports: readonly EndpointPort[]): string =>
  `${addressType} ${portsText(ports)}`;

/**
 * The endpoints that mirror addresses: for each subset those of both families, ready ones first. Groups may be empty. Found in steps.
 * @throws TerminalError when there are too many.
 */
export function* mirroredEndpoints({ subsets = [] }: Endpoints): Generator<undefined, MirroredEndpoints> {
  const groups = new Map<string, MirrorGroup>();
  let [invalid, skipped] = [0, 0];
  const packed = yield* repackSubsets(subsets);
  for (const { addresses = [], notReadyAddresses = [] } of packed.slice(MAX_MIRRORED_SUBSETS))
    skipped += addresses.length + notReadyAddresses.length;
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of packed.slice(0, MAX_MIRRORED_SUBSETS)) {
    yield;
    const complete = ports.map(completePort);
    const ofFamily = new Map(FAMILIES.map((family) => [family, groupOf(groups, family, complete)]));
    let added = 0;
    const all = [
      ...addresses.map((address) => ({ address, ready: true })),
      ...notReadyAddresses.map((address) => ({ address, ready: false })),
    ];
    for (const { address, ready } of all) {
      if (added >= MAX_MIRRORED) break;
      const ip = parseLegacyIp(address.ip);
      if (!ip) {
        invalid++;
        continue;
      }
      const endpoint = endpointOf(formatIp(ip), address, ready);
      ofFamily.get(ip.family)!.endpoints.set(endpointId(endpoint), endpoint);
      added++;
    }
    skipped += all.length - added;
  }
  return { groups, invalid, skipped };
}

function groupOf(groups: Map<string, MirrorGroup>, family: IpFamily, ports: readonly EndpointPort[]): MirrorGroup {
  const text = groupText(family, ports);
  const group = groups.get(text) ?? { family, ports, endpoints: new Map<string, Endpoint>() };
  groups.set(text, group);
  return group;
}

const completePort = ({ name = '', port, protocol = 'TCP', appProtocol }: EndpointPort): EndpointPort => ({
  name,
  ...(port === undefined ? {} : { port }),
  protocol,
  ...(appProtocol === undefined ? {} : { appProtocol }),
});

const endpointOf = (ip: string, { hostname, nodeName, targetRef }: EndpointAddress, ready: boolean): Endpoint => ({
  addresses: [ip],
  conditions: { ready },
  ...(hostname ? { hostname } : {}),
  ...(targetRef ? { targetRef } : {}),
  ...(nodeName === undefined ? {} : { nodeName }),
});
