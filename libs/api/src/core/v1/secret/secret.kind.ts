import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { secretDefaults } from './secret.defaults.js';
import { secretStrategy } from './secret.strategy.js';
import { Secret } from './secret.types.js';

export const secretKind: KindDeclaration = {
  type: Secret,
  group: 'core',
  version: 'v1',
  kind: 'Secret',
  resource: 'secrets',
  singular: 'secret',
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  selectableFields: { type: fieldReader('type') },
  columns: [
    NAME_COLUMN,
    column<Secret>({ name: 'Type', type: 'string', description: 'Type of the data.' }, (secret) => secret.type ?? ''),
    column<Secret>(
      { name: 'Data', type: 'string', description: 'Number of keys.' },
      (secret) => Object.keys(secret.data ?? {}).length,
    ),
    AGE_COLUMN,
  ],
  strategy: secretStrategy,
  defaults: secretDefaults,
};
