import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { StorageConversion } from '../../../definition/kind-declaration.js';
import type { Endpoint as StoredEndpoint } from '../../v1/endpoint-slice/endpoint.js';
import type { Endpoint } from './endpoint-slice.types.js';

/**
 * Node and zone of an endpoint were topology entries before they were fields; the other entries stay in
 * `deprecatedTopology` (B-414..B-416).
 */
export const endpointSliceConversion = ({ labels }: Vocabulary): StorageConversion => ({
  storedAs: { group: 'discovery', version: 'v1', kind: 'EndpointSlice' },
  toStored: (slice) => withEndpoints<Endpoint>(slice, (endpoint) => toStored(endpoint, labels)),
  fromStored: (slice) => withEndpoints<StoredEndpoint>(slice, (endpoint) => fromStored(endpoint, labels)),
});

type Labels = Vocabulary['labels'];

function withEndpoints<T>(slice: ApiObject, convert: (endpoint: T) => object): ApiObject {
  const endpoints = slice['endpoints'] as readonly T[] | null | undefined;
  return !endpoints ? slice : ({ ...slice, endpoints: endpoints.map(convert) } as ApiObject);
}

function toStored({ topology, ...endpoint }: Endpoint, labels: Labels): StoredEndpoint {
  if (topology === undefined) return endpoint;
  const { [labels.zone]: zone, [labels.hostname]: host, ...rest } = topology;
  const nodeName = endpoint.nodeName ?? host;
  // A host name that is not the node has no field: it stays in the topology.
  const others = host !== undefined && host !== nodeName ? { ...rest, [labels.hostname]: host } : rest;
  return {
    ...endpoint,
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(zone === undefined ? {} : { zone }),
    ...(Object.keys(others).length === 0 ? {} : { deprecatedTopology: others }),
  };
}

function fromStored({ deprecatedTopology, zone, ...endpoint }: StoredEndpoint, labels: Labels): Endpoint {
  const { nodeName } = endpoint;
  const topology = {
    ...(nodeName === undefined ? {} : { [labels.hostname]: nodeName }),
    ...deprecatedTopology,
    ...(zone === undefined ? {} : { [labels.zone]: zone }),
  };
  return Object.keys(topology).length === 0 ? endpoint : { ...endpoint, topology };
}
