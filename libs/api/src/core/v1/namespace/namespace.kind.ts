import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { namespaceDefaults, namespaceFinalize, namespaceStatus, namespaceStrategy } from './namespace.strategy.js';
import { Namespace } from './namespace.types.js';

export const namespaceKind: KindDeclaration = {
  type: Namespace,
  group: 'core',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  singular: 'namespace',
  shortNames: ['ns'],
  namespaced: false,
  nameRule: 'dns-label',
  deleteAnswers: 'status',
  deleteCollection: false,
  selectableFields: { 'status.phase': fieldReader('status', 'phase') },
  columns: [
    NAME_COLUMN,
    column<Namespace>(
      { name: 'Status', type: 'string', description: 'The status of the namespace' },
      (namespace) => namespace.status?.phase ?? '',
    ),
    AGE_COLUMN,
  ],
  strategy: namespaceStrategy,
  defaults: namespaceDefaults,
  subresources: { status: namespaceStatus, finalize: namespaceFinalize },
  removalBlocked: (namespace) => ((namespace as Namespace).spec?.finalizers?.length ?? 0) > 0,
};
