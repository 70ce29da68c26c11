import { column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { ipAddressStrategy } from './ip-address.strategy.js';
import { IPAddress } from './ip-address.types.js';

/** `services/default/web`, with the group before it where there is one. */
function parentText({ spec }: IPAddress): string {
  const { group, resource, namespace, name } = spec?.parentRef ?? {};
  return [group, resource, namespace, name].filter((part) => part).join('/') || '<none>';
}

export const ipAddressKind: KindDeclaration = {
  type: IPAddress,
  group: 'networking',
  version: 'v1',
  kind: 'IPAddress',
  resource: 'ipaddresses',
  singular: 'ipaddress',
  shortNames: ['ip'],
  namespaced: false,
  nameRule: 'path-segment',
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<IPAddress>(
      { name: 'ParentRef', type: 'string', description: 'Object that the address is attached to.' },
      parentText,
    ),
  ],
  strategy: ipAddressStrategy,
};
