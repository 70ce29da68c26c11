import { MAX_SUBDOMAIN_LENGTH } from '@orch/apimachinery';
import { builtinResources, keyText, type HasMetadata, type InformerOptions, type ResourceLike } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import { perVocabulary } from '../per-vocabulary.js';
import type { EndpointPort } from './ports.js';
import type { TargetReference } from './subsets.js';

/** A part of the endpoints of a service, of one type of address and with the same ports. */
export interface EndpointSlice extends HasMetadata {
  readonly addressType: string;
  readonly endpoints?: readonly Endpoint[] | null;
  readonly ports?: readonly EndpointPort[] | null;
}

export interface Endpoint {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean };
  readonly hostname?: string;
  readonly targetRef?: TargetReference;
  readonly nodeName?: string;
  readonly zone?: string;
  readonly hints?: { readonly forZones?: readonly { readonly name: string }[] };
}

/** Writes that lead to the desired slices. Updates and removals have the version that they are based on. */
export interface SliceChanges {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly remove: readonly EndpointSlice[];
}

export const endpointSlices: ResourceLike<EndpointSlice> = builtinResources.endpointSlices;

/** Index of slices by the service that their label names, as `keyText`. */
export const SLICES_OF_SERVICE_INDEX = 'service';

/** The service of a slice; undefined without the label. */
export function serviceOf({ metadata }: EndpointSlice, { labels }: Vocabulary) {
  const name = metadata.labels?.[labels.serviceName];
  return name ? { namespace: metadata.namespace ?? '', name } : undefined;
}

/** Every lister of slices is made with them. */
export const sliceOptions = perVocabulary((vocabulary): InformerOptions<EndpointSlice> => ({
  indexes: {
    [SLICES_OF_SERVICE_INDEX]: (slice) => [serviceOf(slice, vocabulary)].flatMap((key) => (key ? [keyText(key)] : [])),
  },
}));

export const endpointsIn = ({ endpoints }: EndpointSlice): readonly Endpoint[] => endpoints ?? [];

/** Equal for states of one endpoint: its addresses, its host name and the name of its pod. */
export const endpointId = ({ addresses, hostname = '', targetRef }: Endpoint): string =>
  JSON.stringify([addresses.toSorted(), hostname, targetRef?.namespace ?? '', targetRef?.name ?? '']);

/** Whether two states of one endpoint are equal. The version of the pod is not significant. */
export const sameState = (one: Endpoint, other: Endpoint): boolean => stateText(one) === stateText(other);

const stateText = ({ nodeName, zone, conditions = {}, targetRef, hints }: Endpoint): string =>
  JSON.stringify([
    [nodeName, zone],
    [conditions.ready, conditions.serving, conditions.terminating],
    targetRef && [targetRef.kind, targetRef.namespace, targetRef.name, targetRef.uid],
    (hints?.forZones ?? []).map(({ name }) => name),
  ]);

/** Metadata of a new slice of an object, which is its owner. The server completes the name. */
export function newSliceMetadata({ apiVersion, kind, metadata }: Required<HasMetadata>): EndpointSlice['metadata'] {
  const { namespace, name = '', uid = '' } = metadata;
  return {
    generateName: name.length < MAX_SUBDOMAIN_LENGTH ? `${name}-` : name,
    ...(namespace === undefined ? {} : { namespace }),
    ownerReferences: [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }],
  };
}

/**
 * Turns creations into updates of slices that would be removed, as long as there are such of the same type of address: fewer writes.
 * @param mayReuse whether a slice may become another.
 */
export function reuseRemoved(
  { create, update, remove }: SliceChanges,
  mayReuse: (slice: EndpointSlice) => boolean,
): SliceChanges {
  const left = new Map<string, EndpointSlice[]>();
  for (const slice of create.toReversed()) {
    const ofType = left.get(slice.addressType);
    if (ofType) ofType.push(slice);
    else left.set(slice.addressType, [slice]);
  }
  const made = new Set<EndpointSlice>();
  const updates = [...update];
  const kept = remove.filter((slice) => {
    const wanted = mayReuse(slice) ? left.get(slice.addressType)?.pop() : undefined;
    if (!wanted) return true;
    made.add(wanted);
    const { labels, annotations = {}, ownerReferences = [] } = wanted.metadata;
    updates.push({
      ...wanted,
      metadata: { ...slice.metadata, ...(labels ? { labels } : {}), annotations, ownerReferences },
    });
    return false;
  });
  return { create: create.filter((slice) => !made.has(slice)), update: updates, remove: kept };
}
