import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { shortList } from '../../../definition/short-list.js';
import { endpointSliceStrategy } from './endpoint-slice.strategy.js';
import { EndpointSlice } from './endpoint-slice.types.js';

const text = (name: string, description: string, value: (slice: EndpointSlice) => string) =>
  column<EndpointSlice>({ name, type: 'string', description }, value);

const UNSET = '<unset>';

export const endpointSliceKind: KindDeclaration = {
  type: EndpointSlice,
  group: 'discovery',
  version: 'v1',
  kind: 'EndpointSlice',
  resource: 'endpointslices',
  singular: 'endpointslice',
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    text('AddressType', 'Type of its addresses.', ({ addressType }) => addressType ?? ''),
    text('Ports', 'Ports of each endpoint.', ({ ports }) =>
      !ports?.length ? UNSET : shortList(ports.map(({ port }) => (port === undefined ? '*' : String(port)))),
    ),
    text('Endpoints', 'Addresses of the endpoints.', ({ endpoints }) =>
      !endpoints?.length ? UNSET : shortList(endpoints.flatMap(({ addresses }) => addresses ?? [])),
    ),
    AGE_COLUMN,
  ],
  strategy: endpointSliceStrategy,
};
