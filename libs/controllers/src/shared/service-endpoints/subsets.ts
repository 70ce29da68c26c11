import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';
import { portText, type EndpointPort } from './ports.js';

/** Addresses of a service by the ports that they have in common. */
export interface Endpoints extends HasMetadata {
  readonly subsets?: readonly EndpointSubset[];
}

export interface EndpointSubset {
  readonly addresses?: readonly EndpointAddress[];
  readonly notReadyAddresses?: readonly EndpointAddress[];
  /** Empty: a service without ports. */
  readonly ports?: readonly EndpointPort[];
}

export interface EndpointAddress {
  readonly ip: string;
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: TargetReference;
}

export interface TargetReference {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

export const endpoints: ResourceLike<Endpoints> = builtinResources.endpoints;

/** An address, and whether it is ready at a port. */
interface Offer {
  readonly address: EndpointAddress;
  readonly ready: boolean;
}

/** The addresses of one port, by IP and uid of the pod. */
interface PortOffers {
  /** Undefined: of a subset without ports. */
  readonly port: EndpointPort | undefined;
  readonly offers: Map<string, Offer>;
}

/**
 * The canonical form: one subset for each set of addresses that have the same ports, and are ready at the same ones. An address that is
 * not ready in one of several subsets is not ready at their common ports. Everything is sorted: addresses by IP and uid, ports by name,
 * subsets by their ports.
 */
export function repackSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  const byPort = offersByPort(subsets);
  const groups = new Map<string, { readonly ports: EndpointPort[]; readonly offers: readonly Offer[] }>();
  for (const { port, offers } of byPort.values()) {
    const sorted = [...offers].toSorted(([one], [other]) => compare(one, other));
    const text = JSON.stringify(sorted.map(([id, { ready }]) => [id, ready]));
    const group = groups.get(text) ?? { ports: [], offers: sorted.map(([, offer]) => offer) };
    if (port) group.ports.push(port);
    groups.set(text, group);
  }
  return [...groups.values()].map(subsetOf).toSorted((one, other) => compare(textOfPorts(one), textOfPorts(other)));
}

function offersByPort(subsets: readonly EndpointSubset[]): Map<string, PortOffers> {
  const byPort = new Map<string, PortOffers>();
  const first = new Map<string, EndpointAddress>();
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
    const offers = [
      ...addresses.map((address) => ({ address, ready: true })),
      ...notReadyAddresses.map((address) => ({ address, ready: false })),
    ];
    for (const port of ports.length === 0 ? [undefined] : ports) {
      const text = port ? portText(port) : '';
      const group = byPort.get(text) ?? { port, offers: new Map<string, Offer>() };
      byPort.set(text, group);
      for (const { address, ready } of offers) {
        const id = idOf(address);
        if (!first.has(id)) first.set(id, address);
        const isReady = ready && (group.offers.get(id)?.ready ?? true);
        group.offers.set(id, { address: first.get(id)!, ready: isReady });
      }
    }
  }
  return byPort;
}

/** Pods on the network of their node share its address. */
const idOf = ({ ip, targetRef }: EndpointAddress): string => `${ip} ${targetRef?.uid ?? ''}`;

function subsetOf({ ports, offers }: { readonly ports: readonly EndpointPort[]; readonly offers: readonly Offer[] }) {
  const addresses = offers.filter(({ ready }) => ready).map(({ address }) => address);
  const notReadyAddresses = offers.filter(({ ready }) => !ready).map(({ address }) => address);
  return {
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(notReadyAddresses.length > 0 ? { notReadyAddresses } : {}),
    ...(ports.length > 0 ? { ports: ports.toSorted((a, b) => compare(portText(a), portText(b))) } : {}),
  };
}

const textOfPorts = ({ ports = [] }: EndpointSubset): string => ports.map(portText).join();

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
