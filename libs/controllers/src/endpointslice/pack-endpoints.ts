import {
  endpointId,
  endpointsIn,
  sameState,
  type Endpoint,
  type EndpointSlice,
  type SliceChanges,
} from '../shared/service-endpoints/slice.js';

/** Maximum number of endpoints that are put into a slice. */
const MAX_ENDPOINTS = 100;

/**
 * Distributes the endpoints of one group of ports over slices, with few writes: endpoints stay where they are; new ones go into slices
 * that are written anyway, the fullest first, then into new ones until one other slice has room for all of the rest. Slices are
 * not merged for the sake of fewer slices. Works in steps, of one slice.
 * @param existing slices with these ports. @param desired by `endpointId`. @param relabel the slice with right labels; the same when it has them.
 * @param create a new empty slice.
 */
export function* packEndpoints(
  existing: readonly EndpointSlice[],
  desired: ReadonlyMap<string, Endpoint>,
  relabel: (slice: EndpointSlice) => EndpointSlice,
  create: () => EndpointSlice,
): Generator<undefined, SliceChanges> {
  const rest = new Map(desired);
  const unchanged: EndpointSlice[] = [];
  const update: EndpointSlice[] = [];
  const remove: EndpointSlice[] = [];
  for (const slice of existing) {
    yield;
    const before = endpointsIn(slice);
    const kept = takeKept(before, rest);
    const isSame =
      kept.length === before.length && kept.every((endpoint, index) => sameState(endpoint, before[index]!));
    const labelled = relabel(slice);
    if (isSame) (labelled === slice ? unchanged : update).push(labelled);
    else if (kept.length === 0) remove.push(slice);
    else update.push({ ...labelled, endpoints: kept });
  }
  const filled = update
    .toSorted((one, other) => endpointsIn(other).length - endpointsIn(one).length)
    .map((slice) => fill(slice, rest));
  const created: EndpointSlice[] = [];
  while (rest.size > 0) {
    yield;
    const room = roomFor(rest.size, unchanged);
    if (room) filled.push(fill(room, rest));
    else created.push(fill(create(), rest));
  }
  return { create: created, update: filled, remove };
}

/** The endpoints of a slice that are still desired, in their desired state; takes them out of `rest`, so that they are in one slice only. */
function takeKept(before: readonly Endpoint[], rest: Map<string, Endpoint>): Endpoint[] {
  return before.flatMap((endpoint) => {
    const id = endpointId(endpoint);
    const wanted = rest.get(id);
    rest.delete(id);
    return wanted ? [wanted] : [];
  });
}

/** The slice with as many of the rest as it has room for; takes them out of `rest`. */
function fill(slice: EndpointSlice, rest: Map<string, Endpoint>): EndpointSlice {
  const endpoints = [...endpointsIn(slice)];
  for (const [id, endpoint] of rest) {
    if (endpoints.length >= MAX_ENDPOINTS) break;
    endpoints.push(endpoint);
    rest.delete(id);
  }
  return { ...slice, endpoints };
}

/** The fullest slice that has room for this number of endpoints. */
const roomFor = (count: number, slices: readonly EndpointSlice[]): EndpointSlice | undefined =>
  slices
    .filter((slice) => endpointsIn(slice).length + count <= MAX_ENDPOINTS)
    .toSorted((one, other) => endpointsIn(other).length - endpointsIn(one).length)[0];
