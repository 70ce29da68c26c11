import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { shortList } from '../../../definition/short-list.js';
import { endpointsStrategy } from './endpoints.strategy.js';
import { Endpoints } from './endpoints.types.js';

/** `10.0.0.5:80,10.0.0.6:80`; addresses alone where there are no ports. */
function endpointsText({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return '<none>';
  const texts = subsets.flatMap(({ addresses = [], ports = [] }) => {
    const ips = addresses.map(({ ip }) => ip);
    if (ports.length === 0) return ips;
    return ports.flatMap(({ port }) => ips.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)));
  });
  return shortList(texts);
}

export const endpointsKind: KindDeclaration = {
  type: Endpoints,
  group: 'core',
  version: 'v1',
  kind: 'Endpoints',
  resource: 'endpoints',
  singular: 'endpoints',
  shortNames: ['ep'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  lifecycle: { deprecated: 33, replacement: { group: 'discovery', version: 'v1', kind: 'EndpointSlice' } },
  allowsCreateOnUpdate: true,
  columns: [
    NAME_COLUMN,
    column<Endpoints>({ name: 'Endpoints', type: 'string', description: 'Addresses that are ready.' }, endpointsText),
    AGE_COLUMN,
  ],
  strategy: endpointsStrategy,
};
