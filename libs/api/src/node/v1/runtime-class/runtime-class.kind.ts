import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { runtimeClassStrategy } from './runtime-class.strategy.js';
import { RuntimeClass } from './runtime-class.types.js';

export const runtimeClassKind: KindDeclaration = {
  type: RuntimeClass,
  group: 'node',
  version: 'v1',
  kind: 'RuntimeClass',
  resource: 'runtimeclasses',
  singular: 'runtimeclass',
  namespaced: false,
  nameRule: 'dns-subdomain',
  plainFinalizers: true,
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    column<RuntimeClass>(
      { name: 'Handler', type: 'string', description: 'Name of the handler on the nodes.' },
      ({ handler }) => handler ?? '',
    ),
    AGE_COLUMN,
  ],
  strategy: runtimeClassStrategy,
};
