import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { controllerText } from './controller-text.js';
import { controllerRevisionStrategy } from './controller-revision.strategy.js';
import { ControllerRevision } from './controller-revision.types.js';

export const controllerRevisionKind: KindDeclaration = {
  type: ControllerRevision,
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  resource: 'controllerrevisions',
  singular: 'controllerrevision',
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<ControllerRevision>(
      { name: 'Controller', type: 'string', description: 'Controller of the object' },
      controllerText,
    ),
    column<ControllerRevision>(
      {
        name: 'Revision',
        type: 'string',
        description: 'revision indicates the revision of the state represented by Data.',
      },
      ({ revision }) => (revision as number | undefined) ?? 0,
    ),
    AGE_COLUMN,
  ],
  strategy: controllerRevisionStrategy,
};
