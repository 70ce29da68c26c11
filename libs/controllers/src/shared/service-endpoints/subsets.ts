import { sortInSteps } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';
import { TerminalError } from '@orch/controller-kit';
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

/** An address, and whether it is ready at some ports. */
interface Offer {
  readonly address: EndpointAddress;
  readonly ready: boolean;
}

/** Maximum number of addresses of all subsets in canonical form, where an address counts in each subset that has it. */
const MAX_OFFERS = 200_000;

/** Addresses and ports that are looked at in one step. */
const STEP = 500;

/** Ports that the same subsets have. Empty: of subsets without ports. */
interface CommonPorts {
  readonly ports: EndpointPort[];
  readonly subsets: readonly EndpointSubset[];
}

/**
 * The canonical form: one subset for each set of addresses that have the same ports, and are ready at the same ones. An address that is
 * not ready in one of several subsets is not ready at their common ports. Everything is sorted: addresses by IP and uid, ports by name,
 * subsets by their ports. Computed in steps.
 * @throws TerminalError when it would have more than 200,000 addresses.
 */
export function* repackSubsets(subsets: readonly EndpointSubset[]): Generator<undefined, EndpointSubset[]> {
  const first = yield* firstAddresses(subsets);
  const groups = new Map<string, { readonly ports: EndpointPort[]; readonly offers: readonly Offer[] }>();
  let count = 0;
  for (const { ports, subsets: common } of yield* commonPorts(subsets)) {
    yield;
    const ready = yield* readiness(common, MAX_OFFERS - count);
    count += ready.size;
    const ids = yield* sortInSteps([...ready.keys()], compare);
    const texts: string[] = [];
    const offers: Offer[] = [];
    for (const [index, id] of ids.entries()) {
      const isReady = ready.get(id)!;
      texts.push(JSON.stringify([id, isReady]));
      offers.push({ address: first.get(id)!, ready: isReady });
      if (index % STEP === 0) yield;
    }
    const text = texts.join();
    const group = groups.get(text) ?? { ports: [], offers };
    for (const port of ports) group.ports.push(port);
    groups.set(text, group);
  }
  const sorted: (readonly [string, EndpointSubset])[] = [];
  for (const group of groups.values()) {
    yield;
    const ports = byText(group.ports);
    sorted.push([
      ports.map(([text]) => text).join(),
      subsetOf(
        ports.map(([, port]) => port),
        group.offers,
      ),
    ]);
  }
  return sorted.toSorted(([one], [other]) => compare(one, other)).map(([, subset]) => subset);
}

/** Ports in the order of their texts, each of which is made once. */
const byText = (ports: readonly EndpointPort[]): (readonly [text: string, port: EndpointPort])[] =>
  ports.map((port) => [portText(port), port] as const).toSorted(([one], [other]) => compare(one, other));

/** The first address of each id. */
function* firstAddresses(subsets: readonly EndpointSubset[]): Generator<undefined, Map<string, EndpointAddress>> {
  const first = new Map<string, EndpointAddress>();
  let looked = 0;
  for (const { addresses = [], notReadyAddresses = [] } of subsets) {
    yield;
    for (const address of [...addresses, ...notReadyAddresses]) {
      const id = idOf(address);
      if (!first.has(id)) first.set(id, address);
      if (++looked % STEP === 0) yield;
    }
  }
  return first;
}

/** Ports together that are in the same subsets: a subset of many addresses and many ports is read once. */
function* commonPorts(subsets: readonly EndpointSubset[]): Generator<undefined, Iterable<CommonPorts>> {
  const byPort = new Map<string, { readonly port: EndpointPort | undefined; readonly in: Set<number> }>();
  for (const [index, { ports = [] }] of subsets.entries()) {
    yield;
    let looked = 0;
    for (const port of ports.length === 0 ? [undefined] : ports) {
      if (++looked % STEP === 0) yield;
      const text = port ? portText(port) : '';
      const known = byPort.get(text) ?? { port, in: new Set<number>() };
      byPort.set(text, known);
      known.in.add(index);
    }
  }
  const common = new Map<string, CommonPorts>();
  for (const { port, in: indexes } of byPort.values()) {
    yield;
    const text = `${port ? '' : 'none '}${[...indexes].join()}`;
    const known = common.get(text) ?? { ports: [], subsets: [...indexes].map((index) => subsets[index]!) };
    common.set(text, known);
    if (port) known.ports.push(port);
  }
  return common.values();
}

/** Whether each address of the subsets is ready in all of them, by its id. */
function* readiness(subsets: readonly EndpointSubset[], room: number): Generator<undefined, Map<string, boolean>> {
  const ready = new Map<string, boolean>();
  let looked = 0;
  for (const { addresses = [], notReadyAddresses = [] } of subsets) {
    yield;
    for (const address of addresses) {
      const id = idOf(address);
      ready.set(id, ready.get(id) ?? true);
      if (++looked % STEP === 0) yield;
    }
    for (const address of notReadyAddresses) {
      ready.set(idOf(address), false);
      if (++looked % STEP === 0) yield;
    }
    if (ready.size > room) throw new TerminalError(`too many addresses at different ports: at most ${MAX_OFFERS}`);
  }
  return ready;
}

/** Pods on the network of their node share its address. */
const idOf = ({ ip, targetRef }: EndpointAddress): string => `${ip} ${targetRef?.uid ?? ''}`;

function subsetOf(ports: readonly EndpointPort[], offers: readonly Offer[]): EndpointSubset {
  const addresses = offers.filter(({ ready }) => ready).map(({ address }) => address);
  const notReadyAddresses = offers.filter(({ ready }) => !ready).map(({ address }) => address);
  return {
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(notReadyAddresses.length > 0 ? { notReadyAddresses } : {}),
    ...(ports.length > 0 ? { ports } : {}),
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
