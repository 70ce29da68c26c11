import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { shortList } from '../../../definition/short-list.js';
import { ingressStatus, ingressStrategy } from './ingress.strategy.js';
import { Ingress } from './ingress.types.js';

const text = (name: string, description: string, value: (ingress: Ingress) => string) =>
  column<Ingress>({ name, type: 'string', description }, value);

/** Hosts of its rules; a rule without one is for all of them. */
function hostsText({ spec }: Ingress): string {
  const hosts = (spec?.rules ?? []).map(({ host = '' }) => host).filter((host) => host !== '');
  return shortList(hosts) || '*';
}

const addressText = ({ status }: Ingress): string =>
  (status?.loadBalancer?.ingress ?? [])
    .map(({ ip, hostname }) => ip || hostname || '')
    .filter((address) => address !== '')
    .join(',');

export const ingressKind: KindDeclaration = {
  type: Ingress,
  group: 'networking',
  version: 'v1',
  kind: 'Ingress',
  resource: 'ingresses',
  singular: 'ingress',
  shortNames: ['ing'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    text(
      'Class',
      'The name of the IngressClass resource that should be used for additional configuration',
      ({ spec }) => spec?.ingressClassName ?? '<none>',
    ),
    text('Hosts', 'Hosts that incoming requests are matched against before the ingress rule', hostsText),
    text('Address', 'Address is a list containing ingress points for the load-balancer', addressText),
    text('Ports', 'Ports of TLS configurations that open', ({ spec }) => (spec?.tls?.length ? '80, 443' : '80')),
    AGE_COLUMN,
  ],
  strategy: ingressStrategy,
  subresources: { status: ingressStatus },
};
