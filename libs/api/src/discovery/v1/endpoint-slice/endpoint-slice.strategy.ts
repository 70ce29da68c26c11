import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { jsonKey, sameJson } from '../../../validation/json-equality.js';
import type { Endpoint } from './endpoint.js';
import type { EndpointSlice } from './endpoint-slice.types.js';
import { validateEndpointSlice } from './endpoint-slice.validation.js';

/** Rules of every version. */
export const endpointSliceRules = (vocabulary: Vocabulary): Strategy<EndpointSlice> => ({
  prepareForUpdate: withGeneration,
  validateCreate: (slice) => validateEndpointSlice(slice, vocabulary),
  validateUpdate: (slice, old) => [
    ...validateUnchanged<EndpointSlice>(FieldPath.root, slice, old, ['addressType']),
    ...validateEndpointSlice(slice, vocabulary),
  ],
});

/** In this version topology is what older ones left behind (B-417). */
export const endpointSliceStrategy = (vocabulary: Vocabulary): Strategy<EndpointSlice> => ({
  ...endpointSliceRules(vocabulary),
  prepareForCreate: (slice) => withTopologyOf(slice, []),
  prepareForUpdate: (slice, old) => withGeneration(withTopologyOf(slice, old.endpoints ?? []), old),
});

/** Endpoints keep the topology that the standing endpoint of the same addresses has. */
function withTopologyOf(slice: EndpointSlice, standing: readonly Endpoint[]): EndpointSlice {
  if (!slice.endpoints) return slice;
  const byAddresses = new Map<string, Endpoint>();
  for (const endpoint of standing.toReversed()) byAddresses.set(addressesOf(endpoint), endpoint); // of equal ones the first counts
  const endpoints = slice.endpoints.map((endpoint) => {
    const { deprecatedTopology: _sent, ...rest } = endpoint;
    const before = byAddresses.get(addressesOf(endpoint));
    return before?.deprecatedTopology ? { ...rest, deprecatedTopology: before.deprecatedTopology } : rest;
  });
  return { ...slice, endpoints };
}

const addressesOf = ({ addresses }: Endpoint): string => jsonKey(addresses ?? {});

/** What a slice is about stands beside its metadata, not in a `spec`. */
function withGeneration(slice: EndpointSlice, old: EndpointSlice): EndpointSlice {
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...content } = slice;
  const { kind: _oldKind, apiVersion: _oldVersion, metadata: before, ...oldContent } = old;
  if (sameJson(content, oldContent)) return slice;
  return { ...slice, metadata: { ...metadata, generation: (before.generation ?? 0) + 1 } };
}
