import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { configMapStrategy } from './config-map.strategy.js';
import { ConfigMap } from './config-map.types.js';

export const configMapKind: KindDeclaration = {
  type: ConfigMap,
  group: 'core',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  singular: 'configmap',
  shortNames: ['cm'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<ConfigMap>(
      { name: 'Data', type: 'string', description: 'Number of keys.' },
      (map) => Object.keys(map.data ?? {}).length + Object.keys(map.binaryData ?? {}).length,
    ),
    AGE_COLUMN,
  ],
  strategy: configMapStrategy,
};
