import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { jsonKey, sameContent, sameJson } from '../../../validation/json-equality.js';
import type { Endpoint } from './endpoint.js';
import { endpointSliceWarnings } from './endpoint-slice-warnings.js';
import type { EndpointSlice } from './endpoint-slice.types.js';
import { validateEndpointSlice } from './endpoint-slice.validation.js';

/** Rules of all versions. */
export const endpointSliceRules = (vocabulary: Vocabulary): Strategy<EndpointSlice> => ({
  prepareForUpdate: withGeneration,
  validateCreate: (slice) => validateEndpointSlice(slice, vocabulary),
  validateUpdate: (slice, old) => [
    ...validateEndpointSlice(slice, vocabulary, old),
    ...validateUnchanged<EndpointSlice>(FieldPath.root, slice, old, ['addressType']),
  ],
  warnings: endpointSliceWarnings,
});

/** In this version topology is the remainder from older ones (B-417). */
export const endpointSliceStrategy = (vocabulary: Vocabulary): Strategy<EndpointSlice> => ({
  ...endpointSliceRules(vocabulary),
  prepareForCreate: (slice) => withTopologyOf(slice, []),
  prepareForUpdate: (slice, old) => withGeneration(withTopologyOf(slice, old.endpoints ?? []), old),
});

/** Endpoints keep the topology of the current endpoint with the same addresses. */
function withTopologyOf(slice: EndpointSlice, current: readonly Endpoint[]): EndpointSlice {
  if (!slice.endpoints) return slice;
  const byAddresses = new Map<string, Endpoint>();
  for (const endpoint of current.toReversed()) byAddresses.set(addressesOf(endpoint), endpoint); // of equal ones the first counts
  const endpoints = slice.endpoints.map((endpoint) => {
    const { deprecatedTopology: _sent, ...rest } = endpoint;
    const before = byAddresses.get(addressesOf(endpoint));
    return before?.deprecatedTopology ? { ...rest, deprecatedTopology: before.deprecatedTopology } : rest;
  });
  return { ...slice, endpoints };
}

const addressesOf = ({ addresses }: Endpoint): string => jsonKey(addresses ?? {});

/** The desired state of a slice is in top-level fields and labels, not in a `spec`. */
function withGeneration(slice: EndpointSlice, old: EndpointSlice): EndpointSlice {
  const { metadata } = slice;
  const { metadata: before } = old;
  if (sameJson(contentOf(slice), contentOf(old)) && sameContent(metadata.labels, before.labels)) return slice;
  return { ...slice, metadata: { ...metadata, generation: (before.generation ?? 0) + 1 } };
}

/** All but the metadata. An empty list equals an absent one. */
const contentOf = ({ kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...content }: EndpointSlice) => ({
  ...content,
  endpoints: content.endpoints ?? [],
  ports: content.ports ?? [],
});
