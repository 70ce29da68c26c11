import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { csiNodeStrategy } from './csi-node.strategy.js';
import { CSINode } from './csi-node.types.js';

export const csiNodeKind: KindDeclaration = {
  type: CSINode,
  group: 'storage',
  version: 'v1',
  kind: 'CSINode',
  resource: 'csinodes',
  singular: 'csinode',
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    column<CSINode>(
      {
        name: 'Drivers',
        type: 'integer',
        description: 'Drivers indicates the number of CSI drivers registered on the node',
      },
      (node) => (node.spec as CSINode['spec'] | undefined)?.drivers?.length ?? 0,
    ),
    AGE_COLUMN,
  ],
  strategy: csiNodeStrategy,
};
