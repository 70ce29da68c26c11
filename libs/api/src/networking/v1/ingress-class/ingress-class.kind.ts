import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { ingressClassDefaults, ingressClassStrategy } from './ingress-class.strategy.js';
import { IngressClass } from './ingress-class.types.js';

/** `Kind.group/name`. */
function parametersText({ spec }: IngressClass): string {
  const parameters = spec?.parameters;
  if (!parameters) return '<none>';
  const { apiGroup, kind, name } = parameters;
  return `${kind}${apiGroup ? `.${apiGroup}` : ''}/${name}`;
}

export const ingressClassKind: KindDeclaration = {
  type: IngressClass,
  group: 'networking',
  version: 'v1',
  kind: 'IngressClass',
  resource: 'ingressclasses',
  singular: 'ingressclass',
  namespaced: false,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<IngressClass>(
      { name: 'Controller', type: 'string', description: 'Controller that is responsible for handling this class' },
      ({ spec }) => spec?.controller ?? '',
    ),
    column<IngressClass>(
      { name: 'Parameters', type: 'string', description: 'A reference to a resource with additional parameters' },
      parametersText,
    ),
    AGE_COLUMN,
  ],
  strategy: ingressClassStrategy,
  defaults: ingressClassDefaults,
};
