import { jsonEqual, type IpFamily } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { familiesOf } from '../shared/service-endpoints/addresses.js';
import { portsText, type EndpointPort } from '../shared/service-endpoints/ports.js';
import { isHeadless, type Service } from '../shared/service-endpoints/service.js';
import type { Pod } from '../shared/service-endpoints/pod.js';
import {
  endpointsIn,
  newSliceMetadata,
  reuseRemoved,
  type EndpointSlice,
  type SliceChanges,
} from '../shared/service-endpoints/slice.js';
import { desiredEndpoints, type NodeLookup } from './desired-endpoints.js';
import { packEndpoints } from './pack-endpoints.js';

/** State of the world for one service. */
export interface SlicesInput {
  readonly service: Service;
  /** The pods that it selects. */
  readonly pods: readonly Pod[];
  /** Its slices that this controller manages and that are not being deleted. */
  readonly slices: readonly EndpointSlice[];
  readonly nodeOf: NodeLookup;
  /** RFC 3339. Undefined: not known, the annotation of written slices is removed. */
  readonly triggerTime: string | undefined;
}

/** Changes of the slices of a service. */
export interface SlicesPlan extends SliceChanges {
  /** Pods that are left out because their node does not exist. */
  readonly skipped: readonly Pod[];
}

/**
 * Slices of a service: for each address family and each set of ports as few as needed, and at least an empty one for each family. Planned in steps.
 * @throws TerminalError when a pod has more ports than a slice.
 */
export function* planSlices(input: SlicesInput, vocabulary: Vocabulary): Generator<undefined, SlicesPlan> {
  const { service, slices, triggerTime } = input;
  const families = familiesOf(service);
  const plans: SlicesPlan[] = [];
  for (const family of families) plans.push(yield* planFamily(input, family, vocabulary));
  const surplus = slices.filter(({ addressType }) => !families.includes(addressType as IpFamily));
  const isOwn = (slice: EndpointSlice): boolean => isOwnedBy(slice, service);
  const { create, update, remove } = reuseRemoved(
    {
      create: plans.flatMap((plan) => plan.create),
      update: plans.flatMap((plan) => plan.update),
      remove: [...plans.flatMap((plan) => plan.remove), ...surplus],
    },
    isOwn,
  );
  const timed = (slice: EndpointSlice): EndpointSlice => withTriggerTime(slice, triggerTime, vocabulary);
  return {
    // New slices of a service that is being deleted would have to be deleted again.
    create: service.metadata.deletionTimestamp === undefined ? create.map(timed) : [],
    update: update.map(timed),
    remove,
    skipped: [...new Set(plans.flatMap((plan) => plan.skipped))],
  };
}

function* planFamily(input: SlicesInput, family: IpFamily, vocabulary: Vocabulary): Generator<undefined, SlicesPlan> {
  const { service, pods, nodeOf } = input;
  const existing = input.slices.filter(({ addressType }) => addressType === family);
  const owned = existing.filter((slice) => isOwnedBy(slice, service));
  const byPorts = yield* slicesByPorts(owned);
  const { groups, skipped } = yield* desiredEndpoints(service, pods, family, nodeOf, vocabulary);
  const labels = labelsOf(service, vocabulary);
  const relabel = (slice: EndpointSlice): EndpointSlice =>
    jsonEqual(slice.metadata.labels ?? {}, labels) ? slice : { ...slice, metadata: { ...slice.metadata, labels } };
  const make = (ports: readonly EndpointPort[]): EndpointSlice => ({
    apiVersion: `${vocabulary.groups.discovery}/v1`,
    kind: 'EndpointSlice',
    metadata: { ...newSliceMetadata({ ...service, apiVersion: 'v1', kind: 'Service' }), labels },
    addressType: family,
    endpoints: [],
    ports,
  });
  const packed: SliceChanges[] = [];
  for (const [text, { ports, endpoints }] of groups)
    packed.push(yield* packEndpoints(byPorts.get(text) ?? [], endpoints, relabel, () => make(ports)));
  const create = packed.flatMap((changes) => changes.create);
  const update = packed.flatMap((changes) => changes.update);
  const remove = [
    ...existing.filter((slice) => !isOwnedBy(slice, service)),
    ...packed.flatMap((changes) => changes.remove),
    ...[...byPorts].filter(([text]) => !groups.has(text)).flatMap(([, slices]) => slices),
  ];
  // Clients see that the service has no endpoints, instead of that nothing is known.
  if (existing.length > remove.length || create.length > 0) return { create, update, remove, skipped };
  const placeholder = make([]);
  const [kept] = remove;
  const isThere = remove.length === 1 && owned.includes(kept!) && isEmptyAs(kept!, placeholder);
  return isThere ? { create, update, remove: [], skipped } : { create: [placeholder], update, remove, skipped };
}

/** In steps: users may make thousands of slices that are like those of the controller. */
function* slicesByPorts(slices: readonly EndpointSlice[]): Generator<undefined, Map<string, EndpointSlice[]>> {
  const byPorts = new Map<string, EndpointSlice[]>();
  for (const slice of slices) {
    yield;
    const text = portsText(slice.ports ?? []);
    const known = byPorts.get(text);
    if (known) known.push(slice);
    else byPorts.set(text, [slice]);
  }
  return byPorts;
}

const isEmptyAs = (slice: EndpointSlice, { metadata }: EndpointSlice): boolean =>
  endpointsIn(slice).length === 0 &&
  (slice.ports ?? []).length === 0 &&
  jsonEqual(slice.metadata.labels ?? {}, metadata.labels);

/** A service of the same name that was deleted may have left slices, which the garbage collector deletes. */
const isOwnedBy = ({ metadata: { ownerReferences = [] } }: EndpointSlice, { metadata: { uid } }: Service): boolean =>
  ownerReferences.some((owner) => owner.uid === uid && owner.kind === 'Service' && owner.apiVersion === 'v1');

/** Those of the service, and whose endpoints they are and who writes them. */
function labelsOf(service: Service, { labels: names }: Vocabulary): Record<string, string> {
  const { [names.headless]: _headless, ...labels } = { ...service.metadata.labels };
  return {
    ...labels,
    ...(isHeadless(service) ? { [names.headless]: '' } : {}),
    [names.serviceName]: service.metadata.name!,
    [names.sliceManager.label]: names.sliceManager.controller,
  };
}

function withTriggerTime(
  slice: EndpointSlice,
  time: string | undefined,
  { annotations: keys }: Vocabulary,
): EndpointSlice {
  const { [keys.lastChangeTriggerTime]: _before, ...kept } = { ...slice.metadata.annotations };
  const annotations = time === undefined ? kept : { ...kept, [keys.lastChangeTriggerTime]: time };
  return { ...slice, metadata: { ...slice.metadata, annotations } };
}
