import { jsonEqual } from '@orch/apimachinery';
import { TerminalError } from '@orch/controller-kit';
import type { Vocabulary } from '@orch/vocabulary';
import { addressesOf, mainFamilyOf } from '../shared/service-endpoints/addresses.js';
import {
  hostnameIn,
  isEndpoint,
  isReady,
  isTerminating,
  referenceTo,
  type Pod,
} from '../shared/service-endpoints/pod.js';
import { portsReader, type EndpointPort } from '../shared/service-endpoints/ports.js';
import { isHeadless, mayLackPorts, type Service } from '../shared/service-endpoints/service.js';
import {
  repackSubsets,
  type EndpointAddress,
  type Endpoints,
  type EndpointSubset,
} from '../shared/service-endpoints/subsets.js';
import { truncateSubsets } from './truncate-subsets.js';

const TRUNCATED = 'truncated';

/** State of the world for one service. */
export interface EndpointsInput {
  readonly service: Service;
  /** The pods that it selects. */
  readonly pods: readonly Pod[];
  /** Undefined: there are none yet. */
  readonly current: Endpoints | undefined;
  /** RFC 3339. Undefined: not known, the annotation is removed. */
  readonly triggerTime: string | undefined;
}

/**
 * The Endpoints of a service to write; undefined when those that exist are right. Planned in steps.
 * @throws TerminalError when there are too many.
 */
export function* planEndpoints(
  { service, pods, current, triggerTime }: EndpointsInput,
  { labels: names, annotations: keys }: Vocabulary,
): Generator<undefined, Endpoints | undefined> {
  const all = yield* repackSubsets(yield* subsetsOf(service, pods));
  const subsets = truncateSubsets(all);
  const labels = labelsOf(service, names);
  const isTruncated = subsets !== all;
  const {
    [keys.lastChangeTriggerTime]: _time,
    [keys.overCapacity]: capacity,
    ...kept
  } = {
    ...current?.metadata.annotations,
  };
  const isRight =
    current &&
    capacity === (isTruncated ? TRUNCATED : undefined) &&
    jsonEqual(current.metadata.labels ?? {}, labels) &&
    (yield* isSame(current.subsets ?? [], subsets));
  if (isRight) return undefined;
  const annotations = {
    ...kept,
    ...(triggerTime === undefined ? {} : { [keys.lastChangeTriggerTime]: triggerTime }),
    ...(isTruncated ? { [keys.overCapacity]: TRUNCATED } : {}),
  };
  const { namespace, name } = service.metadata;
  const metadata = { ...(current?.metadata ?? { namespace: namespace!, name: name! }), labels, annotations };
  return { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets };
}

/** Pods with the same ports. */
interface PodsOfPorts {
  readonly ports: readonly EndpointPort[];
  readonly addresses: EndpointAddress[];
  readonly notReadyAddresses: EndpointAddress[];
}

/** Maximum number of ports of all sets of ports that pods of a service have. */
const MAX_PORTS = 100_000;

/** One subset for each set of ports; without ports one, if the service may lack them. */
function* subsetsOf(service: Service, pods: readonly Pod[]): Generator<undefined, EndpointSubset[]> {
  const publishesAll = service.spec?.publishNotReadyAddresses === true;
  const lacksPorts = (service.spec?.ports ?? []).length === 0;
  if (lacksPorts && !mayLackPorts(service)) return [];
  const portsOf = portsReader(service);
  const groups = new Map<string, PodsOfPorts>();
  let portCount = 0;
  for (const pod of pods) {
    yield;
    if (!isEndpoint(pod) || (isTerminating(pod) && !publishesAll)) continue;
    const [ip] = addressesOf(pod, mainFamilyOf(service, pod));
    if (ip === undefined) continue;
    const { ports, text } = portsOf(pod);
    if (ports.length === 0 && !lacksPorts) continue;
    let group = groups.get(text);
    if (!group) {
      portCount += ports.length;
      if (portCount > MAX_PORTS) throw new TerminalError(`too many different ports of pods: at most ${MAX_PORTS}`);
      groups.set(text, (group = { ports: ports.map(withoutEmptyName), addresses: [], notReadyAddresses: [] }));
    }
    const list = publishesAll || isReady(pod) ? group.addresses : group.notReadyAddresses;
    list.push(addressOf(ip, service, pod));
  }
  return [...groups.values()];
}

const withoutEmptyName = ({ name, ...port }: EndpointPort): EndpointPort => ({ ...(name ? { name } : {}), ...port });

function addressOf(ip: string, service: Service, pod: Pod): EndpointAddress {
  const nodeName = pod.spec?.nodeName;
  const hostname = hostnameIn(pod, service);
  return {
    ip,
    ...(hostname === undefined ? {} : { hostname }),
    ...(nodeName ? { nodeName } : {}),
    targetRef: referenceTo(pod),
  };
}

/** Those of the service, and who writes the Endpoints. */
function labelsOf(service: Service, { headless, endpointsManager }: Vocabulary['labels']): Record<string, string> {
  const { [headless]: _own, ...labels } = { ...service.metadata.labels };
  return {
    ...labels,
    ...(isHeadless(service) ? { [headless]: '' } : {}),
    [endpointsManager.label]: endpointsManager.controller,
  };
}

/** Whether the addresses and ports are the same, in any order: another controller of Endpoints may order them otherwise. */
function* isSame(current: readonly EndpointSubset[], wanted: readonly EndpointSubset[]): Generator<undefined, boolean> {
  if (jsonEqual(current, wanted)) return true;
  try {
    return jsonEqual(yield* repackSubsets(current.map(withoutVersions)), wanted);
  } catch (error) {
    if (error instanceof TerminalError) return false;
    throw error;
  }
}

/** The version of the pod is not significant. */
const withoutVersions = ({ addresses, notReadyAddresses, ...rest }: EndpointSubset): EndpointSubset => ({
  ...rest,
  ...(addresses ? { addresses: addresses.map(withoutVersion) } : {}),
  ...(notReadyAddresses ? { notReadyAddresses: notReadyAddresses.map(withoutVersion) } : {}),
});

function withoutVersion({ targetRef, ...address }: EndpointAddress): EndpointAddress {
  if (!targetRef) return address;
  const { resourceVersion: _version, ...reference } = targetRef;
  return { ...address, targetRef: reference };
}
