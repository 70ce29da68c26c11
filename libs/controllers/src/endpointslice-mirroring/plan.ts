import { jsonEqual } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import {
  endpointId,
  endpointsIn,
  newSliceMetadata,
  reuseRemoved,
  sameState,
  type EndpointSlice,
  type SliceChanges,
} from '../shared/service-endpoints/slice.js';
import type { Endpoints } from '../shared/service-endpoints/subsets.js';
import { groupText, mirroredEndpoints, type MirrorGroup } from './mirrored-endpoints.js';

/** Changes of the slices that mirror Endpoints, and what an event reports. */
export interface MirrorPlan extends SliceChanges {
  readonly invalid: number;
  /** Invalid addresses included. */
  readonly skipped: number;
}

/** Whether slices are made from Endpoints, if their service has no selector. */
export const isMirrored = ({ metadata }: Endpoints, { labels, annotations }: Vocabulary): boolean =>
  metadata.labels?.[labels.skipMirror] !== 'true' && metadata.annotations?.[annotations.leader] === undefined;

/**
 * One slice for each subset and address family. Planned in steps.
 * @param slices those that mirror the Endpoints, and are not being deleted.
 * @throws TerminalError when there are too many.
 */
export function* planMirror(
  endpoints: Endpoints,
  slices: readonly EndpointSlice[],
  vocabulary: Vocabulary,
): Generator<undefined, MirrorPlan> {
  const { groups, invalid, skipped } = yield* mirroredEndpoints(endpoints);
  const base = mirrorMetadata(endpoints, vocabulary);
  const create: EndpointSlice[] = [];
  const update: EndpointSlice[] = [];
  const remove: EndpointSlice[] = [];
  const current = new Map<string, EndpointSlice>();
  for (const slice of slices) {
    yield;
    const text = groupText(slice.addressType, slice.ports ?? []);
    if (current.has(text) || !groups.get(text)?.endpoints.size) remove.push(slice);
    else current.set(text, slice);
  }
  for (const [text, group] of groups) {
    yield;
    if (group.endpoints.size === 0) continue;
    const existing = current.get(text);
    const wanted = sliceOf(group, base, vocabulary);
    if (!existing) create.push(wanted);
    else if (!isRight(existing, group, wanted, endpoints))
      update.push({ ...wanted, metadata: { ...existing.metadata, ...changeable(wanted) } });
  }
  const changes = reuseRemoved({ create, update, remove }, () => true);
  const isGoing = endpoints.metadata.deletionTimestamp !== undefined;
  return { ...changes, create: isGoing ? [] : changes.create, invalid, skipped };
}

function sliceOf(
  { family, ports, endpoints }: MirrorGroup,
  metadata: EndpointSlice['metadata'],
  { groups }: Vocabulary,
): EndpointSlice {
  return {
    apiVersion: `${groups.discovery}/v1`,
    kind: 'EndpointSlice',
    metadata,
    addressType: family,
    endpoints: [...endpoints.values()],
    ports,
  };
}

/** Labels and annotations of the Endpoints, except what belongs to those alone. */
function mirrorMetadata(
  endpoints: Endpoints,
  { labels: names, annotations: keys }: Vocabulary,
): EndpointSlice['metadata'] {
  const { metadata } = endpoints;
  const {
    [keys.lastChangeTriggerTime]: _time,
    [keys.lastApplied]: _applied,
    ...annotations
  } = { ...metadata.annotations };
  const labels = {
    ...metadata.labels,
    [names.serviceName]: metadata.name!,
    [names.sliceManager.label]: names.sliceManager.mirroring,
  };
  return { ...newSliceMetadata({ ...endpoints, apiVersion: 'v1', kind: 'Endpoints' }), labels, annotations };
}

/** The metadata that an update sets. */
const changeable = ({ metadata: { labels = {}, annotations = {}, ownerReferences = [] } }: EndpointSlice) => ({
  labels,
  annotations,
  ownerReferences,
});

function isRight(
  existing: EndpointSlice,
  { endpoints: desired }: MirrorGroup,
  wanted: EndpointSlice,
  endpoints: Endpoints,
): boolean {
  const there = endpointsIn(existing);
  const isSame =
    there.length === desired.size &&
    there.every((one) => {
      const other = desired.get(endpointId(one));
      return other !== undefined && sameState(one, other);
    });
  return (
    isSame &&
    jsonEqual(existing.metadata.labels ?? {}, wanted.metadata.labels ?? {}) &&
    jsonEqual(existing.metadata.annotations ?? {}, wanted.metadata.annotations ?? {}) &&
    !isOfDeleted(existing, endpoints)
  );
}

/** Whether a slice is owned by Endpoints of the same name that were deleted: the garbage collector would delete it. */
const isOfDeleted = (
  { metadata: { ownerReferences = [] } }: EndpointSlice,
  { metadata: { name, uid } }: Endpoints,
): boolean => ownerReferences.some((owner) => owner.kind === 'Endpoints' && owner.name === name && owner.uid !== uid);
