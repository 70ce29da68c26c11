import { jsonEqual } from '@orch/apimachinery';
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
import { portsOf } from '../shared/service-endpoints/ports.js';
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

/** The Endpoints of a service to write; undefined when those that exist are right. */
export function planEndpoints(
  { service, pods, current, triggerTime }: EndpointsInput,
  { labels: names, annotations: keys }: Vocabulary,
): Endpoints | undefined {
  const all = repackSubsets(pods.flatMap((pod) => subsetsOf(service, pod)));
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
    isSame(current.subsets ?? [], subsets);
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

/** One subset for each port; without ports one, if the service may lack them. */
function subsetsOf(service: Service, pod: Pod): EndpointSubset[] {
  const publishesAll = service.spec?.publishNotReadyAddresses === true;
  if (!isEndpoint(pod) || (isTerminating(pod) && !publishesAll)) return [];
  const [ip] = addressesOf(pod, mainFamilyOf(service, pod));
  if (ip === undefined) return [];
  const addresses = [addressOf(ip, service, pod)];
  const state = publishesAll || isReady(pod) ? { addresses } : { notReadyAddresses: addresses };
  if ((service.spec?.ports ?? []).length === 0) return mayLackPorts(service) ? [state] : [];
  return portsOf(service, pod).map(({ name, ...port }) => ({
    ...state,
    ports: [{ ...(name ? { name } : {}), ...port }],
  }));
}

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
const isSame = (current: readonly EndpointSubset[], wanted: readonly EndpointSubset[]): boolean =>
  jsonEqual(current, wanted) || jsonEqual(repackSubsets(current.map(withoutVersions)), wanted);

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
